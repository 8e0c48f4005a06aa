/*
 * DSA and Diffie-Hellman: the vectors of RFC 6979 with every implementation of the arithmetic, combs against plain
 * powers, the Jacobi symbol against Euler's criterion, how random numbers are drawn, and DER.
 */
#include <stdlib.h>
#include <string.h>

#include "afterburner/dh.h"
#include "afterburner/dsa.h"
#include "crypto/dsa/dsa_der.h"
#include "crypto/dsa/dsa_kat.h"
#include "crypto/ffc/ffc.h"
#include "crypto/ffc/jacobi.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/random_source.h"
#include "harness/sound.h"
#include "harness/suites.h"
#include "crypto/bignum_cases.h"

enum { MAX = 32, MAX_Q = 4 };

struct rfc6979_key {
    const char *p, *q, *g, *x, *y;
};
struct rfc6979_signature {
    unsigned key;
    enum ab_hash_id hash;
    const char *message, *r, *s;
};

#include "dsa_vectors.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct ab_cpu cpu;

static void from_hex(uint64_t *r, size_t num, const char *hex)
{
    memset(r, 0, num * sizeof(*r));
    for (size_t i = 0, len = strlen(hex); i < len; i++) {
        char c = hex[len - 1 - i];
        uint64_t digit = (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);

        r[i / 16] |= digit << 4 * (i % 16);
    }
}

/* ---- DSA ---- */

struct key {
    struct ab_ffc *group;
    struct ab_dsa_public *public;
    uint64_t x[MAX], y[MAX];
};

/*
 * The group recognises its own numbers, with any number of leading zeros, and refuses others: each is changed once in
 * its lowest word.
 */
static void check_numbers(const struct ab_ffc *group, const struct ab_ffc_numbers *n)
{
    static uint64_t other[MAX];
    struct ab_ffc_numbers changed = *n;

    CHECK(ab_ffc_has_numbers(group, n));
    changed.q = NULL;
    CHECK(!ab_ffc_has_numbers(group, &changed));
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t **number = i == 0 ? &changed.p : i == 1 ? &changed.q : &changed.g;

        changed = *n;
        memcpy(other, *number, (i == 1 ? MAX_Q : MAX) * sizeof(other[0]));
        other[0] ^= 2;
        *number = other;
        CHECK(!ab_ffc_has_numbers(group, &changed));
    }
}

static void make_key(struct key *k, const struct ab_bignum *b, const struct rfc6979_key *v)
{
    uint64_t p[MAX], q[MAX_Q], g[MAX];
    const struct ab_ffc_numbers n = { p, q, g, MAX, MAX_Q, MAX };

    from_hex(p, MAX, v->p);
    from_hex(q, MAX_Q, v->q);
    from_hex(g, MAX, v->g);
    from_hex(k->x, MAX, v->x);
    from_hex(k->y, MAX, v->y);
    k->group = ab_ffc_new(b, &n, 0);
    CHECK(k->group != NULL && ab_ffc_has_order_q(k->group));
    check_numbers(k->group, &n);
    k->public = ab_dsa_public_new(k->group, k->y);
    CHECK(k->public != NULL && ab_ffc_check_public(k->group, k->y, 0) && ab_dsa_is_private(k->group, k->x));
}

static void free_key(struct key *k)
{
    ab_dsa_public_free(k->public);
    ab_ffc_free(k->group);
}

static size_t hash_of(uint8_t digest[AB_HASH_MAX_DIGEST], const struct ab_hash *h, const char *text)
{
    struct ab_hash_ctx c;

    ab_hash_init(&c, h);
    ab_hash_update(&c, (const uint8_t *)text, strlen(text));
    ab_hash_final(&c, digest);
    return h->algorithm->digest_len;
}

/* A signature is valid, and invalid once anything is altered. */
static void check_verification(const struct key *k, const struct ab_dsa_signature *sig, const struct ab_dsa_digest *d)
{
    size_t num = ab_dsa_q_words(k->group);
    uint64_t other[MAX_Q];
    int failed;

    CHECK(ab_dsa_verify(k->public, sig, d, &failed) && !failed);
    memcpy(other, sig->s, num * sizeof(*other));
    other[0] ^= 2;
    CHECK(!ab_dsa_verify(k->public, &(struct ab_dsa_signature){ sig->r, other }, d, &failed) && !failed);
    CHECK(!ab_dsa_verify(k->public, &(struct ab_dsa_signature){ sig->s, sig->r }, d, &failed) && !failed);
    CHECK(!ab_dsa_verify(k->public, sig, &(struct ab_dsa_digest){ d->bytes, d->len - 1 }, &failed) || d->len > 8 * num);
    memset(other, 0, sizeof(other));
    CHECK(!ab_dsa_verify(k->public, &(struct ab_dsa_signature){ other, sig->s }, d, &failed) && !failed);
    CHECK(!ab_dsa_verify(k->public, &(struct ab_dsa_signature){ sig->r, other }, d, &failed) && !failed);
    memcpy(other, k->group->q->n, num * sizeof(*other));
    CHECK(!ab_dsa_verify(k->public, &(struct ab_dsa_signature){ sig->r, other }, d, &failed) && !failed);
}

