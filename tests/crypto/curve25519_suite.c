/*
 * X25519 and Ed25519: the vectors of RFC 7748 and RFC 8032, and every implementation that this processor can run
 * against the portable one, on random points and on points with long carry chains or exceptional cases.
 */
#include <string.h>

#include "afterburner/curve25519.h"
#include "afterburner/curve25519_batch.h"
#include "crypto/curve25519/curve25519_kat.h"
#include "crypto/eddsa/scalar.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"
#include "kernels/bignum/invert.h"
#include "kernels/curve25519/curve25519_kernels.h"
#include "kernels/curve25519/curve25519_batch_kernels.h"
#include "kernels/wide.h"

enum { LEN = 32, NUM_RANDOM = 300, NUM_RANDOM_SLOW = 3 };

typedef uint8_t bytes[LEN];

static unsigned num_random(void)
{
    return t_is_slow() ? NUM_RANDOM_SLOW : NUM_RANDOM;
}

static size_t from_hex(uint8_t *out, const char *hex)
{
    const char *at = hex;

    for (; *at != '\0'; at += 2) {
        uint8_t high = (uint8_t)(at[0] <= '9' ? at[0] - '0' : at[0] - 'a' + 10);
        uint8_t low = (uint8_t)(at[1] <= '9' ? at[1] - '0' : at[1] - 'a' + 10);

        *out++ = (uint8_t)(high << 4 | low);
    }
    return (size_t)(at - hex) / 2;
}

static const struct ab_hash *sha512(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    return ab_hash_pick(AB_HASH_SHA512, &cpu);
}

/* ---- vectors ---- */

struct exchange {
    const char *scalar, *u, *out;
};
struct signature {
    const char *private_key, *public_key, *message, *signature;
};

#include "curve25519_vectors.h"

/* RFC 7748 sec. 5.2: each result becomes the next scalar, and the old scalar the next u. */
static void check_iterations(const struct ab_curve25519_kernels *k, unsigned num, const char *want)
{
    bytes scalar = { 9 }, u = { 9 }, next, right;

    for (unsigned i = 0; i < num; i++) {
        CHECK(ab_x25519(k, next, scalar, u));
        memcpy(u, scalar, LEN);
        memcpy(scalar, next, LEN);
    }
    from_hex(right, want);
    CHECK_BYTES(scalar, right, LEN);
}

static void check_exchanges(const struct ab_curve25519_kernels *k)
{
    bytes scalar, u, right, out;

    t_where.check = "RFC 7748";
    for (size_t i = 0; i < sizeof(exchanges) / sizeof(exchanges[0]); i++) {
        from_hex(scalar, exchanges[i].scalar);
        from_hex(u, exchanges[i].u);
        from_hex(right, exchanges[i].out);
        CHECK(ab_x25519(k, out, scalar, u));
        CHECK_BYTES(out, right, LEN);
    }
    check_iterations(k, 1, "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079");
    if (!t_is_slow())
        check_iterations(k, 1000, "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51");
}

