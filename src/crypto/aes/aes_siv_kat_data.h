/* Made by generate/make_kat.py with an independent implementation: the folds of aes_siv_kat.c. */
#define AB_KAT_SIV_128 0xb6762d4557a602c4u
#define AB_KAT_SIV_192 0xc48dc4139ce3848du
#define AB_KAT_SIV_256 0x7ca896122decdc51u
