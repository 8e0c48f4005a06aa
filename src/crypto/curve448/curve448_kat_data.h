/* Made by generate/make_kat.py with an independent implementation: the folds of curve448_kat.c. */
#define AB_KAT_X448_PUBLIC 0x05881810ed1f57deu
#define AB_KAT_X448_SECRET 0x285c1aa98ed9d3b5u
#define AB_KAT_ED448_PUBLIC 0xc2f067b4c88aacfau
#define AB_KAT_ED448_SIGNATURE 0x33b6411668394948u
