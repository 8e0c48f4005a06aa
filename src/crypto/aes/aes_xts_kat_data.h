/* Made by generate/make_kat.py with an independent implementation: the folds of aes_xts_kat.c. */
#define AB_KAT_XTS_128 0x838c0f7f8ee57678u
#define AB_KAT_XTS_128_SHORT 0xc7deb1e73f0b1f87u
#define AB_KAT_XTS_256 0x042d007334a0a6f3u
#define AB_KAT_XTS_256_SHORT 0xcbba9499d23f8f84u
