/* Made by generate/make_kat.py with an independent implementation: the folds of aes_ctr_kat.c. */
#define AB_KAT_CTR_128 0x092edc97147ef629u
#define AB_KAT_CTR_192 0x4515130ff922b93au
#define AB_KAT_CTR_256 0x624ed386feef6a88u
