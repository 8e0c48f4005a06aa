/*
 * Choose which implementation of each family is used: self tests at first use, demotion, and the result kept in the
 * context.
 */
#include "provider/health.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum_kat.h"
#include "crypto/implementation.h"
#include "provider/error.h"

/* Values of prov->health[]; any other is 1 + the number of the implementation that serves. */
enum { UNTESTED = 0, FAILED = 1 + AB_NO_IMPLEMENTATION };

_Static_assert(FAILED <= UCHAR_MAX, "a state fits prov->health");

static void log_tested(void *arg, enum ab_family family, const struct ab_implementation *implementation, int has_passed)
{
    const struct ab_provctx *prov = arg;

    if (!has_passed)
        ab_log(prov, AB_LOG_ERROR, "%s: self test failed with %s", ab_family_name(family), implementation->needs.name);
    else if (implementation->kernels != NULL) /* else it serves with the kernels of others, which were logged */
        ab_log(prov, AB_LOG_INFO, "%s: serves with %s", ab_family_name(family), implementation->needs.name);
}

/* What the self test of a family uses, itself tested; 0 with an error raised. */
static int find_support(struct ab_provctx *prov, enum ab_family family, struct ab_test_support *support)
{
    const struct ab_family_kind *kind = ab_family_kind(family);
    const struct ab_bignum *bignum;

    memset(support, 0, sizeof(*support));
    if (kind->tested_with_hash && !kind->first_use_without_hash
        && (support->hash = ab_health_hash(prov, kind->hash)) == NULL)
        return 0;
    if (!kind->tested_with_bignum)
        return 1;
    bignum = ab_health_bignum(prov);
    if (bignum != NULL)
        support->bignum = *bignum;
    return bignum != NULL;
}

/*
 * Racing threads find the same result. Kept out of its caller, which runs for every message: early releases of OpenSSL
 * make a context each time.
 */
__attribute__((noinline)) static unsigned char test_family(struct ab_provctx *prov, enum ab_family family)
{
    struct ab_test_support support;
    unsigned char state;

    if (!find_support(prov, family, &support))
        return UNTESTED;
    state = (unsigned char)(1 + ab_family_pick(family, &prov->allowed, &support, log_tested, prov));
    atomic_store_explicit(&prov->health[family], state, memory_order_relaxed);
    return state;
}

static inline unsigned char find_state(struct ab_provctx *prov, enum ab_family family)
{
    unsigned char state = atomic_load_explicit(&prov->health[family], memory_order_relaxed);

    return state != UNTESTED ? state : test_family(prov, family);
}

/* 1 if an implementation serves; else an error is raised. */
static inline int serves(struct ab_provctx *prov, enum ab_family family, unsigned char state)
{
    if (state != UNTESTED && state != FAILED)
        return 1;
    AB_RAISE_DETAIL(prov, AB_R_SELF_TEST_FAILED, "%s, every implementation", ab_family_name(family));
    return 0;
}

unsigned ab_health_serving(struct ab_provctx *prov, enum ab_family family)
{
    unsigned char state = find_state(prov, family);

    return state == UNTESTED || state == FAILED ? AB_NO_IMPLEMENTATION : state - 1u;
}

const struct ab_aes_kernels *ab_health_kernels(struct ab_provctx *prov, enum ab_family family)
{
    unsigned char state = find_state(prov, family);

    if (!serves(prov, family, state))
        return NULL;
    if (family >= AB_FAMILY_ARIA_ECB)
        return ab_aria_list()[state - 1];
    return (family >= AB_FAMILY_SM4_ECB ? ab_sm4_list : ab_aes_list)()[state - 1];
}

const struct ab_chacha_kernels *ab_health_chacha(struct ab_provctx *prov, enum ab_family family)
{
    unsigned char state = find_state(prov, family);

    return serves(prov, family, state) ? ab_chacha_list()[state - 1] : NULL;
}

const struct ab_hash *ab_health_hash(struct ab_provctx *prov, enum ab_hash_id id)
{
    enum ab_family family = ab_family_of_hash(id);
    unsigned char state = find_state(prov, family);

    return serves(prov, family, state) ? &ab_hash_list(id)[state - 1] : NULL;
}

const struct ab_argon2_kernels *ab_health_argon2(struct ab_provctx *prov)
{
    unsigned char state = find_state(prov, AB_FAMILY_ARGON2);

    return serves(prov, AB_FAMILY_ARGON2, state) ? ab_argon2_list()[state - 1] : NULL;
}

const struct ab_hash *ab_health_scrypt(struct ab_provctx *prov)
{
    unsigned char state = find_state(prov, AB_FAMILY_SCRYPT);

    return serves(prov, AB_FAMILY_SCRYPT, state) ? &ab_hash_list(AB_HASH_SHA256)[state - 1] : NULL;
}

const struct ab_curve25519_kernels *ab_health_curve25519(struct ab_provctx *prov)
{
    unsigned char state = find_state(prov, AB_FAMILY_CURVE25519);

    return serves(prov, AB_FAMILY_CURVE25519, state) ? ab_curve25519_list()[state - 1] : NULL;
}

