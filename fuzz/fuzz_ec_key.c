/*
 * Import points and private keys of every curve. Input: the curve, then an encoded point, the first bytes of which are
 * also taken for a private key. Every implementation gives the same answers; what was decoded is encoded in each form
 * and decoded again.
 */
#include <string.h>

#include "afterburner/ec.h"
#include "fuzz.h"

struct answers {
    uint8_t decoded, has_private, has_secret;
    uint8_t xy[AB_EC_MAX_XY_LEN], public_key[AB_EC_MAX_XY_LEN], secret[AB_EC_MAX_FIELD_LEN];
};

static void check_forms(const struct ab_ec_kernels *c, const uint8_t *xy)
{
    static const enum ab_ec_form forms[] = { AB_EC_COMPRESSED, AB_EC_UNCOMPRESSED, AB_EC_HYBRID };
    uint8_t encoded[AB_EC_MAX_ENCODED_LEN], back[AB_EC_MAX_XY_LEN];

    expect(ab_ec_check_public(c, xy));
    for (unsigned i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        size_t len = ab_ec_encode(c, encoded, forms[i], xy);

        expect(ab_ec_decode(c, back, encoded, len) && memcmp(back, xy, 2 * ab_curve_field_len(c)) == 0);
        expect(!ab_ec_decode(c, back, encoded, len - 1));
        encoded[0] ^= 8;
        expect(!ab_ec_decode(c, back, encoded, len));
    }
}

static void ask(const struct ab_ec_kernels *c, struct answers *a, const uint8_t *in, size_t len,
                const uint8_t private_key[AB_EC_MAX_ORDER_LEN])
{
    memset(a, 0, sizeof(*a));
    a->decoded = ab_ec_decode(c, a->xy, in, len) != 0;
    a->has_private = ab_ec_public(c, a->public_key, private_key) != 0;
    expect(ab_ec_check_private(c, private_key) == a->has_private);
    if (a->decoded)
        check_forms(c, a->xy);
    if (a->has_private)
        expect(ab_ec_check_public(c, a->public_key));
    if (a->decoded)
        a->has_secret = ab_ecdh(c, a->secret, private_key, a->xy) != 0;
    expect(a->has_secret == (a->decoded && a->has_private));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    const struct ab_ec_kernels *const *list;
    uint8_t private_key[AB_EC_MAX_ORDER_LEN] = { 0 };
    struct answers first, other;
    struct ab_cpu cpu;
    int has_first = 0;

    if (len < 1 || len > 1 + AB_EC_MAX_ENCODED_LEN)
        return 0;
    list = ab_curve_list((enum ab_curve_id)(data[0] % AB_NUM_CURVES));
    data++;
    len--;
    memcpy(private_key, data, len < sizeof(private_key) ? len : sizeof(private_key));
    ab_cpu_detect(&cpu);
    for (; *list != NULL; list++) {
        if (!ab_curve_is_usable(*list, &cpu))
            continue;
        ask(*list, has_first ? &other : &first, data, len, private_key);
        expect(!has_first || memcmp(&first, &other, sizeof(first)) == 0);
        has_first = 1;
    }
    return 0;
}
