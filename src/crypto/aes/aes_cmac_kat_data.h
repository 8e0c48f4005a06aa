/* Made by generate/make_kat.py with an independent implementation: the folds of aes_cmac_kat.c. */
#define AB_KAT_CMAC_128 0xb77182dc96ca181eu
#define AB_KAT_CMAC_192 0xfb5e60d4f1a354f6u
#define AB_KAT_CMAC_256 0x3d8a8af5727ebb13u
