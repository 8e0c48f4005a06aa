/* Made by generate/make_kat.py with a plain model of FIPS 205: the folds of slhdsa_kat.c. */
static const struct answers {
    uint64_t public_key, signature, made_up;
} answers[2][3] = {
    /* is_shake, n / 8 - 2 */
    {
        { 0x6fdda43f3f960dd6, 0x4a172b94422e1440, 0x528ccdc42a9b75de },
        { 0xa618a8e0876f0998, 0x882f1990aafb2f76, 0x2ec74cac964485ee },
        { 0x944477ceaddf0cbf, 0x07739db54ebd21fb, 0x6d004d9ca1d379dc },
    },
    {
        { 0xa4c4a33ea7941f68, 0xc797192d8842a55d, 0x9eb362a6786e0a61 },
        { 0x09b813b6c5183149, 0x48415445fffe5c37, 0xf589f61a985c4b9e },
        { 0x81fee7284dcaa124, 0xb77ee1f99854bf94, 0x61b1b29f2af6b313 },
    },
};
