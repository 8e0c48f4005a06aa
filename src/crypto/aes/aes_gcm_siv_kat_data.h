/* Made by generate/make_kat.py with an independent implementation: the folds of aes_gcm_siv_kat.c. */
#define AB_KAT_GCM_SIV_128 0xd519c2a631ff8325u
#define AB_KAT_GCM_SIV_128_SHORT 0x9680bdd79f03a1a8u
#define AB_KAT_GCM_SIV_192 0xa008f138b40a13c9u
#define AB_KAT_GCM_SIV_192_SHORT 0x14246c405e2a3169u
#define AB_KAT_GCM_SIV_256 0xe7bcbd64fec8b8ffu
#define AB_KAT_GCM_SIV_256_SHORT 0xab77629d096368dbu
