/* Made by generate/make_kat.py with a plain model of FIPS 204: the folds of mldsa_kat.c. */
static const struct answers {
    uint64_t public_key, private_key;
    struct signature {
        uint8_t first; /* byte of mu */
        uint64_t fold;
    } one, three; /* after so many iterations */
} answers[AB_NUM_MLDSA] = {
    [AB_MLDSA_44] = { 0xc95a4be7326826ae, 0xbd755017e60e468c, { 1, 0x6151e2ac11165eeb }, { 7, 0xb2ad672e1ee11b33 } },
    [AB_MLDSA_65] = { 0xc89599ec3c5843c0, 0xb2067f63c5fdc051, { 6, 0x1bc8132d9dae66d9 }, { 9, 0x03079b853c48ad31 } },
    [AB_MLDSA_87] = { 0x15c56cebdc197305, 0xd8556a439b3c67d7, { 1, 0xf4afec53cd834b13 }, { 0, 0xb2e00cd80d801842 } },
};
