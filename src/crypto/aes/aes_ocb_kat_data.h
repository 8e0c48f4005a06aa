/* Made by generate/make_kat.py with an independent implementation: the folds of aes_ocb_kat.c. */
#define AB_KAT_OCB_128 0xe4aabb71d0b689e3u
#define AB_KAT_OCB_192 0x801256882c5eb32eu
#define AB_KAT_OCB_256 0xb33d8e068520b990u