static void check_vector(const struct key *k, const struct rfc6979_signature *v)
{
    uint64_t r[MAX_Q] = { 0 }, s[MAX_Q] = { 0 }, want_r[MAX_Q], want_s[MAX_Q];
    const struct ab_dsa_signature sig = { r, s };
    const struct ab_hash *h = ab_hash_pick(v->hash, &cpu);
    uint8_t digest[AB_HASH_MAX_DIGEST];
    const struct ab_dsa_digest d = { digest, hash_of(digest, h, v->message) };

    from_hex(want_r, MAX_Q, v->r);
    from_hex(want_s, MAX_Q, v->s);
    CHECK(ab_dsa_sign_deterministic(k->group, &sig, k->x, &d, h));
    CHECK_BYTES(r, want_r, sizeof(r));
    CHECK_BYTES(s, want_s, sizeof(s));
    check_verification(k, &sig, &d);
}

static void check_hedged(const struct key *k)
{
    uint64_t r[2][MAX_Q], s[2][MAX_Q];
    const struct ab_hash *sha512 = ab_hash_pick(AB_HASH_SHA512, &cpu);
    const struct ab_dsa_digest d = { (const uint8_t *)"a digest of twenty-eight bytes", 28 };

    for (unsigned i = 0; i < 2; i++) {
        CHECK(ab_dsa_sign(k->group, &(struct ab_dsa_signature){ r[i], s[i] }, k->x, &d, sha512, &t_random_source));
        check_verification(k, &(struct ab_dsa_signature){ r[i], s[i] }, &d);
    }
    CHECK(memcmp(r[0], r[1], 8) != 0);
}

static void check_dsa(const struct ab_bignum *b)
{
    unsigned step = t_is_slow() ? 7 : 1;

    for (unsigned i = 0; i < COUNT(rfc6979_keys); i++) {
        struct key k;

        make_key(&k, b, &rfc6979_keys[i]);
        for (unsigned j = 0; j < COUNT(rfc6979_signatures); j += step)
            if (rfc6979_signatures[j].key == i)
                check_vector(&k, &rfc6979_signatures[j]);
        check_hedged(&k);
        free_key(&k);
    }
}

/* ---- powers ---- */

static void check_combs(const struct ab_bignum *b, size_t num_words, size_t num_bits)
{
    uint64_t n[MAX], g[MAX], y[MAX], e[2][MAX] = { { 0 } }, got[MAX], want[MAX], other[MAX];
    struct ab_comb *combs[2];
    struct ab_modulus *m;

    t_random_modulus(n, num_words);
    t_random_residue(g, n, num_words);
    t_random_residue(y, n, num_words);
    m = ab_modulus_new(b, n, num_words);
    combs[0] = ab_comb_new(m, g, num_bits);
    combs[1] = ab_comb_new(m, y, num_bits);
    for (unsigned i = 0; i < 4; i++) { /* zeros, ones, random */
        for (unsigned k = 0; k < 2; k++)
            for (size_t bit = 0; bit < num_bits; bit++) {
                uint64_t one = i < 2 ? i : t_random() & 1;

                e[k][bit / 64] = (e[k][bit / 64] & ~((uint64_t)1 << bit % 64)) | one << bit % 64;
            }
        CHECK(ab_mod_exp(m, want, g, e[0], num_bits) && ab_mod_exp(m, other, y, e[1], num_bits));
        CHECK(ab_comb_exp(m, got, &(struct ab_comb_power){ combs[0], e[0] }));
        CHECK_BYTES(got, want, num_words * sizeof(*got));
        ab_mod_mul(m, want, want, other);
        CHECK(ab_comb_exp_joint_public(m, got, (struct ab_comb_power[]){ { combs[0], e[0] }, { combs[1], e[1] } }));
        CHECK_BYTES(got, want, num_words * sizeof(*got));
    }
    free(combs[0]);
    free(combs[1]);
    ab_modulus_free(m);
}

