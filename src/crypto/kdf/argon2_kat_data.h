/* Made by generate/make_kat.py with an independent implementation: the folds of argon2_kat.c. */
#define AB_KAT_ARGON2ID_16_2_2 0x712e69ec964c2f2au
#define AB_KAT_ARGON2D_32_3_4 0xc6e148cc9e61f234u
#define AB_KAT_ARGON2D_8_1_1 0x3501327c4330c2dfu
#define AB_KAT_ARGON2I_523_2_1 0x15372ba3c474a94fu
#define AB_KAT_ARGON2ID_100_1_3 0x50135b8507b85ec8u
