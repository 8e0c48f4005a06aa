/* Made by generate/make_kat.py with an independent implementation: the folds of cbc_hmac_kat.c. */
#define AB_KAT_CBC_HMAC_SHA1_128 0x5d5f37cacd3135d6u
#define AB_KAT_CBC_HMAC_SHA1_192 0x5a35e31532a5012cu
#define AB_KAT_CBC_HMAC_SHA1_256 0x5023c4cf7d1c408cu
#define AB_KAT_CBC_HMAC_SHA256_128 0xf37fe31448b3fab3u
#define AB_KAT_CBC_HMAC_SHA256_192 0xfdc2d2ac9c456afeu
#define AB_KAT_CBC_HMAC_SHA256_256 0x7b84fed3f0361e46u
