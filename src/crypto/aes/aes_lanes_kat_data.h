/* Made by generate/make_kat.py with an independent implementation: the folds of aes_lanes_kat.c. */
#define AB_KAT_LANES_128 0xa6ed6bc298a03efcu
#define AB_KAT_LANES_128_ONE_KEY 0x6c5b3b345fa1f753u
#define AB_KAT_LANES_192 0x429ca2c712c5382du
#define AB_KAT_LANES_192_ONE_KEY 0xc6fdf6b3e6c934bcu
#define AB_KAT_LANES_256 0x9254e57c951a1bbau
#define AB_KAT_LANES_256_ONE_KEY 0xca0c1ab7b42695e6u
