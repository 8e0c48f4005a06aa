/* Made by generate/make_kat.py with an independent implementation: the folds of aes_lanes_kat.c. */
#define AB_KAT_LANES_128 0xd1552ddd4a38981bu
#define AB_KAT_LANES_128_ONE_KEY 0x91b7074f7caef3ccu
#define AB_KAT_LANES_192 0x1689e315f44914a8u
#define AB_KAT_LANES_192_ONE_KEY 0x739ae4860dabb25fu
#define AB_KAT_LANES_256 0x5660adcb9fadc8e4u
#define AB_KAT_LANES_256_ONE_KEY 0xc325dc2cb6f44f41u
