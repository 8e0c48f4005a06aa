/* Made by generate/make_kat.py with an independent implementation: the folds of aes_feedback_kat.c. */
#define AB_KAT_CFB_128 0x77e882106837afceu
#define AB_KAT_CFB8_128 0x3802e7c19689264bu
#define AB_KAT_CFB1_128 0xf4d66d2ee3021bd2u
#define AB_KAT_OFB_128 0x4d38c67376f7d27du
#define AB_KAT_CFB_192 0xa63fd573a3877ddbu
#define AB_KAT_CFB8_192 0x103518ec3f335a96u
#define AB_KAT_CFB1_192 0x49dc1c0d409a9924u
#define AB_KAT_OFB_192 0x5eac3bd1b3fe9c38u
#define AB_KAT_CFB_256 0x8f87f00ae30fc783u
#define AB_KAT_CFB8_256 0xa983d6e802020675u
#define AB_KAT_CFB1_256 0xb36d1bf051fc8bb9u
#define AB_KAT_OFB_256 0x377fbc74e2395b0fu
