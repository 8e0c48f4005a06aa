/*
 * X448 and Ed448: vectors of RFC 7748 and RFC 8032, the relations between the functions, and every implementation that
 * this processor can run against the portable one, on random points and on points with long carry chains or exceptional
 * cases.
 */
#include <string.h>

#include "afterburner/curve448.h"
#include "crypto/curve448/curve448_kat.h"
#include "crypto/eddsa/scalar.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"
#include "kernels/curve448/curve448_kernels.h"

enum { LEN = 56, POINT_LEN = 57, NUM_RANDOM = 150, NUM_RANDOM_SLOW = 1 };

static unsigned num_random(void)
{
    return t_is_slow() ? NUM_RANDOM_SLOW : NUM_RANDOM;
}

static void from_hex(uint8_t *out, const char *hex)
{
    for (; *hex != '\0'; hex += 2) {
        uint8_t high = (uint8_t)(hex[0] <= '9' ? hex[0] - '0' : hex[0] - 'a' + 10);
        uint8_t low = (uint8_t)(hex[1] <= '9' ? hex[1] - '0' : hex[1] - 'a' + 10);

        *out++ = (uint8_t)(high << 4 | low);
    }
}

static const struct ab_hash *shake256(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    return ab_hash_pick(AB_HASH_SHAKE_256, &cpu);
}

/* ---- RFC 7748 sec. 5.2 ---- */

static const struct exchange {
    const char *scalar, *u, *out;
} exchanges[] = {
    { "3d262fddf9ec8e88495266fea19a34d28882acef045104d0d1aae121700a779c984c24f8cdd78fbff44943eba368f54b29259a4f1c600ad"
      "3",
      "06fce640fa3487bfda5f6cf2d5263f8aad88334cbd07437f020f08f9814dc031ddbdc38c19c6da2583fa5429db94ada18aa7a7fb4ef8a08"
      "6",
      "ce3e4ff95a60dc6697da1db1d85e6afbdf79b50a2412d7546d5f239fe14fbaadeb445fc66a01b0779d98223961111e21766282f73dd96b6"
      "f" },
    { "203d494428b8399352665ddca42f9de8fef600908e0d461cb021f8c538345dd77c3e4806e25f46d3315c44e0a5b4371282dd2c8d5be3095"
      "f",
      "0fbcc2f993cd56d3305b0b7d9e55d4c1a8fb5dbb52f8e9a1e9b6201b165d015894e56c4d3570bee52fe205e28a78b91cdfbde71ce8d157d"
      "b",
      "884a02576239ff7a2f2f63b2db6a9ff37047ac13568e1e30fe63c4a7ad1b3ee3a5700df34321d62077e63633c575c1c954514e99da7c179"
      "d" },
};

/* Each result becomes the next scalar, and the old scalar the next u. */
static void check_iterations(const struct ab_curve448_kernels *k, unsigned num, const char *want)
{
    uint8_t scalar[LEN] = { 5 }, u[LEN] = { 5 }, next[LEN], right[LEN];

    for (unsigned i = 0; i < num; i++) {
        CHECK(ab_x448(k, next, scalar, u));
        memcpy(u, scalar, LEN);
        memcpy(scalar, next, LEN);
    }
    from_hex(right, want);
    CHECK_BYTES(scalar, right, LEN);
}

static void check_exchanges(const struct ab_curve448_kernels *k)
{
    uint8_t scalar[LEN], u[LEN], right[LEN], out[LEN];

    t_where.check = "RFC 7748";
    for (size_t i = 0; i < sizeof(exchanges) / sizeof(exchanges[0]); i++) {
        from_hex(scalar, exchanges[i].scalar);
        from_hex(u, exchanges[i].u);
        from_hex(right, exchanges[i].out);
        CHECK(ab_x448(k, out, scalar, u));
        CHECK_BYTES(out, right, LEN);
    }
    check_iterations(k, 1,
                     "3f482c8a9f19b01e6c46ee9711d9dc14fd4bf67af30765c2ae2b846a4d23a8cd0db897086239492caf350b51f833868b"
                     "9bc2b3bca9cf4113");
    if (!t_is_slow())
        check_iterations(
            k, 1000,
            "aa3b4749d55b9daf1e5b00288826c467274ce3ebbdd5c17b975e09d4af6c67cf10d087202db88286e2b79fceea3ec3"
            "53ef54faa26e219f38");
}

