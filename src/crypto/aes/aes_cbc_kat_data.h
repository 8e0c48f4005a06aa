/* Made by generate/make_kat.py with an independent implementation: the folds of aes_cbc_kat.c. */
#define AB_KAT_CBC_128 0xf31339f18d44a4f8u
#define AB_KAT_CBC_192 0x13d83ec80f2308ceu
#define AB_KAT_CBC_256 0x0db7550b1130f47eu
