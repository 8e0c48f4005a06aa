/* Made by generate/make_kat.py with an independent implementation: the folds of curve25519_kat.c. */
#define AB_KAT_X25519_PUBLIC 0x1bd2752d5ed3a706u
#define AB_KAT_X25519_SECRET 0x7fd857912b06590fu
#define AB_KAT_ED25519_PUBLIC 0xce9ec42f69410850u
#define AB_KAT_ED25519_SIGNATURE 0x144b77ed6a0e2966u
