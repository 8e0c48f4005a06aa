/* Made by generate/make_kat.py with an independent implementation: the folds of aes_ctr_kat.c. */
#define AB_KAT_CTR_128 0x2d49b416beaa1787u
#define AB_KAT_CTR_192 0x73b80a1e7e5d437fu
#define AB_KAT_CTR_256 0x9d68d0a30f065afcu
