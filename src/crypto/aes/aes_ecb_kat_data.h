/* Made by generate/make_kat.py with an independent implementation: the folds of aes_ecb_kat.c. */
#define AB_KAT_ECB_128 0xb7e7ab68fa8e0847u
#define AB_KAT_ECB_192 0x5831c473c70e7155u
#define AB_KAT_ECB_256 0xecdbb14fe8f53477u
