/* Made by generate/make_kat.py with a plain model of FIPS 205: the folds of slhdsa_kat.c. */
static const struct answers {
    uint64_t public_key, signature, made_up;
} answers[2][3] = {
    /* is_shake, n / 8 - 2 */
    {
        { 0xcd6ae04f10b9fed5, 0xba986f01c87a4d89, 0xf5cdd0ed56b843f4 },
        { 0xcaf82dac6579434f, 0x8cf5d399d18bdc62, 0x983d750c8c950301 },
        { 0x5b1eeb467a2cb5c1, 0xb9a285e84a497d17, 0xc0c2f29137fcd97f },
    },
    {
        { 0xb1a25ae302ccb292, 0x11f3c752c1aee67e, 0xa4178fe75063eff2 },
        { 0x9538fb4d18ae02b3, 0x2f5a62bd2175ce26, 0xc774ccbb9468bfe1 },
        { 0x6446b7fc81426a94, 0x27a1867682ea5eef, 0xee9f2b5e8666506a },
    },
};
