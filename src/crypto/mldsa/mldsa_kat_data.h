/* Made by generate/make_kat.py with a plain model of FIPS 204: the folds of mldsa_kat.c. */
static const struct answers {
    uint64_t public_key, private_key;
    struct signature {
        uint8_t first; /* byte of mu */
        uint64_t fold;
    } one, three; /* after so many iterations */
} answers[AB_NUM_MLDSA] = {
    [AB_MLDSA_44] = { 0xc95a4be7326826ae, 0xbd755017e60e468c, { 20, 0x1d35c081e08c4028 }, { 35, 0xfdf91792ec5cbc69 } },
    [AB_MLDSA_65] = { 0xc89599ec3c5843c0, 0xb2067f63c5fdc051, { 115, 0x78db8f2c1b0f5311 }, { 55, 0x6ce2cef01111ec28 } },
    [AB_MLDSA_87] = { 0x15c56cebdc197305, 0xd8556a439b3c67d7, { 114, 0x70aeffeb753e7622 }, { 40, 0x47686caeee14c81f } },
};
