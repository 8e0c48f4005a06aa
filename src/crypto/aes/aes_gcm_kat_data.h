/* Made by generate/make_kat.py with an independent implementation: the folds of aes_gcm_kat.c. */
#define AB_KAT_GCM_128 0xf48cf351e03f562fu
#define AB_KAT_GCM_128_LONG_IV 0xfaff01047b091ff5u
#define AB_KAT_GCM_192 0x28974a79b00f21f8u
#define AB_KAT_GCM_192_LONG_IV 0x23ff89af32ca5bd9u
#define AB_KAT_GCM_256 0x9df00d43bdd622e4u
#define AB_KAT_GCM_256_LONG_IV 0x05ef78b9e5072127u