/* ---- RFC 8032 sec. 7.4 and 7.5 ---- */

static void check_signature(const struct ab_curve448_kernels *k, const uint8_t private_key[POINT_LEN],
                            const struct ab_ed448_message *m, const char *public_hex, const char *signature_hex)
{
    uint8_t public_key[POINT_LEN], made[AB_ED448_SIGNATURE_LEN], right[AB_ED448_SIGNATURE_LEN];

    ab_ed448_public(k, shake256(), public_key, private_key);
    from_hex(right, public_hex);
    CHECK_BYTES(public_key, right, POINT_LEN);
    ab_ed448_sign(k, shake256(), made, m, private_key, public_key);
    from_hex(right, signature_hex);
    CHECK_BYTES(made, right, sizeof(right));
    CHECK(ab_ed448_verify(k, shake256(), right, m, public_key));
    for (unsigned bit = 0; bit < 8 * sizeof(right); bit += t_is_slow() ? 511 : 7) {
        right[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK(!ab_ed448_verify(k, shake256(), right, m, public_key));
        right[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

static void check_signatures(const struct ab_curve448_kernels *k)
{
    static const uint8_t three = 3;
    struct ab_ed448_message m = { .data = &three, .len = 0 };
    uint8_t private_key[POINT_LEN];

    t_where.check = "RFC 8032, blank";
    from_hex(private_key,
             "6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f044e39a3fc5b94492f8f03"
             "2e7549a20098f95b");
    check_signature(
        k, private_key, &m,
        "5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778edf124769b46c7061bd6783df1e50f6cd1fa1abeafe8"
        "256180",
        "533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f2b233f034f628281f2fd7a22ddd47d7828c59bd0a21b"
        "fd3980ff0d2028d4b18a9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cdda8530a113a0f4dbb61149f05a7363268c71d958"
        "08ff2e652600");
    t_where.check = "RFC 8032, one byte with a context";
    from_hex(private_key,
             "c4eab05d357007c632f3dbb48489924d552b08fe0c353a0d4a1f00acda2c463afbea67c5e8d2877c5e3bc397a659949ef802"
             "1e954e0a12274e");
    m = (struct ab_ed448_message){ .context = (const uint8_t *)"foo", .context_len = 3, .data = &three, .len = 1 };
    check_signature(
        k, private_key, &m,
        "43ba28f430cdff456ae531545f7ecd0ac834a55d9358c0372bfa0c6c6798c0866aea01eb00742802b8438ea4cb82169c235160627b4c"
        "3a9480",
        "d4f8f6131770dd46f40867d6fd5d5055de43541f8c5e35abbcd001b32a89f7d2151f7647f11d8ca2ae279fb842d607217fce6e042f68"
        "15ea000c85741de5c8da1144a6a1aba7f96de42505d7a7298524fda538fccbbb754f578c1cad10d54d0d5428407e85dcbc98a49155c1"
        "3764e66c3c00");
}

/* ---- against the portable implementation ---- */

/* Values with long carry chains: small ones, values near p and 2^448, runs of ones within limbs and across them. */
static void structured(uint8_t out[LEN], unsigned i)
{
    memset(out, 0, LEN);
    if (i < 8)
        out[0] = (uint8_t)i;
    else if (i < 24) { /* 2^448 - 2^224 - 9 to + 6 */
        memset(out, 0xff, LEN);
        out[28] = 0xfe;
        if (i < 16)
            out[0] = (uint8_t)(0xf0 + i);
        else {
            memset(out, 0, 28);
            out[28] = 0xff;
            out[0] = (uint8_t)(i - 16);
        }
    } else if (i < 24 + LEN)
        memset(out, 0xff, i - 23);
    else
        memset(out + 7 * (i - 24 - LEN), 0xff, 7);
}
enum { NUM_STRUCTURED = 24 + LEN + 8 };

static void check_like_portable(const struct ab_curve448_kernels *k, const uint8_t scalar[LEN],
                                const uint8_t point[LEN])
{
    const struct ab_curve448_kernels *p = &ab_curve448_portable;
    uint8_t s[LEN], half[LEN], a[POINT_LEN], out[POINT_LEN], want[POINT_LEN];

    k->ladder(out, scalar, point);
    CHECK(!t_upper_halves_dirty());
    p->ladder(want, scalar, point);
    CHECK_BYTES(out, want, LEN);
    memcpy(s, scalar, LEN);
    s[LEN - 1] &= 63;
    k->base_u(out, s);
    p->base_u(want, s);
    CHECK_BYTES(out, want, LEN);
    k->base_point(out, s);
    p->base_point(want, s);
    CHECK_BYTES(out, want, POINT_LEN);
    memcpy(half, point, LEN);
    half[LEN - 1] &= 63;
    memcpy(a, point, LEN);
    a[LEN] = (uint8_t)(scalar[0] << 7);
    CHECK(k->check(want, s, half, a) == p->check(want, s, half, a));
    CHECK(k->check(a, s, half, want) == p->check(a, s, half, want));
    CHECK(!t_upper_halves_dirty());
}

static void check_against_portable(const struct ab_curve448_kernels *k)
{
    uint8_t scalar[LEN], point[LEN];

    t_where.check = "random scalars and points, as in C";
    for (unsigned i = 0; i < num_random(); i++) {
        t_random_bytes(scalar, LEN);
        t_random_bytes(point, LEN);
        check_like_portable(k, scalar, point);
    }
    t_where.check = "structured ones, extra";
    for (unsigned i = 0; i < NUM_STRUCTURED; i += t_is_slow() ? 61 : 1) {
        t_where.extra = i;
        structured(point, i);
        t_random_bytes(scalar, LEN);
        check_like_portable(k, scalar, point);
        check_like_portable(k, point, point);
    }
}

/* ---- relations between the functions ---- */

static void check_relations(const struct ab_curve448_kernels *k)
{
    static const uint8_t one[LEN] = { 1 }, five[LEN] = { 5 };
    uint8_t s[LEN], h[LEN], difference[LEN], last[LEN], by_ladder[LEN], by_table[LEN], base[POINT_LEN], r[POINT_LEN];

    t_where.check = "relations";
    memcpy(last, ab_order448.order, LEN);
    last[0]--;
    k->base_point(base, one);
    for (unsigned i = 0; i < num_random(); i++) {
        t_random_bytes(s, LEN);
        s[LEN - 1] &= 63;
        k->ladder(by_ladder, s, five);
        k->base_u(by_table, s);
        CHECK_BYTES(by_table, by_ladder, LEN);
        t_random_bytes(h, LEN);
        h[LEN - 1] &= 31;
        ab_scalar_mul_add(&ab_order448, difference, h, last, s); /* s - h */
        k->base_point(r, difference);
        CHECK(k->check(r, s, h, base));
        s[0] ^= 1;
        CHECK(!k->check(r, s, h, base));
    }
}

/* 0, 1 and p - 1 as u: RFC 7748 sec. 6.2. */
static void check_low_order(const struct ab_curve448_kernels *k)
{
    static const unsigned places[] = { 0, 1, 14 };
    static const uint8_t zero[LEN];
    uint8_t scalar[LEN], u[LEN], out[LEN];

    t_where.check = "points of low order give no secret";
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        structured(u, places[i]);
        t_random_bytes(scalar, LEN);
        CHECK(!ab_x448(k, out, scalar, u));
        CHECK_BYTES(out, zero, LEN);
    }
}

static void check_kernels(const struct ab_curve448_kernels *k)
{
    t_where.subject = "curve448";
    t_where.level = ab_curve448_level(k);
    check_exchanges(k);
    check_signatures(k);
    check_against_portable(k);
    check_relations(k);
    check_low_order(k);
    t_where.check = "known answers";
    CHECK(ab_curve448_kat(k, shake256()) && ab_curve448_first_use_kat(k, shake256()));
}

/* ---- the known-answer test must fail for kernels that do nothing ---- */

static void no_ladder(uint8_t out[56], const uint8_t scalar[56], const uint8_t u[56])
{
    (void)out, (void)scalar, (void)u;
}

static void no_base(uint8_t *out, const uint8_t scalar[56])
{
    (void)out, (void)scalar;
}

static int no_check(const uint8_t r[57], const uint8_t s[56], const uint8_t h[56], const uint8_t a[57])
{
    (void)r, (void)s, (void)h, (void)a;
    return 1;
}

static void check_broken_kernels(void)
{
    struct ab_curve448_kernels broken[4];

    t_where.check = "broken kernels, extra";
    for (unsigned i = 0; i < 4; i++)
        broken[i] = ab_curve448_portable;
    broken[0].ladder = no_ladder;
    broken[1].base_u = no_base;
    broken[2].base_point = no_base;
    broken[3].check = no_check;
    for (unsigned i = 0; i < 4; i++) {
        t_where.extra = i;
        CHECK(!ab_curve448_kat(&broken[i], shake256()));
        CHECK(!ab_curve448_first_use_kat(&broken[i], shake256()));
    }
}

/* ---- scalars ---- */

/*
 * (q L + r) modulo L is r, for any r below L and any q, where q L is computed by ab_scalar_mul_add itself; and scalars
 * longer than twice the order.
 */
static void check_scalars(void)
{
    uint8_t r[LEN], q[LEN], got[LEN], wide[2 * LEN + 2] = { 0 }, one[LEN] = { 1 };

    t_where.check = "scalars modulo the order";
    for (unsigned i = 0; i < 20 * num_random(); i++) {
        t_random_bytes(r, LEN);
        t_random_bytes(q, LEN);
        r[LEN - 1] &= 31;
        ab_scalar_mul_add(&ab_order448, got, q, (const uint8_t *)ab_order448.order, r);
        CHECK_BYTES(got, r, LEN);
        memcpy(wide, r, LEN);
        ab_scalar_reduce(&ab_order448, got, wide, sizeof(wide));
        CHECK_BYTES(got, r, LEN);
        CHECK(ab_scalar_is_reduced(&ab_order448, r));
    }
    CHECK(!ab_scalar_is_reduced(&ab_order448, (const uint8_t *)ab_order448.order));
    t_where.check = "Horner's rule";
    for (unsigned i = 0; i < 20 * num_random(); i++) { /* lower + 2^448 upper */
        t_random_bytes(wide, 2 * LEN);
        ab_scalar_reduce(&ab_order448, got, wide, 2 * LEN);
        memset(q, 0xff, LEN);
        ab_scalar_mul_add(&ab_order448, r, q, one, one); /* 2^448 */
        ab_scalar_mul_add(&ab_order448, r, r, wide + LEN, wide);
        CHECK_BYTES(got, r, LEN);
    }
}

void ab_suite_curve448(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_curve448_kernels *const *k = ab_curve448_list(); *k != NULL; k++)
        if (ab_curve448_is_usable(*k, &cpu) && !t_is_left_to_silicon(&(*k)->needs))
            check_kernels(*k);
    if (t_is_brief())
        return;
    check_broken_kernels();
    check_scalars();
}
