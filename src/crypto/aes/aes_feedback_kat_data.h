/* Made by generate/make_kat.py with an independent implementation: the folds of aes_feedback_kat.c. */
#define AB_KAT_CFB_128 0x7817486fc2d28f1eu
#define AB_KAT_CFB8_128 0x06389b7a7c6b68dbu
#define AB_KAT_CFB1_128 0x1d62202121d3bfcau
#define AB_KAT_OFB_128 0xc94bb785713b0c2fu
#define AB_KAT_CFB_192 0x2746448ffb9adbb4u
#define AB_KAT_CFB8_192 0x955fa321fbe7873au
#define AB_KAT_CFB1_192 0x2d5d90bffed24483u
#define AB_KAT_OFB_192 0x6c5257856609bf4du
#define AB_KAT_CFB_256 0x77b290f7c59b3360u
#define AB_KAT_CFB8_256 0x151dbe10dfad9590u
#define AB_KAT_CFB1_256 0xc60584cba8d0fdb1u
#define AB_KAT_OFB_256 0xe0ec4a7dd2e7f4a8u
