/*
 * Compare the authenticated modes at every level with the reference. Input: mode, key size, lengths of nonce and
 * associated data, three cuts, which bit to alter; then the key, the nonce, the associated data and the message.
 */
#include <string.h>

#include "crypto/aead_modes.h"
#include "fuzz.h"

enum { HEADER = 8, MAX_LEN = 1 << 16 };

static _Alignas(64) uint8_t context[MAX_AEAD_CONTEXT];
static uint8_t sealed[MAX_LEN], got[MAX_LEN];

static void check_level(const struct aead_mode *m, const struct ab_aes_kernels *k, const struct ab_ref_aead *a,
                        const uint8_t *text, size_t len, const struct cuts *cuts, size_t bit)
{
    uint8_t right[16], tag[16];

    m->reference(a, 0, text, sealed, len, right);
    expect(m->run(context, k, a, 0, text, got, len, tag, cuts) == 1);
    expect(memcmp(tag, right, a->tag_len) == 0 && memcmp(got, sealed, len) == 0);
    expect(m->run(context, k, a, 1, got, got, len, tag, cuts) == 1);
    expect(memcmp(got, text, len) == 0);
    if (bit / 8 < len)
        sealed[bit / 8] ^= (uint8_t)(1u << bit % 8);
    else
        tag[bit % (8 * a->tag_len) / 8] ^= (uint8_t)(1u << bit % 8);
    expect(m->run(context, k, a, 1, sealed, got, len, tag, cuts) == 0);
}

static size_t cut(const struct aead_mode *m, uint8_t at, size_t len)
{
    return m->cut_unit == 0 ? 0 : at * len / 255 / m->cut_unit * m->cut_unit;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    const struct aead_mode *m;
    struct ab_ref_aead a = { 0 };
    struct ab_cpu cpu;
    struct cuts cuts;
    size_t bit, fixed;

    if (len < HEADER || len > MAX_LEN)
        return 0;
    m = &aead_modes[data[0] % num_aead_modes];
    a.key_len = m->num_keys * (16 + 8 * (data[1] % 3u));
    a.nonce_len = m->nonce_min + data[2] % (m->nonce_max - m->nonce_min + 1);
    a.aad_len = data[3];
    a.tag_len = 16;
    bit = data[7];
    fixed = HEADER + a.key_len + a.nonce_len + a.aad_len;
    if (len < fixed)
        return 0;
    a.key = data + HEADER;
    a.nonce = a.key + a.key_len;
    a.aad = a.nonce + a.nonce_len;
    len -= fixed;
    cuts.aad = cut(m, data[4], a.aad_len);
    cuts.second = cut(m, data[5], len);
    cuts.first = cut(m, data[6], cuts.second);
    ab_cpu_detect(&cpu);
    for (const struct ab_aes_kernels *const *k = ab_aes_list(); *k != NULL; k++)
        if (ab_aes_is_usable(*k, &cpu))
            check_level(m, *k, &a, data + fixed, len, &cuts, bit);
    return 0;
}
