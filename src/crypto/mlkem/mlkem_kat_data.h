/* Made by generate/make_kat.py with a plain model of FIPS 203: the folds of mlkem_kat.c. */
static const struct answers {
    uint64_t private_key, ciphertext, secret, rejected;
} answers[AB_NUM_MLKEM] = {
    [AB_MLKEM_512] = { 0xeef3d3d43be7ba05, 0x28b26819ff9269d5, 0x413b330d4ba46340, 0xdb8a2d792dec43c1 },
    [AB_MLKEM_768] = { 0x86bb64883fc6d2b4, 0x33d1ee453875d844, 0xac47993b69f36e2c, 0x1676124c54796def },
    [AB_MLKEM_1024] = { 0xe2873d731c5b13c1, 0xee31a68d89345bb6, 0xce167e8444499be6, 0x0a7ecfa93c4061f9 },
};
