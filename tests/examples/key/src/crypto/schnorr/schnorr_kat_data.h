/* Made by generate/make_kat.py with an independent implementation: the folds of schnorr_kat.c. */
#define AB_KAT_SCHNORR_PUBLIC 0xbf5f875fbfde0016u
#define AB_KAT_SCHNORR_SIGNATURE 0x736d9fc48226ae85u
