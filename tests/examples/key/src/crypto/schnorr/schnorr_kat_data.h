/* Made by generate/make_kat.py with an independent implementation: the folds of schnorr_kat.c. */
#define AB_KAT_SCHNORR_PUBLIC 0xc2f5f312bdd1a946u
#define AB_KAT_SCHNORR_SIGNATURE 0x61e250bcef15cf8bu