/* (a / p) = a^((p - 1) / 2) modulo the prime 2^521 - 1 */
static void check_jacobi(const struct ab_bignum *b)
{
    enum { NUM = 9, BITS = 521 };
    uint64_t p[NUM], half[NUM], a[NUM], power[NUM] = { 0 };
    struct ab_modulus *m;
    int symbol = 7;

    memset(p, 0xff, sizeof(p));
    p[NUM - 1] = 0x1ff;
    ab_words_shift_right_1(half, p, 0, NUM);
    m = ab_modulus_new(b, p, NUM);
    for (unsigned i = 0; i < (t_is_slow() ? 5 : 100); i++) {
        t_random_residue(a, p, NUM);
        if (i == 0)
            memset(a, 0, sizeof(a));
        CHECK(ab_jacobi_public(&symbol, a, p, NUM) && ab_mod_exp(m, power, a, half, BITS - 1));
        if (ab_words_is_zero(a, NUM))
            CHECK(symbol == 0);
        else
            CHECK(symbol == (power[0] == 1 && ab_words_is_zero(power + 1, NUM - 1) ? 1 : -1));
    }
    ab_modulus_free(m);
}

/* ---- random draws ---- */

/* Draw these candidates one after the other, then fail. */
struct script {
    const uint64_t (*candidates)[3];
    unsigned num, next;
};

static int scripted(void *arg, uint8_t *out, size_t len)
{
    struct script *s = arg;

    if (s->next == s->num)
        return 0;
    memcpy(out, s->candidates[s->next++], len);
    return 1;
}

static void check_draw(const struct ab_bignum *b)
{
    uint64_t q[MAX_Q], x[MAX], candidates[4][3] = { { 0 } };
    struct script s = { (const uint64_t (*)[3])candidates, 4, 0 };
    const struct ab_random_source random = { scripted, &s };
    struct key k;

    make_key(&k, b, &rfc6979_keys[0]);
    from_hex(q, MAX_Q, rfc6979_keys[0].q);
    memcpy(candidates[0], q, sizeof(candidates[0])); /* q and 0 are out of range; bits above 160 are ignored */
    candidates[2][0] = 5;
    candidates[2][2] = (uint64_t)1 << 32;
    memcpy(candidates[3], q, sizeof(candidates[3]));
    candidates[3][0]--;
    CHECK(ab_ffc_draw_private(k.group, x, 160, &random) && s.next == 3 && x[0] == 5 && ab_words_is_zero(x + 1, 15));
    CHECK(ab_ffc_draw_private(k.group, x, 160, &random) && s.next == 4 && x[0] == q[0] - 1 && x[2] == q[2]);
    CHECK(!ab_ffc_draw_private(k.group, x, 160, &random));
    s.next = 1;
    CHECK(ab_ffc_draw_private_of_bits(k.group, x, 130, &random) && x[2] == 2 && x[0] == 0 && x[1] == 0);
    free_key(&k);
}

/* ---- Diffie-Hellman ---- */

static void check_dh(const struct ab_bignum *b)
{
    uint64_t peer[MAX], x[2][MAX], y[2][MAX];
    uint8_t secret[2][8 * MAX], zeros[8 * MAX] = { 0 };
    struct key k;

    make_key(&k, b, &rfc6979_keys[1]);
    for (unsigned i = 0; i < 2; i++)
        CHECK(ab_ffc_draw_private(k.group, x[i], 256, &t_random_source) && ab_ffc_public(k.group, y[i], x[i], 256));
    CHECK(ab_dh(k.group, secret[0], x[0], 256, y[1]) && ab_dh(k.group, secret[1], x[1], 256, y[0]));
    CHECK_BYTES(secret[0], secret[1], sizeof(zeros));
    for (unsigned i = 0; i < 4; i++) { /* 0, 1, p - 1, p */
        memset(peer, 0, sizeof(peer));
        peer[0] = i;
        if (i >= 2)
            memcpy(peer, k.group->p->n, sizeof(peer));
        peer[0] -= i == 2;
        memset(secret[0], 1, sizeof(secret[0]));
        CHECK(!ab_dh(k.group, secret[0], x[0], 256, peer));
        CHECK_BYTES(secret[0], zeros, sizeof(zeros));
        CHECK(!ab_ffc_check_public(k.group, peer, 0));
    }
    free_key(&k);
}

/* ---- DER ---- */

