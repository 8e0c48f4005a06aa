/* Made by generate/make_kat.py with an independent implementation: the folds of aes_xctr_kat.c. */
#define AB_KAT_XCTR_128 0x015c997ab2a4293au
#define AB_KAT_XCTR_192 0xc3b687e9b642398fu
#define AB_KAT_XCTR_256 0xe827470447f27d9cu
