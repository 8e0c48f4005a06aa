/* Made by scripts/make_kat.py with an independent implementation: the folds of ec_kat.c. */
static const struct answers {
    uint64_t public_key, secret, signature;
} answers[AB_NUM_CURVES] = {
    [AB_P256] = { 0x3e497029f85bdbae, 0xcdc7a81eeeaf8967, 0xf0dcb5194f99a7fb },
    [AB_P384] = { 0x6139921a906b13c3, 0xce103cf12aa38fd7, 0xbf19c62e7d44dc4e },
    [AB_P521] = { 0x16b9b3b0cb17aba5, 0xd18c33ed9f29b885, 0x2e2502f2c7612c73 },
};
