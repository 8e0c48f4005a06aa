#include "provider/health.h"

#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum_kat.h"
#include "crypto/curve25519/curve25519_kat.h"
#include "crypto/curve448/curve448_kat.h"
#include "crypto/dsa/dsa_kat.h"
#include "crypto/ec/ec_kat.h"
#include "crypto/hash/hash_kat.h"
#include "crypto/kat_list.h"
#include "crypto/kdf/scrypt_kat.h"
#include "crypto/rsa/rsa_kat.h"
#include "provider/error.h"

/* Values of prov->health[]: untested, out of service, or a level that passed (scrypt has one alone); of
 * prov->hash_health[], 1 + a place in the list. */
enum { UNTESTED = 0, PASSED = 1, FAILED = 0xff };

static unsigned char find_passing_level(struct ab_provctx *prov, enum ab_family family)
{
    enum ab_level level = prov->level;
    const struct ab_aes_kernels *kernels;

    while ((kernels = ab_aes_pick(level)) != NULL) {
        level = ab_aes_level(kernels);
        if (ab_kat_list[family].run(kernels)) {
            ab_log(prov, AB_LOG_INFO, "%s: serves at level %s", ab_kat_list[family].name, ab_level_name(level));
            return (unsigned char)level;
        }
        ab_log(prov, AB_LOG_ERROR, "%s: self test failed at level %s", ab_kat_list[family].name, ab_level_name(level));
        level--;
    }
    return FAILED;
}

const struct ab_aes_kernels *ab_health_kernels(struct ab_provctx *prov, enum ab_family family)
{
    unsigned char state = atomic_load_explicit(&prov->health[family], memory_order_relaxed);

    if (state == UNTESTED) { /* racing threads find the same answer */
        state = find_passing_level(prov, family);
        atomic_store_explicit(&prov->health[family], state, memory_order_relaxed);
    }
    if (state == FAILED) {
        AB_RAISE_DETAIL(prov, AB_R_SELF_TEST_FAILED, "%s, every level", ab_kat_list[family].name);
        return NULL;
    }
    return ab_aes_pick((enum ab_level)state);
}

/* The processor as this context may use it. */
static struct ab_cpu allowed_cpu(const struct ab_provctx *prov)
{
    struct ab_cpu cpu = prov->cpu;

    cpu.level = prov->level;
    return cpu;
}

const struct ab_hash *ab_health_wanted_hash(const struct ab_provctx *prov, enum ab_hash_id id)
{
    struct ab_cpu cpu = allowed_cpu(prov);

    return ab_hash_pick(id, &cpu);
}

/* Apart from its caller, which runs for every message: early releases make a context each time. */
__attribute__((noinline)) static unsigned char find_passing_hash(struct ab_provctx *prov, enum ab_hash_id id)
{
    const struct ab_hash *list = ab_hash_list(id);
    struct ab_cpu cpu = allowed_cpu(prov);

    for (const struct ab_hash *h = list; h->algorithm != NULL; h++) {
        if (!ab_hash_is_usable(h, &cpu))
            continue;
        if (ab_hash_kat(h)) {
            ab_log(prov, AB_LOG_INFO, "%s: serves with %s", h->algorithm->name, ab_hash_level(h));
            return (unsigned char)(1 + (h - list));
        }
        ab_log(prov, AB_LOG_ERROR, "%s: self test failed with %s", h->algorithm->name, ab_hash_level(h));
    }
    return FAILED;
}

const struct ab_hash *ab_health_hash(struct ab_provctx *prov, enum ab_hash_id id)
{
    unsigned char state = atomic_load_explicit(&prov->hash_health[id], memory_order_relaxed);
    const struct ab_hash *list = ab_hash_list(id);

    if (state == UNTESTED) {
        state = find_passing_hash(prov, id);
        atomic_store_explicit(&prov->hash_health[id], state, memory_order_relaxed);
    }
    if (state == FAILED) {
        AB_RAISE_DETAIL(prov, AB_R_SELF_TEST_FAILED, "%s, every implementation", list->algorithm->name);
        return NULL;
    }
    return &list[state - 1];
}

const struct ab_hash *ab_health_scrypt(struct ab_provctx *prov)
{
    unsigned char state = atomic_load_explicit(&prov->scrypt_health, memory_order_relaxed);
    const struct ab_hash *hash = ab_health_hash(prov, AB_HASH_SHA256);

    if (hash == NULL)
        return NULL;
    if (state == UNTESTED) {
        state = ab_scrypt_kat(hash) ? PASSED : FAILED;
        atomic_store_explicit(&prov->scrypt_health, state, memory_order_relaxed);
    }
    if (state == FAILED) {
        AB_RAISE_DETAIL(prov, AB_R_SELF_TEST_FAILED, "scrypt");
        return NULL;
    }
    return hash;
}

const struct ab_curve25519_kernels *ab_health_wanted_curve25519(const struct ab_provctx *prov)
{
    struct ab_cpu cpu = allowed_cpu(prov);

    return ab_curve25519_pick(&cpu);
}

