/* Made by generate/make_kat.py with an independent implementation: the folds of aes_siv_kat.c. */
#define AB_KAT_SIV_128 0x7caba7bb1bdec81au
#define AB_KAT_SIV_192 0x72a8b4d81768388cu
#define AB_KAT_SIV_256 0xa91b105f3498a3fau
