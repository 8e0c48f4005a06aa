/*
 * XTS of SM4, by IEEE 1619 and by GB/T 17964-2021, by the code of AES's (xts_template.h). Both directions and standards
 * share one body, since the rounds are calls here (sm4_rounds_template.h) and take most of the time.
 */
AB_NOINLINE void sm4_xts(const struct ab_aes_key *key, const struct ab_aes_key *tweak_key, uint8_t tweak[16],
                         const uint8_t *in, uint8_t *out, size_t len, int enc, int gb)
{
    xts(key, tweak_key, tweak, in, out, len, enc, gb);
}

/* Hide a constant, for which the compiler would make a copy of sm4_xts. */
AB_INLINE int hidden(int a)
{
    __asm__("" : "+r"(a));
    return a;
}

static void xts_encrypt(const struct ab_aes_key *key, const struct ab_aes_key *tweak_key, uint8_t tweak[16],
                        const uint8_t *in, uint8_t *out, size_t len)
{
    sm4_xts(key, tweak_key, tweak, in, out, len, hidden(1), hidden(0));
}

static void xts_decrypt(const struct ab_aes_key *key, const struct ab_aes_key *tweak_key, uint8_t tweak[16],
                        const uint8_t *in, uint8_t *out, size_t len)
{
    sm4_xts(key, tweak_key, tweak, in, out, len, hidden(0), hidden(0));
}

static void xts_gb_encrypt(const struct ab_aes_key *key, const struct ab_aes_key *tweak_key, uint8_t tweak[16],
                           const uint8_t *in, uint8_t *out, size_t len)
{
    sm4_xts(key, tweak_key, tweak, in, out, len, hidden(1), hidden(1));
}

static void xts_gb_decrypt(const struct ab_aes_key *key, const struct ab_aes_key *tweak_key, uint8_t tweak[16],
                           const uint8_t *in, uint8_t *out, size_t len)
{
    sm4_xts(key, tweak_key, tweak, in, out, len, hidden(0), hidden(1));
}