static unsigned char find_passing_curve25519(struct ab_provctx *prov, const struct ab_hash *sha512)
{
    const struct ab_curve25519_kernels *const *list = ab_curve25519_list();
    struct ab_cpu cpu = allowed_cpu(prov);

    for (unsigned i = 0; list[i] != NULL; i++) {
        if (!ab_curve25519_is_usable(list[i], &cpu))
            continue;
        if (ab_curve25519_kat(list[i], sha512)) {
            ab_log(prov, AB_LOG_INFO, "curve25519: serves with %s", ab_curve25519_level(list[i]));
            return (unsigned char)(1 + i);
        }
        ab_log(prov, AB_LOG_ERROR, "curve25519: self test failed with %s", ab_curve25519_level(list[i]));
    }
    return FAILED;
}

const struct ab_curve25519_kernels *ab_health_curve25519(struct ab_provctx *prov)
{
    unsigned char state = atomic_load_explicit(&prov->curve25519_health, memory_order_relaxed);
    const struct ab_hash *sha512;

    if (state == UNTESTED) {
        sha512 = ab_health_hash(prov, AB_HASH_SHA512);
        if (sha512 == NULL)
            return NULL;
        state = find_passing_curve25519(prov, sha512);
        atomic_store_explicit(&prov->curve25519_health, state, memory_order_relaxed);
    }
    if (state == FAILED) {
        AB_RAISE_DETAIL(prov, AB_R_SELF_TEST_FAILED, "curve25519, every implementation");
        return NULL;
    }
    return ab_curve25519_list()[state - 1];
}

const struct ab_curve448_kernels *ab_health_wanted_curve448(const struct ab_provctx *prov)
{
    struct ab_cpu cpu = allowed_cpu(prov);

    return ab_curve448_pick(&cpu);
}

static unsigned char find_passing_curve448(struct ab_provctx *prov, const struct ab_hash *shake256)
{
    const struct ab_curve448_kernels *const *list = ab_curve448_list();
    struct ab_cpu cpu = allowed_cpu(prov);

    for (unsigned i = 0; list[i] != NULL; i++) {
        if (!ab_curve448_is_usable(list[i], &cpu))
            continue;
        if (ab_curve448_kat(list[i], shake256)) {
            ab_log(prov, AB_LOG_INFO, "curve448: serves with %s", ab_curve448_level(list[i]));
            return (unsigned char)(1 + i);
        }
        ab_log(prov, AB_LOG_ERROR, "curve448: self test failed with %s", ab_curve448_level(list[i]));
    }
    return FAILED;
}

const struct ab_curve448_kernels *ab_health_curve448(struct ab_provctx *prov)
{
    unsigned char state = atomic_load_explicit(&prov->curve448_health, memory_order_relaxed);
    const struct ab_hash *shake256;

    if (state == UNTESTED) {
        shake256 = ab_health_hash(prov, AB_HASH_SHAKE_256);
        if (shake256 == NULL)
            return NULL;
        state = find_passing_curve448(prov, shake256);
        atomic_store_explicit(&prov->curve448_health, state, memory_order_relaxed);
    }
    if (state == FAILED) {
        AB_RAISE_DETAIL(prov, AB_R_SELF_TEST_FAILED, "curve448, every implementation");
        return NULL;
    }
    return ab_curve448_list()[state - 1];
}

const struct ab_curve *ab_health_wanted_curve(const struct ab_provctx *prov, enum ab_curve_id id)
{
    struct ab_cpu cpu = allowed_cpu(prov);
    const struct ab_curve *curve = ab_curve_pick(id, &cpu);

    return curve == NULL || ab_curve_is_fallback(curve) ? NULL : curve;
}

static unsigned char find_passing_curve(struct ab_provctx *prov, enum ab_curve_id id)
{
    const struct ab_curve *const *list = ab_curve_list(id);
    const struct ab_hash *sha512 = ab_health_hash(prov, AB_HASH_SHA512);
    struct ab_cpu cpu = allowed_cpu(prov);

    for (unsigned i = 0; sha512 != NULL && list[i] != NULL && !ab_curve_is_fallback(list[i]); i++) {
        if (!ab_curve_is_usable(list[i], &cpu))
            continue;
        if (ab_ec_kat(list[i], sha512)) {
            ab_log(prov, AB_LOG_INFO, "%s: serves with %s", ab_curve_name(list[i]), ab_curve_level(list[i]));
            return (unsigned char)(1 + i);
        }
        ab_log(prov, AB_LOG_ERROR, "%s: self test failed with %s", ab_curve_name(list[i]), ab_curve_level(list[i]));
    }
    return FAILED;
}

const struct ab_curve *ab_health_curve(struct ab_provctx *prov, enum ab_curve_id id)
{
    unsigned char state = atomic_load_explicit(&prov->curve_health[id], memory_order_relaxed);

    if (state == UNTESTED) { /* racing threads find the same answer */
        state = find_passing_curve(prov, id);
        atomic_store_explicit(&prov->curve_health[id], state, memory_order_relaxed);
    }
    return state == FAILED ? NULL : ab_curve_list(id)[state - 1];
}