static void check_der(void)
{
    static const struct {
        enum ab_dsa_der want;
        uint8_t len, bytes[16];
    } cases[] = {
        { AB_DSA_DER_OK, 8, { 0x30, 6, 2, 1, 1, 2, 1, 2 } },
        { AB_DSA_DER_OK, 8, { 0x30, 6, 2, 1, 0, 2, 1, 0 } },
        { AB_DSA_DER_OK, 10, { 0x30, 8, 2, 2, 0, 0x80, 2, 2, 0, 0xff } },
        { AB_DSA_DER_TOO_LARGE, 16, { 0x30, 14, 2, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1 } },
        { AB_DSA_DER_WRONG, 9, { 0x30, 6, 2, 1, 1, 2, 1, 2, 0 } },    /* data after the sequence */
        { AB_DSA_DER_WRONG, 9, { 0x30, 7, 2, 1, 1, 2, 1, 2, 0 } },    /* data within it */
        { AB_DSA_DER_WRONG, 7, { 0x30, 6, 2, 1, 1, 2, 1 } },          /* cut off */
        { AB_DSA_DER_WRONG, 9, { 0x30, 0x81, 6, 2, 1, 1, 2, 1, 2 } }, /* a length that is longer than necessary */
        { AB_DSA_DER_WRONG, 10, { 0x30, 0x82, 0, 6, 2, 1, 1, 2, 1, 2 } },
        { AB_DSA_DER_WRONG, 10, { 0x30, 0x80, 2, 1, 1, 2, 1, 2, 0, 0 } }, /* indefinite length */
        { AB_DSA_DER_WRONG, 9, { 0x30, 7, 2, 2, 0, 1, 2, 1, 2 } },        /* a leading zero */
        { AB_DSA_DER_WRONG, 8, { 0x30, 6, 2, 1, 0x80, 2, 1, 2 } },        /* negative */
        { AB_DSA_DER_WRONG, 7, { 0x30, 5, 2, 0, 2, 1, 2 } },              /* empty */
        { AB_DSA_DER_WRONG, 8, { 0x31, 6, 2, 1, 1, 2, 1, 2 } },
        { AB_DSA_DER_WRONG, 8, { 0x30, 6, 3, 1, 1, 2, 1, 2 } },
        { AB_DSA_DER_WRONG, 0, { 0 } },
    };
    uint64_t r[1], s[1], a[MAX_Q], b[MAX_Q], got[2][MAX_Q];
    uint8_t out[80];

    for (unsigned i = 0; i < COUNT(cases); i++)
        CHECK(ab_dsa_der_decode(cases[i].bytes, cases[i].len, r, s, 1) == cases[i].want);
    for (unsigned i = 0; i < 200; i++) {
        size_t len;

        t_random_number(a, MAX_Q);
        t_random_number(b, MAX_Q);
        len = ab_dsa_der_encode(out, a, b, MAX_Q);
        CHECK(len <= ab_dsa_der_max_len(64 * MAX_Q));
        CHECK(ab_dsa_der_decode(out, len, got[0], got[1], MAX_Q) == AB_DSA_DER_OK);
        CHECK_BYTES(got[0], a, sizeof(a));
        CHECK_BYTES(got[1], b, sizeof(b));
    }
    CHECK(ab_dsa_der_max_len(160) == 48 && ab_dsa_der_max_len(224) == 64 && ab_dsa_der_max_len(256) == 72);
}

/* ---- every implementation ---- */

static void check_with(const struct ab_bignum *b)
{
    t_where.level = b->powers[0]->needs.name;
    CHECK(ab_dsa_kat(b, ab_hash_pick(AB_HASH_SHA256, &cpu)));
    CHECK(ab_dsa_first_use_kat(b, ab_hash_pick(AB_HASH_SHA256, &cpu)));
    check_dsa(b);
    check_combs(b, 4, 160);
    check_combs(b, 16, 160);
    check_combs(b, 17, 64);
    check_combs(b, 24, 225);
    check_jacobi(b);
    check_draw(b);
    check_dh(b);
}

void ab_suite_ffc(void)
{
    struct ab_bignum all, one = { 0 };

    ab_cpu_detect(&cpu);
    cpu.bits &= ~t_untested_bits(&cpu);
    if ((cpu.bits & AB_BIT_SHA) != 0 && !t_is_sha1_sound())
        cpu.bits &= ~(uint32_t)AB_BIT_SHA;
    t_where = (struct t_where){ .subject = "DSA and Diffie-Hellman" };
    ab_bignum_pick(&all, &cpu);
    for (unsigned i = 0; all.powers[i] != NULL; i++) { /* in each round only the slower implementations are left */
        if (t_is_brief() && i > 0)
            break;
        one.kernels = all.powers[i + 1] == NULL ? &ab_bignum_portable : all.kernels;
        memcpy(one.powers, all.powers + i, sizeof(all.powers) - i * sizeof(all.powers[0]));
        check_with(&one);
    }
    check_der();
}