static void check_signature(const struct ab_curve25519_kernels *k, const struct signature *s)
{
    static uint8_t text[1100];
    uint8_t made[AB_ED25519_SIGNATURE_LEN], right[AB_ED25519_SIGNATURE_LEN];
    bytes private_key, public_key, out;
    struct ab_ed25519_message m = { AB_ED25519, .data = text };

    from_hex(private_key, s->private_key);
    from_hex(public_key, s->public_key);
    from_hex(right, s->signature);
    m.len = from_hex(text, s->message);
    t_where.len = m.len;
    ab_ed25519_public(k, sha512(), out, private_key);
    CHECK_BYTES(out, public_key, LEN);
    ab_ed25519_sign(k, sha512(), made, &m, private_key, public_key);
    CHECK_BYTES(made, right, sizeof(made));
    CHECK(ab_ed25519_verify(k, sha512(), right, &m, public_key));
    for (unsigned bit = 0; bit < 8 * sizeof(right); bit += t_is_slow() ? 97 : 7) {
        right[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK(!ab_ed25519_verify(k, sha512(), right, &m, public_key));
        right[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    m.len++;
    CHECK(!ab_ed25519_verify(k, sha512(), right, &m, public_key));
}

/* s += the order of the base point: s of another signature that fulfils the same equation (RFC 8032 sec. 8.4). */
static void add_order(uint8_t s[LEN])
{
    uint8_t order[LEN];
    unsigned sum = 0;

    from_hex(order, "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    for (unsigned i = 0; i < LEN; i++) {
        sum = (sum >> 8) + s[i] + order[i];
        s[i] = (uint8_t)sum;
    }
}

static void check_signatures(const struct ab_curve25519_kernels *k)
{
    t_where.check = "Ed25519 vectors";
    for (size_t i = 0; i < sizeof(signatures) / sizeof(signatures[0]); i += t_is_slow() ? 16 : 1)
        check_signature(k, &signatures[i]);
}

/* RFC 8032 sec. 7.2 and 7.3. */
static void check_instances(const struct ab_curve25519_kernels *k)
{
    uint8_t text[64], made[AB_ED25519_SIGNATURE_LEN], right[AB_ED25519_SIGNATURE_LEN];
    struct ab_ed25519_message m = { AB_ED25519CTX, (const uint8_t *)"foo", 3, text, 0 };
    struct ab_hash_ctx c;
    bytes private_key, public_key;

    t_where.check = "with a context";
    from_hex(private_key, "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6");
    ab_ed25519_public(k, sha512(), public_key, private_key);
    m.len = from_hex(text, "f726936d19c800494e3fdaff20b276a8");
    from_hex(right, "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a"
                    "8b36950b95130022907a7fb7c4e9b2d5f6cca685a587b4b21f4b888e4e7edb0d");
    ab_ed25519_sign(k, sha512(), made, &m, private_key, public_key);
    CHECK_BYTES(made, right, sizeof(right));
    CHECK(ab_ed25519_verify(k, sha512(), made, &m, public_key));
    m.context_len = 2;
    CHECK(!ab_ed25519_verify(k, sha512(), made, &m, public_key));

    t_where.check = "prehashed";
    from_hex(private_key, "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42");
    ab_ed25519_public(k, sha512(), public_key, private_key);
    ab_hash_init(&c, sha512());
    ab_hash_update(&c, (const uint8_t *)"abc", 3);
    ab_hash_final(&c, text);
    m = (struct ab_ed25519_message){ AB_ED25519PH, .data = text, .len = 64 };
    from_hex(right, "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41"
                    "31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406");
    ab_ed25519_sign(k, sha512(), made, &m, private_key, public_key);
    CHECK_BYTES(made, right, sizeof(right));
    CHECK(ab_ed25519_verify(k, sha512(), made, &m, public_key));
    add_order(made + LEN);
    CHECK(!ab_ed25519_verify(k, sha512(), made, &m, public_key));
    m.instance = AB_ED25519;
    CHECK(!ab_ed25519_verify(k, sha512(), right, &m, public_key));
}

/* ---- against the portable implementation ---- */

/*
 * Values with long carry chains, each below 2^256: small ones, values near p, 2p and 2^256, runs of ones, points of low
 * order.
 */
static void structured(bytes out, unsigned i)
{
    static const char *const low_order[] = {
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    };

    memset(out, 0, LEN);
    if (i < 20)
        out[0] = (uint8_t)i;
    else if (i < 60) {
        memset(out, 0xff, LEN);
        out[0] = (uint8_t)(0xc9 + i);
        out[31] = i % 2 != 0 ? 0xff : 0x7f;
    } else if (i < 63)
        from_hex(out, low_order[i - 60]);
    else if (i < 63 + 8)
        memset(out + 4 * (i - 63), 0xff, 4);
    else
        memset(out, 0xff, i - 70);
}
enum { NUM_STRUCTURED = 70 + LEN };

static void check_like_portable(const struct ab_curve25519_kernels *k, const bytes scalar, const bytes point)
{
    const struct ab_curve25519_kernels *p = &ab_curve25519_portable;
    bytes s, half, out, want;
    int ok;

    memcpy(s, scalar, LEN);
    s[31] &= 127;
    k->ladder(out, s, point);
    CHECK(!t_upper_halves_dirty());
    p->ladder(want, s, point);
    CHECK_BYTES(out, want, LEN);
    k->base_u(out, s);
    p->base_u(want, s);
    CHECK_BYTES(out, want, LEN);
    k->base_point(out, s);
    CHECK(!t_upper_halves_dirty());
    p->base_point(want, s);
    CHECK_BYTES(out, want, LEN);
    s[31] &= 31;
    memcpy(half, point, LEN);
    half[31] &= 31;
    ok = k->check(out, s, half, point);
    CHECK(!t_upper_halves_dirty());
    CHECK(ok == p->check(want, s, half, point));
    if (ok)
        CHECK_BYTES(out, want, LEN);
}

static void check_against_portable(const struct ab_curve25519_kernels *k)
{
    bytes scalar, point;

    t_where.check = "random scalars and points, as in C";
    for (unsigned i = 0; i < num_random(); i++) {
        t_random_bytes(scalar, LEN);
        t_random_bytes(point, LEN);
        check_like_portable(k, scalar, point);
    }
    t_where.check = "structured ones, extra";
    for (unsigned i = 0; i < NUM_STRUCTURED; i += t_is_slow() ? 17 : 1) {
        t_where.extra = i;
        structured(point, i);
        t_random_bytes(scalar, LEN);
        check_like_portable(k, scalar, point);
        check_like_portable(k, point, scalar);
        check_like_portable(k, point, point);
    }
}

/* Check the relations between the functions: base_u is the ladder from u = 9, and s B - h B is (s - h) B. */
static void check_relations(const struct ab_curve25519_kernels *k)
{
    static const uint8_t one[LEN] = { 1 }, nine[LEN] = { 9 }, zero[LEN];
    static const char order[] = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
    bytes s, h, base, by_ladder, by_table, sum, last;

    t_where.check = "relations";
    from_hex(last, order);
    last[0]--;
    k->base_point(base, one);
    for (unsigned i = 0; i < num_random(); i++) {
        t_random_bytes(s, LEN);
        s[31] &= 127;
        k->ladder(by_ladder, s, nine);
        k->base_u(by_table, s);
        CHECK_BYTES(by_table, by_ladder, LEN);
        t_random_bytes(h, LEN);
        s[31] &= 15;
        h[31] &= 15;
        ab_scalar_mul_add(&ab_order25519, sum, h, last, s); /* s - h */
        k->base_point(by_table, sum);
        CHECK(k->check(by_ladder, s, h, base));
        CHECK_BYTES(by_ladder, by_table, LEN);
    }
    t_where.check = "points of low order give no secret";
    for (unsigned i = 60; i < 63; i++) {
        structured(h, i);
        t_random_bytes(s, LEN);
        CHECK(!ab_x25519(k, sum, s, h));
        CHECK_BYTES(sum, zero, LEN);
    }
}

static void check_kernels(const struct ab_curve25519_kernels *k)
{
    t_where.subject = "curve25519";
    t_where.level = ab_curve25519_level(k);
    check_exchanges(k);
    check_signatures(k);
    check_instances(k);
    check_against_portable(k);
    check_relations(k);
    t_where.check = "known answers";
    CHECK(ab_curve25519_kat(k, sha512()) && ab_curve25519_first_use_kat(k));
}

/* ---- several keys in lanes, against the portable implementation ---- */

typedef bytes lanes[AB_CURVE25519_MAX_LANES];

static void check_lanes_once(const struct ab_curve25519_batch_kernels *l, lanes scalar, lanes point)
{
    const struct ab_curve25519_kernels *p = &ab_curve25519_portable;
    lanes ladder, u, edwards, checked, half;
    uint32_t are_points = 0;
    bytes want;

    for (unsigned i = 0; i < l->width; i++) {
        memcpy(half[i], point[i], LEN);
        half[i][31] &= 31;
        scalar[i][31] &= 31;
    }
    l->ladder(ladder, (const bytes *)scalar, (const bytes *)point);
    l->base_u(u, (const bytes *)scalar);
    l->base_point(edwards, (const bytes *)scalar);
    CHECK(!t_upper_halves_dirty());
    if (l->check != NULL)
        are_points = l->check(checked, (const bytes *)scalar, (const bytes *)half, (const bytes *)point);
    CHECK(!t_upper_halves_dirty());
    for (unsigned i = 0; i < l->width; i++) {
        p->ladder(want, scalar[i], point[i]);
        CHECK_BYTES(ladder[i], want, LEN);
        p->base_u(want, scalar[i]);
        CHECK_BYTES(u[i], want, LEN);
        p->base_point(want, scalar[i]);
        CHECK_BYTES(edwards[i], want, LEN);
        if (l->check == NULL || !CHECK((are_points >> i & 1) == (uint32_t)p->check(want, scalar[i], half[i], point[i])))
            continue;
        if ((are_points >> i & 1) != 0)
            CHECK_BYTES(checked[i], want, LEN);
    }
}

static void check_lanes(const struct ab_curve25519_batch_kernels *l)
{
    lanes scalar, point;

    t_where.subject = "curve25519, several keys";
    t_where.level = l->needs.name;
    t_where.check = "random and structured ones, as in C, extra";
    for (unsigned n = 0; n < NUM_STRUCTURED; n += t_is_slow() ? 40 : 1) {
        t_where.extra = n;
        for (unsigned i = 0; i < l->width; i++) {
            t_random_bytes(scalar[i], LEN);
            structured(i % 2 != 0 ? point[i] : scalar[i], (n + i) % NUM_STRUCTURED);
            if (i % 2 == 0)
                t_random_bytes(point[i], LEN);
        }
        check_lanes_once(l, scalar, point);
    }
}

/* ---- the known-answer test must fail for kernels that do nothing ---- */

static void no_ladder(uint8_t out[32], const uint8_t scalar[32], const uint8_t u[32])
{
    (void)out, (void)scalar, (void)u;
}

static void no_base(uint8_t out[32], const uint8_t scalar[32])
{
    (void)out, (void)scalar;
}

static int no_check(uint8_t out[32], const uint8_t s[32], const uint8_t h[32], const uint8_t a[32])
{
    (void)out, (void)s, (void)h, (void)a;
    return 1;
}

static void check_broken_kernels(void)
{
    struct ab_curve25519_kernels broken[4];

    t_where.check = "broken kernels, extra";
    for (unsigned i = 0; i < 4; i++)
        broken[i] = ab_curve25519_portable;
    broken[0].ladder = no_ladder;
    broken[1].base_u = no_base;
    broken[2].base_point = no_base;
    broken[3].check = no_check;
    for (unsigned i = 0; i < 4; i++) {
        t_where.extra = i;
        CHECK(!ab_curve25519_kat(&broken[i], sha512()));
        CHECK(!ab_curve25519_first_use_kat(&broken[i]));
    }
}

/* ---- the arithmetic below, against bit-by-bit arithmetic ---- */

/* r = wide modulo m, bit by bit: double r, add the bit, and subtract m if r is not below it. */
static void slow_modulo(uint64_t r[4], const uint64_t wide[8], const uint64_t m[4])
{
    memset(r, 0, 32);
    for (unsigned i = 512; i-- > 0;) {
        uint64_t twice[4], less[4], over = r[3] >> 63, borrow = 0;

        for (unsigned j = 0; j < 4; j++)
            twice[j] = r[j] << 1 | (j == 0 ? wide[i / 64] >> i % 64 & 1 : r[j - 1] >> 63);
        for (unsigned j = 0; j < 4; j++) {
            uint128 difference = u128_difference(twice[j], m[j], borrow);

            less[j] = u128_low(difference);
            borrow = u128_high(difference) & 1;
        }
        memcpy(r, over != 0 || borrow == 0 ? less : twice, 32);
    }
}

/* a b + c, of 512 bits */
static void slow_product(uint64_t r[8], const uint64_t a[4], const uint64_t b[4], const uint64_t c[4])
{
    memset(r, 0, 64);
    memcpy(r, c, 32);
    for (unsigned i = 0; i < 4; i++) {
        uint64_t carry = 0;

        for (unsigned j = 0; j < 4 || i + j < 8; j++) {
            uint128 sum = u128_mul_add(a[i], j < 4 ? b[j] : 0, r[i + j], carry);

            r[i + j] = u128_low(sum);
            carry = u128_high(sum);
        }
    }
}

static const uint64_t ORDER[4] = { 0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 0x1000000000000000 };
static const uint64_t P[4] = { (uint64_t)-19, UINT64_MAX, UINT64_MAX, INT64_MAX };

/* Make random words, or runs of zeros and ones with long carry chains. */
static void random_words(uint64_t *w, unsigned num)
{
    unsigned kind = (unsigned)t_random_below(4);

    t_random_bytes(w, num * sizeof(*w));
    for (unsigned i = 0; i < num && kind != 0; i++)
        if (t_random_below(3) != 0)
            w[i] = kind == 1 ? 0 : kind == 2 ? UINT64_MAX : w[i] >> t_random_below(64);
}

static void check_scalars(void)
{
    uint64_t wide[8], words[3][4], want[4], got[4];

    t_where.check = "scalars";
    for (unsigned i = 0; i < 20 * num_random(); i++) {
        random_words(wide, 8);
        slow_modulo(want, wide, ORDER);
        ab_scalar_reduce(&ab_order25519, (uint8_t *)got, (const uint8_t *)wide, sizeof(wide));
        CHECK_BYTES(got, want, LEN);
        random_words(words[0], 12);
        slow_product(wide, words[0], words[1], words[2]);
        slow_modulo(want, wide, ORDER);
        ab_scalar_mul_add(&ab_order25519, (uint8_t *)got, (const uint8_t *)words[0], (const uint8_t *)words[1],
                          (const uint8_t *)words[2]);
        CHECK_BYTES(got, want, LEN);
        CHECK(ab_scalar_is_reduced(&ab_order25519, (const uint8_t *)want));
    }
    memcpy(got, ORDER, sizeof(got));
    CHECK(!ab_scalar_is_reduced(&ab_order25519, (const uint8_t *)got));
    got[0]--;
    CHECK(ab_scalar_is_reduced(&ab_order25519, (const uint8_t *)got));
}

static void check_inverses(void)
{
    static const struct ab_invert256_modulus modulus = { { -19, 0, 0, 0, 128 }, 0x39435e50d79435e5 };
    static const uint64_t zero[4], one[4] = { 1 };
    uint64_t a[4], wide[8] = { 0 }, inverse[4], product[4];

    t_where.check = "inverses modulo 2^255 - 19";
    for (unsigned i = 0; i < 10 * num_random(); i++) {
        random_words(wide, 4);
        slow_modulo(a, wide, P);
        ab_invert256(inverse, a, &modulus);
        slow_product(wide, a, inverse, zero);
        slow_modulo(product, wide, P);
        CHECK_BYTES(product, memcmp(a, zero, LEN) == 0 ? zero : one, LEN);
        memset(wide, 0, sizeof(wide));
    }
}

void ab_suite_curve25519(void)
{
    struct ab_cpu cpu;
    uint32_t untested;

    ab_cpu_detect(&cpu);
    untested = t_untested_bits(&cpu);
    for (const struct ab_curve25519_kernels *const *k = ab_curve25519_list(); *k != NULL; k++)
        if (ab_curve25519_is_usable(*k, &cpu) && ((*k)->needs.bits & untested) == 0
            && !t_is_left_to_silicon(&(*k)->needs))
            check_kernels(*k);
    for (const struct ab_curve25519_batch_kernels *const *l = ab_curve25519_batch_kernels_list(); *l != NULL; l++)
        if (ab_curve25519_batch_kernels_is_usable(*l, &cpu) && !t_is_left_to_silicon(&(*l)->needs))
            check_lanes(*l);
    if (t_is_brief())
        return;
    check_broken_kernels();
    check_scalars();
    check_inverses();
}
