/* Made by generate/make_kat.py with an independent implementation: the folds of aes_ccm_kat.c. */
#define AB_KAT_CCM_128 0x496dd78a36318269u
#define AB_KAT_CCM_192 0xa9c4f6cdc741de11u
#define AB_KAT_CCM_256 0xacf726f264f40e04u
