/* Made by generate/make_kat.py with an independent implementation: the folds of cbc_hmac_kat.c. */
#define AB_KAT_CBC_HMAC_SHA1_128 0x716fa7d7beecec5bu
#define AB_KAT_CBC_HMAC_SHA1_192 0x82e5d01e44dcdbe9u
#define AB_KAT_CBC_HMAC_SHA1_256 0xc3fccb9ce30405d7u
#define AB_KAT_CBC_HMAC_SHA256_128 0xf0499705edaa667bu
#define AB_KAT_CBC_HMAC_SHA256_192 0xebdddb9a59ab68aau
#define AB_KAT_CBC_HMAC_SHA256_256 0xc5dd29b9f761f31fu
