/* Made by generate/make_kat.py with an independent implementation: the folds of aes_cmac_kat.c. */
#define AB_KAT_CMAC_128 0x526ac68a1f731aabu
#define AB_KAT_CMAC_192 0xabfbcbe9ab4345d0u
#define AB_KAT_CMAC_256 0xbf7a3d025c41a46bu
