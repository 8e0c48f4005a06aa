/* Made by generate/make_kat.py with an independent implementation: the folds of aes_xts_kat.c. */
#define AB_KAT_XTS_128 0x248fdb64a1f72566u
#define AB_KAT_XTS_128_SHORT 0x33bc137be07db9e8u
#define AB_KAT_XTS_256 0x7186f73020d52c1cu
#define AB_KAT_XTS_256_SHORT 0xd9c5b79f60a9d14au
