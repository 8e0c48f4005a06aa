/* DSA and Diffie-Hellman: private keys, nonces, signed digests and shared secrets are secret. */
#include <string.h>

#include "afterburner/dh.h"
#include "afterburner/dsa.h"
#include "crypto/ffc/ffc.h"
#include "ct/ct.h"
#include "ct/ct_case.h"
#include "harness/harness.h"
#include "harness/random_source.h"
#include "crypto/bignum_cases.h"
#include "crypto/ffc_group.h"

enum { P_WORDS = 10, Q_WORDS = 3, Q_BITS = 160, MAX_WORDS = 16, SECRET_LEN = 8 * P_WORDS, USES = 3 };

static uint64_t x[MAX_WORDS], k[MAX_WORDS], r[MAX_WORDS], s[MAX_WORDS];
static uint8_t digest[64], secret[SECRET_LEN];

static void set_private(void)
{
    memset(x, 0, sizeof(x));
    t_random_bytes(x, Q_BITS / 8);
    x[Q_WORDS - 1] >>= 1;
    t_random_bytes(digest, sizeof(digest));
    AB_SECRET(x, sizeof(x));
    AB_SECRET(digest, sizeof(digest));
}

static void end(void)
{
    CHECK(ct_errors() == 0);
    AB_PUBLIC(x, sizeof(x));
    AB_PUBLIC(k, sizeof(k));
    AB_PUBLIC(r, sizeof(r));
    AB_PUBLIC(s, sizeof(s));
    AB_PUBLIC(digest, sizeof(digest));
    AB_PUBLIC(secret, sizeof(secret));
}

static void check_signatures(struct ab_ffc *f, const struct ab_hash *sha512)
{
    const struct ab_dsa_digest d = { digest, sizeof(digest) };

    ct_begin("signatures of DSA");
    set_private();
    for (unsigned i = 0; i < USES; i++) /* the last use computes by a comb */
        CHECK(ab_dsa_sign(f, &(struct ab_dsa_signature){ r, s }, x, &d, sha512, &t_random_source));
    CHECK(ab_dsa_sign_deterministic(f, &(struct ab_dsa_signature){ r, s }, x, &d, sha512));
    end();
}

static void check_pairs(struct ab_ffc *f)
{
    ct_begin("pairs over finite fields");
    CHECK(ab_ffc_draw_private(f, x, Q_BITS, &t_random_source) && ab_ffc_public(f, r, x, Q_BITS));
    CHECK(ab_ffc_draw_private_of_bits(f, k, Q_BITS + 30, &t_random_source) && ab_ffc_public(f, r, k, Q_BITS + 30));
    CHECK(ab_dsa_is_private(f, x));
    end();
}

static void check_exchange(struct ab_ffc *f)
{
    uint64_t peer[MAX_WORDS] = { 0 };

    t_random_bytes(peer, 8 * (P_WORDS - 1));
    ct_begin("Diffie-Hellman");
    set_private();
    CHECK(ab_dh(f, secret, x, Q_BITS, peer));
    end();
}

void ct_ffc(void)
{
    struct ab_bignum b;
    struct ab_cpu cpu;
    struct ab_ffc *f;

    ab_cpu_detect(&cpu);
    ab_bignum_pick(&b, &cpu);
    f = t_random_group(&b, 64 * P_WORDS, Q_BITS);
    CHECK(ab_ffc_words(f) <= MAX_WORDS);
    check_signatures(f, ab_hash_pick(AB_HASH_SHA512, &cpu));
    check_pairs(f);
    check_exchange(f);
    ab_ffc_free(f);
}