static int passes_products(const struct ab_provctx *prov, const struct ab_bignum_kernels *k)
{
    int ok = ab_bignum_kat(k);

    if (ok)
        ab_log(prov, AB_LOG_INFO, "modular products: serve with %s", k->level);
    else
        ab_log(prov, AB_LOG_ERROR, "modular products: self test failed with %s", k->level);
    return ok;
}

static int passes_powers(const struct ab_provctx *prov, const struct ab_power_kernels *p,
                         const struct ab_bignum *before)
{
    int ok = ab_power_kat(p, before->powers, before->kernels);

    if (!ok)
        ab_log(prov, AB_LOG_ERROR, "modular powers: self test failed with %s", p->level);
    return ok;
}

/* Leaves out of b the methods of powers on which no choice falls and, if they have to pass their test, those that do not. */
static void keep_serving(const struct ab_provctx *prov, struct ab_bignum *b, int must_pass)
{
    const struct ab_bignum all = *b;
    unsigned num = 0;

    memset(b->powers, 0, sizeof(b->powers));
    for (unsigned i = 0; all.powers[i] != NULL; i++)
        if (!ab_power_is_idle(all.powers[i], b->powers) && (!must_pass || passes_powers(prov, all.powers[i], b)))
            b->powers[num++] = all.powers[i];
}

/* Leaves out of b what fails; no kernels are left if none pass, or the powers of some length have lost all of theirs. */
static void keep_passing(const struct ab_provctx *prov, struct ab_bignum *b)
{
    const struct ab_bignum_kernels *const *k = ab_bignum_kernels_list;
    struct ab_cpu cpu = allowed_cpu(prov);

    while (*k != NULL && (!ab_bignum_kernels_usable(*k, &cpu) || !passes_products(prov, *k)))
        k++;
    b->kernels = *k;
    if (b->kernels != NULL)
        keep_serving(prov, b, 1);
    if (!ab_power_is_complete(b->powers))
        b->kernels = NULL;
}

void ab_health_wanted_bignum(const struct ab_provctx *prov, struct ab_bignum *wanted)
{
    struct ab_cpu cpu = allowed_cpu(prov);

    ab_bignum_pick(wanted, &cpu);
    keep_serving(prov, wanted, 0);
}

/* Racing threads each test; the first to finish leaves what it found for all. */
static const struct ab_bignum *find_passing_bignum(struct ab_provctx *prov)
{
    struct ab_bignum *found = malloc(sizeof(*found)), *before = NULL;
    struct ab_cpu cpu = allowed_cpu(prov);

    if (found == NULL)
        return NULL;
    ab_bignum_pick(found, &cpu);
    keep_passing(prov, found);
    if (atomic_compare_exchange_strong(&prov->bignum, &before, found))
        return found;
    free(found);
    return before;
}

const struct ab_bignum *ab_health_bignum(struct ab_provctx *prov)
{
    const struct ab_bignum *b = atomic_load_explicit(&prov->bignum, memory_order_acquire);

    if (b == NULL)
        b = find_passing_bignum(prov);
    if (b == NULL || b->kernels == NULL) {
        AB_RAISE_DETAIL(prov, b == NULL ? AB_R_OUT_OF_MEMORY : AB_R_SELF_TEST_FAILED,
                        "modular arithmetic, every implementation");
        return NULL;
    }
    return b;
}

/* What stands on the arithmetic and on SHA-256, and has a test of its own. */
static const struct ab_bignum *test_over_bignum(struct ab_provctx *prov, _Atomic unsigned char *health,
                                                const char *name,
                                                int kat(const struct ab_bignum *b, const struct ab_hash *sha256))
{
    unsigned char state = atomic_load_explicit(health, memory_order_relaxed);
    const struct ab_bignum *b = ab_health_bignum(prov);
    const struct ab_hash *sha256;

    if (b == NULL)
        return NULL;
    if (state == UNTESTED) {
        sha256 = ab_health_hash(prov, AB_HASH_SHA256);
        if (sha256 == NULL)
            return NULL;
        state = kat(b, sha256) ? PASSED : FAILED;
        atomic_store_explicit(health, state, memory_order_relaxed);
        if (state == FAILED)
            ab_log(prov, AB_LOG_ERROR, "%s: self test failed", name);
    }
    if (state == PASSED)
        return b;
    AB_RAISE_DETAIL(prov, AB_R_SELF_TEST_FAILED, "%s", name);
    return NULL;
}

const struct ab_bignum *ab_health_rsa(struct ab_provctx *prov)
{
    return test_over_bignum(prov, &prov->rsa_health, "RSA", ab_rsa_kat);
}

const struct ab_bignum *ab_health_ffc(struct ab_provctx *prov)
{
    return test_over_bignum(prov, &prov->ffc_health, "DSA and DH", ab_dsa_kat);
}
