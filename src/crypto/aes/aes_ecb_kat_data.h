/* Made by generate/make_kat.py with an independent implementation: the folds of aes_ecb_kat.c. */
#define AB_KAT_ECB_128 0x52df590ad2830144u
#define AB_KAT_ECB_192 0xef5194efe68a0457u
#define AB_KAT_ECB_256 0x810bd14affe00603u
