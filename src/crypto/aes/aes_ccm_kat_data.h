/* Made by generate/make_kat.py with an independent implementation: the folds of aes_ccm_kat.c. */
#define AB_KAT_CCM_128 0xaeb4bc7c242ed6cfu
#define AB_KAT_CCM_192 0x9222644a74a9ad16u
#define AB_KAT_CCM_256 0x6dc6943d2a89e8c6u
