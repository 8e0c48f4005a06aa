/* Made by generate/make_kat.py with an independent implementation: the folds of aes_xctr_kat.c. */
#define AB_KAT_XCTR_128 0x5366e7e204e939c7u
#define AB_KAT_XCTR_192 0x3764bb35b4371cddu
#define AB_KAT_XCTR_256 0xb1297d0d02e5da6bu
