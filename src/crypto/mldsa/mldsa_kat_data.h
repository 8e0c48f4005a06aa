/* Made by generate/make_kat.py with a plain model of FIPS 204: the folds of mldsa_kat.c. */
static const struct answers {
    uint64_t public_key, private_key;
    struct signature {
        uint8_t first; /* byte of mu */
        uint64_t fold;
    } one, three; /* after so many iterations */
} answers[AB_NUM_MLDSA] = {
    [AB_MLDSA_44] = { 0x3ae5881d97228495, 0x637a99e566768fc8, { 20, 0x0b83a843aa709f30 }, { 35, 0xb6f89851fec91890 } },
    [AB_MLDSA_65] = { 0xbe06c6194383ee51, 0xf92d97e31b4c2095, { 115, 0x53a5bf3f5c9bac58 }, { 55, 0x95fd23b90a07ff22 } },
    [AB_MLDSA_87] = { 0xcff001fe408a3167, 0x24f8d9ae96ecc59a, { 114, 0xcb1b74df50b728ca }, { 40, 0x8bd2596117d0845c } },
};
