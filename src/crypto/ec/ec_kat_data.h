/* Made by scripts/make_kat.py with an independent implementation: the folds of ec_kat.c. */
static const struct answers {
    uint64_t public_key, secret, signature;
} answers[AB_NUM_CURVES] = {
    [AB_P256] = { 0x3e497029f85bdbae, 0xcdc7a81eeeaf8967, 0xf0dcb5194f99a7fb },
    [AB_P384] = { 0x6139921a906b13c3, 0xce103cf12aa38fd7, 0xbf19c62e7d44dc4e },
    [AB_P521] = { 0x16b9b3b0cb17aba5, 0xd18c33ed9f29b885, 0x2e2502f2c7612c73 },
    [AB_SECP256K1] = { 0xff906e285ba6fe27, 0x664488b6cc2e48a1, 0xb8334d9c5a82099b },
    [AB_BRAINPOOLP256R1] = { 0x9da87e568dbac130, 0x8a3eb7acdff93ece, 0xdcc600a8cea15d23 },
    [AB_BRAINPOOLP256T1] = { 0xc879d3cd557abb99, 0x78c24df4d0a31d62, 0xfba2aeb0f6a9162b },
    [AB_BRAINPOOLP384R1] = { 0xded9da770c87bcdd, 0x252074a630ad03f6, 0xbc4e55368e91e4b5 },
    [AB_BRAINPOOLP384T1] = { 0xa678e77810ded93c, 0x973d72cb64f3e1ed, 0x21662fb88181082a },
    [AB_BRAINPOOLP512R1] = { 0x59ac127e0d6e03ec, 0x2d3f52191f825642, 0x4aa13c671d84e6d8 },
    [AB_BRAINPOOLP512T1] = { 0x6618fc5c6ec0f77c, 0x91ed638c526153bf, 0x7265f92100172f78 },
};
