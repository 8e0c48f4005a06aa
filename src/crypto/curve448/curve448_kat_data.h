/* Made by generate/make_kat.py with an independent implementation: the folds of curve448_kat.c. */
#define AB_KAT_X448_PUBLIC 0x1aede30064538e89u
#define AB_KAT_X448_SECRET 0xc1ee4850c7a32a72u
#define AB_KAT_ED448_PUBLIC 0x7fd68aa23d03af07u
#define AB_KAT_ED448_SIGNATURE 0x7191ca5fc35c06d5u
