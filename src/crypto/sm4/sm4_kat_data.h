/* Made by generate/make_kat.py with an independent implementation: the folds of sm4_kat.c. */
#define AB_KAT_SM4_ECB 0x5abae6325eef0e4fu
#define AB_KAT_SM4_CBC 0x594aec3068401f35u
#define AB_KAT_SM4_CFB 0x5637300d917199d7u
#define AB_KAT_SM4_OFB 0x0529708a0905b55eu
#define AB_KAT_SM4_CTR 0xee517e993b827b8du
#define AB_KAT_SM4_XTS 0xbe1ad0d34eae8894u
#define AB_KAT_SM4_XTS_SHORT 0x8d6fc0d104ce41d4u
#define AB_KAT_SM4_XTS_GB 0xba1c3e343d0c661bu
#define AB_KAT_SM4_XTS_GB_SHORT 0xf937b707fbd18590u
#define AB_KAT_SM4_CCM 0x2131b20f71b10c1au
#define AB_KAT_SM4_GCM 0x4f129cefed01b715u
#define AB_KAT_SM4_GCM_LONG_IV 0x29b3e661275aad7cu
