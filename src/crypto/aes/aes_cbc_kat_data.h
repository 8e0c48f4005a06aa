/* Made by generate/make_kat.py with an independent implementation: the folds of aes_cbc_kat.c. */
#define AB_KAT_CBC_128 0xd2e217f36f49c411u
#define AB_KAT_CBC_192 0xe3744c8bd9af1d80u
#define AB_KAT_CBC_256 0xb34162287d62f1f4u
