/* XTS of AES, by the code that SM4 shares (xts_template.h). */
static void xts_encrypt(const struct ab_aes_key *key, const struct ab_aes_key *tweak_key, uint8_t tweak[16],
                        const uint8_t *in, uint8_t *out, size_t len)
{
    xts(key, tweak_key, tweak, in, out, len, 1, 0);
}

static void xts_decrypt(const struct ab_aes_key *key, const struct ab_aes_key *tweak_key, uint8_t tweak[16],
                        const uint8_t *in, uint8_t *out, size_t len)
{
    xts(key, tweak_key, tweak, in, out, len, 0, 0);
}