const struct ab_curve448_kernels *ab_health_curve448(struct ab_provctx *prov)
{
    unsigned char state = find_state(prov, AB_FAMILY_CURVE448);

    return serves(prov, AB_FAMILY_CURVE448, state) ? ab_curve448_list()[state - 1] : NULL;
}

const struct ab_ec_kernels *ab_health_curve(struct ab_provctx *prov, enum ab_curve_id id)
{
    unsigned i = ab_health_serving(prov, ab_family_of_curve(id));

    return i == AB_NO_IMPLEMENTATION ? NULL : ab_curve_list(id)[i];
}

const struct ab_mlkem_kernels *ab_health_mlkem(struct ab_provctx *prov, enum ab_mlkem_id id)
{
    enum ab_family family = ab_family_of_mlkem(id);
    unsigned char state = find_state(prov, family);

    return serves(prov, family, state) ? ab_mlkem_list()[state - 1] : NULL;
}

const struct ab_mldsa_kernels *ab_health_mldsa(struct ab_provctx *prov, enum ab_mldsa_id id)
{
    enum ab_family family = ab_family_of_mldsa(id);
    unsigned char state = find_state(prov, family);

    return serves(prov, family, state) ? ab_mldsa_list()[state - 1] : NULL;
}

const struct ab_slhdsa_kernels *ab_health_slhdsa(struct ab_provctx *prov, enum ab_slhdsa_id id)
{
    enum ab_family family = ab_family_of_slhdsa(id);
    unsigned char state = find_state(prov, family);

    return serves(prov, family, state) ? ab_slhdsa_list(id)[state - 1] : NULL;
}

/* ---- modular arithmetic: the products that pass, and of the methods of powers all that pass ---- */

/*
 * 1 if a method of powers passes at those sizes at which it would serve behind the ones that are kept already. These
 * tests run in every process that uses RSA, DSA or DH, forked ones too, so they test nothing that does not serve.
 */
static int passes_powers(struct ab_provctx *prov, const struct ab_power_kernels *p, const struct ab_bignum *kept)
{
    const struct ab_implementation implementation = { .needs = p->needs };
    int has_passed = ab_power_kat(p, kept->powers, kept->kernels, AB_KAT_FIRST_USE_WORDS);

    log_tested(prov, AB_FAMILY_POWERS, &implementation, has_passed);
    return has_passed;
}

/* Remove from b the methods that no length would choose and, unless prov is NULL, those that fail their self test. */
static void keep_serving(struct ab_provctx *prov, struct ab_bignum *b)
{
    const struct ab_bignum all = *b;
    unsigned num = 0;

    memset(b->powers, 0, sizeof(b->powers));
    for (unsigned i = 0; all.powers[i] != NULL; i++)
        if (!ab_power_is_idle(all.powers[i], b->powers) && (prov == NULL || passes_powers(prov, all.powers[i], b)))
            b->powers[num++] = all.powers[i];
}

void ab_health_wanted_bignum(const struct ab_provctx *prov, struct ab_bignum *wanted)
{
    ab_bignum_pick(wanted, &prov->allowed);
    keep_serving(NULL, wanted);
}

/* No products serve (kernels NULL) if none pass, or if the powers of some length have lost all of theirs. */
static void find_passing(struct ab_provctx *prov, struct ab_bignum *found)
{
    unsigned products = ab_health_serving(prov, AB_FAMILY_PRODUCTS);

    ab_bignum_pick(found, &prov->allowed);
    found->kernels = products == AB_NO_IMPLEMENTATION ? NULL : ab_bignum_kernels_list[products];
    if (found->kernels == NULL)
        return;
    keep_serving(prov, found);
    if (!ab_power_is_complete(found->powers))
        found->kernels = NULL;
}

/* Racing threads each test; the first to finish publishes what it found. */
static const struct ab_bignum *publish_bignum(struct ab_provctx *prov)
{
    struct ab_bignum *found = malloc(sizeof(*found)), *before = NULL;

    if (found == NULL)
        return NULL;
    find_passing(prov, found);
    if (atomic_compare_exchange_strong(&prov->bignum, &before, found))
        return found;
    free(found);
    return before;
}

const struct ab_bignum *ab_health_bignum(struct ab_provctx *prov)
{
    const struct ab_bignum *b = atomic_load_explicit(&prov->bignum, memory_order_acquire);

    if (b == NULL)
        b = publish_bignum(prov);
    if (b == NULL || b->kernels == NULL) {
        AB_RAISE_DETAIL(prov, b == NULL ? AB_R_OUT_OF_MEMORY : AB_R_SELF_TEST_FAILED,
                        "modular arithmetic, every implementation");
        return NULL;
    }
    return b;
}

const struct ab_bignum *ab_health_rsa(struct ab_provctx *prov)
{
    return serves(prov, AB_FAMILY_RSA, find_state(prov, AB_FAMILY_RSA)) ? ab_health_bignum(prov) : NULL;
}

const struct ab_bignum *ab_health_ffc(struct ab_provctx *prov)
{
    return serves(prov, AB_FAMILY_FFC, find_state(prov, AB_FAMILY_FFC)) ? ab_health_bignum(prov) : NULL;
}
