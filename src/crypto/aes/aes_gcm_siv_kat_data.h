/* Made by generate/make_kat.py with an independent implementation: the folds of aes_gcm_siv_kat.c. */
#define AB_KAT_GCM_SIV_128 0xafb69e323a67c1c9u
#define AB_KAT_GCM_SIV_128_SHORT 0x478d0bff313b9a04u
#define AB_KAT_GCM_SIV_192 0x4992f08a8e48af3fu
#define AB_KAT_GCM_SIV_192_SHORT 0x7f294e43809b04cau
#define AB_KAT_GCM_SIV_256 0x3caab307ed3a72f6u
#define AB_KAT_GCM_SIV_256_SHORT 0x90207bef10aa5491u
