/* Made by generate/make_kat.py with an independent implementation: the folds of argon2_kat.c. */
#define AB_KAT_ARGON2ID_16_2_2 0x167553bb5712f7d6u
#define AB_KAT_ARGON2D_32_3_4 0x0800729cd09ee7c6u
#define AB_KAT_ARGON2D_8_1_1 0x690eebdfdeef788eu
#define AB_KAT_ARGON2I_523_2_1 0x4c8dec95a4ddad7bu
#define AB_KAT_ARGON2ID_100_1_3 0x3d5983475fa1b3e4u
