/* Made by generate/make_kat.py with an independent implementation: the folds of aes_ocb_kat.c. */
#define AB_KAT_OCB_128 0xbc9a4aa24c736afcu
#define AB_KAT_OCB_192 0xaddcd936cd719e06u
#define AB_KAT_OCB_256 0xcf8984a94b9c516au
