/* Made by generate/make_kat.py with an independent implementation: the folds of aes_gcm_kat.c. */
#define AB_KAT_GCM_128 0x96fc9a6a3afc9a42u
#define AB_KAT_GCM_128_LONG_IV 0x3f1680a46bf8030fu
#define AB_KAT_GCM_192 0xb09153bd6971da9eu
#define AB_KAT_GCM_192_LONG_IV 0x1838af6b9bbc8978u
#define AB_KAT_GCM_256 0xc9bf7ff2dc0c591bu
#define AB_KAT_GCM_256_LONG_IV 0x74cb63625d384d8cu
