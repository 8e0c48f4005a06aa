/*
 * Choose which implementation of each family is used: self tests at first use, demotion, and the result kept in the
 * context.
 */
#include "provider/health.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum_kat.h"
#include "crypto/hash/hash_kat.h"
#include "crypto/implementation.h"
#include "provider/error.h"
#include "provider/gains.h"
#include "provider/keep_first.h"

/* Values of prov->health[]; any other is 1 + the number of the implementation that serves. */
enum { UNTESTED = 0, FAILED = 1 + AB_NO_IMPLEMENTATION };

_Static_assert(FAILED <= UCHAR_MAX, "a state fits prov->health");

struct tested {
    const struct ab_provctx *prov;
    enum ab_family family;
};

static void log_tested(void *arg, const struct ab_implementation *implementation, int has_passed)
{
    const struct tested *t = arg;
    const char *family = ab_family_name(t->family);

    if (!has_passed)
        ab_log(t->prov, AB_LOG_ERROR, "%s: self test failed with %s", family, implementation->needs.name);
    else if (implementation->kernels != NULL) /* else it serves with the kernels of others, which were logged */
        ab_log(t->prov, AB_LOG_INFO, "%s: serves with %s", family, implementation->needs.name);
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

/* Racing threads find the same result. */
static unsigned char test_family(struct ab_provctx *prov, enum ab_family family)
{
    struct tested tested = { prov, family };
    struct ab_test_support support;
    unsigned char state;

    if (!find_support(prov, family, &support))
        return UNTESTED;
    state = (unsigned char)(1 + ab_family_pick(family, &prov->allowed, &support, log_tested, &tested));
    atomic_store_explicit(&prov->health[family], state, memory_order_relaxed);
    return state;
}

unsigned ab_health_serving(struct ab_provctx *prov, enum ab_family family)
{
    unsigned char state = atomic_load_explicit(&prov->health[family], memory_order_relaxed);

    if (state == UNTESTED)
        state = test_family(prov, family);
    return state == UNTESTED || state == FAILED ? AB_NO_IMPLEMENTATION : state - 1u;
}

/* Return the kernels that serve, NULL if none do. Racing threads store the same. */
static const void *find_kernels(struct ab_provctx *prov, enum ab_family family)
{
    unsigned i = ab_health_serving(prov, family);
    struct ab_implementation implementation;

    if (i == AB_NO_IMPLEMENTATION)
        return NULL;
    ab_family_get(family, i, &implementation);
    atomic_store_explicit(&prov->kernels[family], implementation.kernels, memory_order_relaxed);
    return implementation.kernels;
}

/* Always returns NULL. */
static const void *refuse(const struct ab_provctx *prov, enum ab_family family)
{
    AB_RAISE_DETAIL(prov, AB_R_SELF_TEST_FAILED, "%s, every implementation", ab_family_name(family));
    return NULL;
}

/*
 * The first use of a family, or one that nothing serves. Kept out of its callers, which run for every message: early
 * releases of OpenSSL make a context each time.
 */
__attribute__((noinline)) static const void *find_or_refuse(struct ab_provctx *prov, enum ab_family family)
{
    const void *kernels = find_kernels(prov, family);

    return kernels != NULL ? kernels : refuse(prov, family);
}

/* Return the kernels that serve; NULL with an error raised. */
static inline const void *kernels_of(struct ab_provctx *prov, enum ab_family family)
{
    const void *kernels = atomic_load_explicit(&prov->kernels[family], memory_order_relaxed);

    return kernels != NULL ? kernels : find_or_refuse(prov, family);
}

const struct ab_aes_kernels *ab_health_kernels(struct ab_provctx *prov, enum ab_family family)
{
    return kernels_of(prov, family);
}

const struct ab_chacha_kernels *ab_health_chacha(struct ab_provctx *prov, enum ab_family family)
{
    return kernels_of(prov, family);
}

const struct ab_hash *ab_health_hash(struct ab_provctx *prov, enum ab_hash_id id)
{
    return kernels_of(prov, ab_family_of_hash(id));
}

/* The implementation that would be tested first, if its digests are right; else NULL. */
static const struct ab_hash *test_alone(const struct ab_provctx *prov, enum ab_family family)
{
    struct tested tested = { prov, family };
    struct ab_implementation first;

    if (ab_family_find_first(family, &prov->allowed, &first) == AB_NO_IMPLEMENTATION
        || !ab_hash_alone_kat(first.kernels))
        return NULL;
    log_tested(&tested, &first, 1);
    return first.kernels;
}

/*
 * The first use as a digest. Most of the time of a hash function's tests goes into lanes and iterations, which wait for
 * the first MAC or derivation. An implementation whose digests are wrong goes through all tests, and is demoted there.
 */
__attribute__((noinline)) static const struct ab_hash *find_digest(struct ab_provctx *prov, enum ab_hash_id id)
{
    const enum ab_family family = ab_family_of_hash(id);
    const struct ab_hash *hash = atomic_load_explicit(&prov->kernels[family], memory_order_relaxed);

    if (hash == NULL)
        hash = test_alone(prov, family);
    if (hash == NULL)
        hash = ab_health_hash(prov, id);
    atomic_store_explicit(&prov->digests[id], hash, memory_order_relaxed);
    return hash;
}

const struct ab_hash *ab_health_digest(struct ab_provctx *prov, enum ab_hash_id id)
{
    const struct ab_hash *hash = atomic_load_explicit(&prov->digests[id], memory_order_relaxed);

    return hash != NULL ? hash : find_digest(prov, id);
}

const struct ab_argon2_kernels *ab_health_argon2(struct ab_provctx *prov)
{
    return kernels_of(prov, AB_FAMILY_ARGON2);
}

const struct ab_hash *ab_health_scrypt(struct ab_provctx *prov)
{
    return kernels_of(prov, AB_FAMILY_SCRYPT);
}

const struct ab_curve25519_kernels *ab_health_curve25519(struct ab_provctx *prov)
{
    return kernels_of(prov, AB_FAMILY_CURVE25519);
}

const struct ab_curve448_kernels *ab_health_curve448(struct ab_provctx *prov)
{
    return kernels_of(prov, AB_FAMILY_CURVE448);
}

int ab_health_gains(const struct ab_provctx *prov, unsigned family)
{
    return prov->algorithms != NULL || ab_family_gains(family, &prov->allowed);
}

const struct ab_ec_kernels *ab_health_curve(struct ab_provctx *prov, enum ab_curve_id id)
{
    const enum ab_family family = ab_family_of_curve(id);

    return ab_health_gains(prov, family) ? find_kernels(prov, family) : NULL;
}

const struct ab_mlkem_kernels *ab_health_mlkem(struct ab_provctx *prov, enum ab_mlkem_id id)
{
    return kernels_of(prov, ab_family_of_mlkem(id));
}

const struct ab_mldsa_kernels *ab_health_mldsa(struct ab_provctx *prov, enum ab_mldsa_id id)
{
    return kernels_of(prov, ab_family_of_mldsa(id));
}

const struct ab_slhdsa_kernels *ab_health_slhdsa(struct ab_provctx *prov, enum ab_slhdsa_id id)
{
    return kernels_of(prov, ab_family_of_slhdsa(id));
}

/* ---- modular arithmetic: the products that pass, and of the methods of powers all that pass ---- */

/*
 * 1 if a method of powers passes at those sizes at which it would serve behind the ones that are kept already. These
 * tests run in every process that uses RSA, DSA or DH, forked ones too, so they test nothing that does not serve.
 */
static int passes_powers(struct ab_provctx *prov, const struct ab_power_kernels *p, const struct ab_bignum *kept)
{
    const struct ab_implementation implementation = { .needs = p->needs };
    struct tested tested = { prov, AB_FAMILY_POWERS };
    int has_passed = ab_power_kat(p, kept->powers, kept->kernels, AB_KAT_FIRST_USE_WORDS);

    log_tested(&tested, &implementation, has_passed);
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
    ab_bignum_pick(found, &prov->allowed);
    found->kernels = find_kernels(prov, AB_FAMILY_PRODUCTS);
    if (found->kernels == NULL)
        return;
    keep_serving(prov, found);
    if (!ab_power_is_complete(found->powers))
        found->kernels = NULL;
}

/* Racing threads each test; the first to finish publishes what it found. */
static const struct ab_bignum *publish_bignum(struct ab_provctx *prov)
{
    struct ab_bignum *found = malloc(sizeof(*found));

    if (found == NULL)
        return NULL;
    find_passing(prov, found);
    return ab_keep_first(&prov->bignum, found, free);
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

/* RSA, and DSA and Diffie-Hellman, have no kernels of their own. */
static const struct ab_bignum *bignum_for(struct ab_provctx *prov, enum ab_family family)
{
    if (ab_health_serving(prov, family) != AB_NO_IMPLEMENTATION)
        return ab_health_bignum(prov);
    refuse(prov, family);
    return NULL;
}

const struct ab_bignum *ab_health_rsa(struct ab_provctx *prov)
{
    return bignum_for(prov, AB_FAMILY_RSA);
}

const struct ab_bignum *ab_health_ffc(struct ab_provctx *prov)
{
    return bignum_for(prov, AB_FAMILY_FFC);
}
