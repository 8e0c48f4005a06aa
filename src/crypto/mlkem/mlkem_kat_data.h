/* Made by generate/make_kat.py with a plain model of FIPS 203: the folds of mlkem_kat.c. */
static const struct answers {
    uint64_t private_key, ciphertext, secret, rejected;
} answers[AB_NUM_MLKEM] = {
    [AB_MLKEM_512] = { 0x22231b46be9dff04, 0x1c3fa38203207332, 0xc2c40250922ec6f7, 0x2a1170bd4826154e },
    [AB_MLKEM_768] = { 0x74698240727347ef, 0x4eadc71c793d34e9, 0x97e9bb45beffd9a4, 0xe901a0e7e53acbe3 },
    [AB_MLKEM_1024] = { 0x051d3f2b8131553d, 0xd5f35c06939c813a, 0x8753ed5879b40a6b, 0xa15b033534e5edbe },
};
