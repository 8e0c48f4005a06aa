/* Made by generate/make_kat.py with an independent implementation: the folds of sm4_kat.c. */
#define AB_KAT_SM4_ECB 0xa251b6ac76b46ffbu
#define AB_KAT_SM4_CBC 0x8daa0f893c25339cu
#define AB_KAT_SM4_CFB 0x4dc653eedb49603fu
#define AB_KAT_SM4_OFB 0x1df23f33400627f4u
#define AB_KAT_SM4_CTR 0xb43c7e98053981e4u
#define AB_KAT_SM4_XTS 0xe2137318eb9c00ffu
#define AB_KAT_SM4_XTS_SHORT 0x4f47564a7d410fccu
#define AB_KAT_SM4_XTS_GB 0xee37ff044ad4af1fu
#define AB_KAT_SM4_XTS_GB_SHORT 0x1b5e81f8365ede4cu
#define AB_KAT_SM4_CCM 0xf736fa88d2f9703eu
#define AB_KAT_SM4_GCM 0x8bca4e427bcd19deu
#define AB_KAT_SM4_GCM_LONG_IV 0x64e1c2b32604b1d7u
