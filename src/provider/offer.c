/* Which names are offered: filtered when an operation is first queried, by release, processor and configuration. */
#include "provider/offer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "afterburner/chacha20_poly1305.h"
#include "cpu/policy.h"
#include "crypto/implementation.h"
#include "provider/cipher/counted.h"
#include "provider/dispatch.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/keep_first.h"
#include "provider/keymgmt/hybrid_key.h"

/* ---- the configured list ---- */

/* The next word of a list separated by commas and spaces; NULL at the end. */
static const char *next_word(const char *list, size_t *len)
{
    list += strspn(list, ", \t");
    *len = strcspn(list, ", \t");
    return *len == 0 ? NULL : list;
}

/* Is this algorithm wanted by the list ("ALL", "NAME", "-NAME", later words winning)? */
static int is_wanted(const char *list, const char *names)
{
    size_t len;
    int wanted = list[strspn(list, ", \t")] == '-'; /* a list that begins by taking away starts from ALL */

    for (list = next_word(list, &len); list != NULL; list = next_word(list + len, &len)) {
        int minus = *list == '-';

        if (len - (size_t)minus == 3 && strncasecmp(list + minus, "ALL", 3) == 0)
            wanted = !minus;
        else if (ab_names_match(names, list + minus, len - (size_t)minus))
            wanted = !minus;
    }
    return wanted;
}

/* 1 if a word of the list names the algorithm itself; "ALL" does not. */
static int is_named(const char *list, const char *names)
{
    size_t len;

    if (list == NULL)
        return 0;
    for (list = next_word(list, &len); list != NULL; list = next_word(list + len, &len))
        if (ab_names_match(names, list, len))
            return 1;
    return 0;
}

static int is_known(const char *word, size_t len)
{
    if (len == 3 && strncasecmp(word, "ALL", 3) == 0)
        return 1;
    for (unsigned t = 0; t < AB_NUM_TABLES; t++)
        for (unsigned i = 0; i < ab_names[t].num; i++)
            if (ab_names_match(ab_names[t].rows[i].names, word, len))
                return 1;
    return 0;
}

int ab_offer_check(const struct ab_provctx *prov)
{
    const char *word = prov->algorithms;
    size_t len;

    if (word == NULL)
        return 1;
    for (word = next_word(word, &len); word != NULL; word = next_word(word + len, &len)) {
        size_t minus = *word == '-';

        if (!is_known(word + minus, len - minus)) {
            AB_RAISE_DETAIL(prov, AB_R_UNKNOWN_ALGORITHM, "algorithms = ... %.*s", (int)len, word);
            return 0;
        }
    }
    return 1;
}

/* ---- the processor ---- */

int ab_offer_is_slow(const struct ab_provctx *prov, enum ab_family family)
{
    struct ab_implementation first;

    return ab_family_find_first(family, &prov->allowed, &first) == AB_NO_IMPLEMENTATION || first.needs.is_fallback;
}

/* OpenSSL computes the powers of RSA with IFMA wherever the processor has it, whatever our level is capped to. */
static int is_rsa_slow(const struct ab_provctx *prov)
{
    struct ab_bignum allowed;

    if (!(prov->cpu.bits & AB_BIT_IFMA))
        return 0;
    ab_bignum_pick(&allowed, &prov->allowed);
    return !(allowed.powers[0]->needs.bits & AB_BIT_IFMA);
}

/* OpenSSL uses AVX-512 wherever the processor has it, whatever our level is capped to. */
static int is_aead_of_chacha_fast(const struct ab_provctx *prov)
{
    unsigned i = ab_family_first(AB_FAMILY_CHACHA20_POLY1305, &prov->allowed);

    return i != AB_NO_IMPLEMENTATION && !ab_chacha_is_slow(ab_chacha_list()[i], &prov->cpu);
}

/* 1 if none of the hash functions that TLS, SSH and most other protocols name is slower than OpenSSL's own. */
static int are_common_hashes_fast(const struct ab_provctx *prov)
{
    static const enum ab_hash_id common[] = { AB_HASH_SHA1, AB_HASH_SHA256, AB_HASH_SHA512 };

    for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
        if (ab_offer_is_slow(prov, ab_family_of_hash(common[i])))
            return 0;
    return 1;
}

/* Before this release OpenSSL lacks the algorithm, and nothing is slower than that. */
static int is_fast_since(const struct ab_provctx *prov, unsigned release, enum ab_family family)
{
    return prov->release < release || !ab_offer_is_slow(prov, family);
}

/* By AES instructions a single block of SM4 takes as long as OpenSSL's; GFNI makes it faster. */
static int is_sm4_by_gfni(const struct ab_provctx *prov, enum ab_family family)
{
    struct ab_implementation first;

    return ab_family_find_first(family, &prov->allowed, &first) != AB_NO_IMPLEMENTATION
           && (first.needs.bits & AB_BIT_GFNI);
}

/* Before 3.1 OpenSSL needs more time round a block of SM4. */
static int is_block_of_sm4_fast(const struct ab_provctx *prov, enum ab_family family)
{
    return (prov->release < AB_RELEASE(3, 1) && !ab_offer_is_slow(prov, family)) || is_sm4_by_gfni(prov, family);
}

/* ML-KEM, ML-DSA and SLH-DSA. */
static int is_post_quantum_fast(const struct ab_provctx *prov, enum ab_family family)
{
    return is_fast_since(prov, AB_RELEASE(3, 5), family);
}

/* 1 if it is one of the num families of a scheme's parameter sets, which begin with `first`. */
static int is_set_of(unsigned family, unsigned first, unsigned num)
{
    return family >= first && family < first + num;
}

static int is_mldsa(unsigned family)
{
    return is_set_of(family, AB_FAMILY_MLDSA, AB_NUM_MLDSA);
}

static int is_slhdsa(unsigned family)
{
    return is_set_of(family, AB_FAMILY_SLHDSA, AB_NUM_SLHDSA);
}

static int is_mlkem(unsigned family)
{
    return is_set_of(family, AB_FAMILY_MLKEM, AB_NUM_MLKEM);
}

/* Without a fast P-256 or P-384, the default provider computes on the curve (health.h), out of a hybrid's reach. */
static int is_hybrid_fast(const struct ab_provctx *prov, const struct ab_hybrid *h)
{
    int any_curve_will_do = prov->release < AB_RELEASE(3, 5) && h->curve.kind != AB_HYBRID_WEIERSTRASS;

    return is_post_quantum_fast(prov, ab_family_of_mlkem(h->mlkem))
           && (any_curve_will_do || !ab_offer_is_slow(prov, ab_hybrid_curve_family(&h->curve)));
}

static int is_fast(const struct ab_provctx *prov, unsigned family)
{
    if (family >= AB_HYBRID)
        return is_hybrid_fast(prov, &ab_hybrids[family - AB_HYBRID]);
    if (is_mlkem(family) || is_mldsa(family) || is_slhdsa(family))
        return is_post_quantum_fast(prov, (enum ab_family)family);
    switch (family) {
    case AB_NO_FAMILY: return 1;
    case AB_ANY_HASH: return are_common_hashes_fast(prov);
    case AB_FAMILY_FFC: return !ab_offer_is_slow(prov, AB_FAMILY_PRODUCTS);
    case AB_FAMILY_ARGON2: return is_fast_since(prov, AB_RELEASE(3, 2), AB_FAMILY_ARGON2);
    case AB_FAMILY_SM4_ECB:
    case AB_FAMILY_SM4_CTR: return is_block_of_sm4_fast(prov, (enum ab_family)family);
    case AB_FAMILY_SM4_CBC:
    case AB_FAMILY_SM4_CFB:
    case AB_FAMILY_SM4_OFB:
    case AB_FAMILY_SM4_XTS: return is_sm4_by_gfni(prov, (enum ab_family)family);
    case AB_FAMILY_CHACHA20_POLY1305: return is_aead_of_chacha_fast(prov);
    case AB_FAMILY_RSA: return !ab_offer_is_slow(prov, AB_FAMILY_PRODUCTS) && !is_rsa_slow(prov);
    default: return !ab_offer_is_slow(prov, (enum ab_family)family);
    }
}

static int is_woven(unsigned family)
{
    return family == AB_FAMILY_AES_CBC_HMAC_SHA1 || family == AB_FAMILY_AES_CBC_HMAC_SHA256;
}

static const char *why_all_are_absent(const struct ab_provctx *prov)
{
    if (ab_aes_pick(&prov->allowed) != NULL)
        return NULL;
    return ab_aes_pick(&prov->cpu) == NULL ? "no AES instructions" : prov->level_reason;
}

static const char not_faster[] = "not faster than OpenSSL's here";

/* Where most families have portable implementations alone; some, Camellia for example, have none. */
static const char *why_absent_without_kernels(const struct ab_provctx *prov, unsigned family)
{
    if (family < AB_NUM_FAMILIES && ab_family_first((enum ab_family)family, &prov->allowed) == AB_NO_IMPLEMENTATION)
        return "no kernels for this processor";
    return ab_health_gains(prov, family) ? NULL : not_faster;
}

/* For a processor with AES instructions; NULL if the family is offered. */
static const char *why_family_is_absent(const struct ab_provctx *prov, unsigned family)
{
    if (is_woven(family) && !(prov->allowed.bits & AB_BIT_SHA))
        return "no SHA instructions";
    if (!ab_cpu_has_kernels())
        return why_absent_without_kernels(prov, family);
    return is_fast(prov, family) ? NULL : not_faster;
}

const char *ab_offer_why_absent(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    const char *why = why_all_are_absent(prov);

    return why != NULL ? why : why_family_is_absent(prov, a->family);
}

/* ---- the offer ---- */

static inline int is_of_release(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    return prov->release >= a->since && (a->before == 0 || prov->release < a->before);
}

int ab_offer_is_of_release(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    return is_of_release(prov, a);
}

static int is_camellia(unsigned family)
{
    return family >= AB_FAMILY_CAMELLIA_ECB && family <= AB_FAMILY_CAMELLIA_CTR;
}

/*
 * On a Zen 4 a single block of Camellia is faster than OpenSSL's, too, in registers of AVX-512. On a Zen 5, where the
 * simplest instructions on vectors take two cycles, it is slower. Other processors were not measured.
 */
static int is_block_of_camellia_fast(const struct ab_provctx *prov)
{
    struct ab_implementation first;

    return ab_cpu_is_zen_4(&prov->cpu)
           && ab_family_find_first(AB_FAMILY_CAMELLIA_ECB, &prov->allowed, &first) != AB_NO_IMPLEMENTATION
           && first.needs.level >= AB_LEVEL_AVX512;
}

/*
 * Before 3.2 libcrypto compares each name of a key with each decoder whenever any key is loaded, so three more types of
 * keys would slow down every program; and certificates need object identifiers, whose table has no sound lock there.
 * The twelve types of SLH-DSA, whose keys few programs load, would slow down 3.2 to 3.4 as well. With Camellia, a
 * single block, and encryption in CBC and CFB, take longer than in OpenSSL on most processors.
 */
static int is_costly(const struct ab_provctx *prov, unsigned family)
{
    return (is_mldsa(family) && prov->release < AB_RELEASE(3, 2))
           || (is_slhdsa(family) && prov->release < AB_RELEASE(3, 5))
           || (is_camellia(family) && !is_block_of_camellia_fast(prov));
}

static int is_row_of(const struct ab_algorithm *a, enum ab_table table)
{
    const struct ab_table_of_names *t = &ab_names[table];

    return a >= t->rows && a < t->rows + t->num;
}

/*
 * For the same reason no row for files of keys is offered there unnamed. ML-KEM itself is: handshakes need no files.
 * What could be written could not be read again, so encoders go with the decoders.
 */
static int is_costly_file(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    return prov->release < AB_RELEASE(3, 2) && (is_row_of(a, AB_TABLE_ENCODER) || is_row_of(a, AB_TABLE_DECODER));
}

/*
 * With AVX2 and four units for integers, short messages of SHA-384, SHA-512 and what is cut from it lose
 * (docs/decisions/0012-sha512.md). MACs, derivations and signatures gain over the same functions.
 */
static int is_slow_digest(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    return a->family >= AB_FAMILY_HASH + AB_HASH_SHA384 && a->family <= AB_FAMILY_HASH + AB_HASH_SHA512_256
           && is_row_of(a, AB_TABLE_DIGEST) && ab_cpu_is_zen_3_or_4(&prov->cpu) && !ab_cpu_is_zen_4(&prov->allowed);
}

static int is_costly_row(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    return is_costly(prov, a->family) || is_costly_file(prov, a) || is_slow_digest(prov, a);
}

static int must_be_named(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    return is_costly_row(prov, a) && !is_named(prov->algorithms, a->names);
}

/* Kept out of its caller, so that without a list the caller saves no registers for each name. */
__attribute__((noinline)) static int is_wanted_by_list(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    return is_wanted(prov->algorithms, a->names) && !must_be_named(prov, a);
}

/* A generator makes every program's keys, so it takes a setting of its own. */
static int must_be_switched_on(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    return is_row_of(a, AB_TABLE_RAND) && !prov->has_random;
}

int ab_offer_is_wanted(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    return !must_be_switched_on(prov, a)
           && (prov->algorithms == NULL ? !is_costly_row(prov, a) : is_wanted_by_list(prov, a));
}

const char *ab_offer_why_off(const struct ab_provctx *prov, const struct ab_algorithm *a)
{
    if (must_be_switched_on(prov, a))
        return "`random = on` offers it";
    if (must_be_named(prov, a) && is_slow_digest(prov, a))
        return "slower here; must be named";
    return must_be_named(prov, a) ? "`algorithms` must name it" : "switched off by configuration";
}

/* What holds for all names of a family is decided once in a table: every process pays for that. */
struct decisions {
    enum { UNDECIDED, ABSENT, PRESENT } of[AB_HYBRID + AB_NUM_HYBRIDS];
};

/* Without a list, no name of a costly family is wanted. */
static int is_there_at_all(const struct ab_provctx *prov, unsigned family)
{
    return why_family_is_absent(prov, family) == NULL && (prov->algorithms != NULL || !is_costly(prov, family));
}

static int is_present(const struct ab_provctx *prov, unsigned family, struct decisions *d)
{
    if (d->of[family] == UNDECIDED)
        d->of[family] = is_there_at_all(prov, family) ? PRESENT : ABSENT;
    return d->of[family] == PRESENT;
}

static int is_offered(const struct ab_provctx *prov, const struct ab_algorithm *a, struct decisions *d)
{
    return is_of_release(prov, a) && is_present(prov, a->family, d)
           && (prov->algorithms == NULL ? !is_slow_digest(prov, a) : is_wanted_by_list(prov, a));
}

/* Without a list, no costly file is wanted: all rows of a table are for files, or none. */
static int is_table_off(const struct ab_provctx *prov, const struct ab_table_of_names *t)
{
    return must_be_switched_on(prov, t->rows) || (prov->algorithms == NULL && is_costly_file(prov, t->rows));
}

/* How many rows of a table can be offered at all. */
static unsigned num_rows(const struct ab_provctx *prov, const struct ab_table_of_names *t)
{
    return why_all_are_absent(prov) != NULL || is_table_off(prov, t) ? 0 : t->num;
}

/* What is offered of a table, ended by an empty entry; NULL if memory runs out. */
static OSSL_ALGORITHM *filter(const struct ab_provctx *prov, const struct ab_table_of_names *t)
{
    const struct ab_algorithm *end = t->rows + num_rows(prov, t);
    OSSL_ALGORITHM *list = malloc((t->num + 1) * sizeof(*list)), *next = list;
    struct decisions d = { { UNDECIDED } };

    if (list == NULL)
        return NULL;
    for (const struct ab_algorithm *a = t->rows; a < end; a++)
        if (is_offered(prov, a, &d))
            *next++ = (OSSL_ALGORITHM){ .algorithm_names = a->names,
                                        .property_definition = a->properties == NULL ? AB_PROPERTIES : a->properties,
                                        .implementation = a->functions };
    *next = (OSSL_ALGORITHM){ .algorithm_names = NULL };
    return list;
}

void ab_offer_free(struct ab_provctx *prov)
{
    for (unsigned t = 0; t < AB_NUM_TABLES; t++)
        free(atomic_load_explicit(&prov->offered[t], memory_order_relaxed));
}

static enum ab_table table_of(int operation)
{
    enum ab_table t = 0;

    while (t < AB_NUM_TABLES && ab_names[t].operation != operation)
        t++;
    return t;
}

/* What is offered of a table, with dispatch tables written out; NULL with an error raised. */
static OSSL_ALGORITHM *make_list(const struct ab_provctx *prov, enum ab_table table)
{
    OSSL_ALGORITHM *names = filter(prov, &ab_names[table]), *list = names == NULL ? NULL : ab_dispatch_write_out(names);

    free(names);
    if (list == NULL)
        AB_RAISE_DETAIL(prov, AB_R_OUT_OF_MEMORY, "algorithms");
    else if (table == AB_TABLE_CIPHER && prov->counters != NULL)
        ab_counted_ciphers(list);
    return list;
}

const OSSL_ALGORITHM *ab_offer_query(struct ab_provctx *prov, int operation)
{
    const enum ab_table table = table_of(operation);
    void *list;

    if (table == AB_NUM_TABLES)
        return NULL;
    list = atomic_load_explicit(&prov->offered[table], memory_order_acquire);
    if (list == NULL && (list = make_list(prov, table)) != NULL)
        list = ab_keep_first(&prov->offered[table], list, free);
    return list;
}

int ab_offer_has(struct ab_provctx *prov, int operation, const char *name)
{
    const OSSL_ALGORITHM *a = ab_offer_query(prov, operation);
    const size_t len = strlen(name);

    for (; a != NULL && a->algorithm_names != NULL; a++)
        if (ab_names_match(a->algorithm_names, name, len))
            return 1;
    return 0;
}

int ab_offer_has_family(const struct ab_provctx *prov, enum ab_table table, unsigned family)
{
    const struct ab_table_of_names *t = &ab_names[table];

    for (const struct ab_algorithm *a = t->rows; a < t->rows + t->num; a++)
        if (a->family == family && is_of_release(prov, a) && ab_offer_is_wanted(prov, a)
            && ab_offer_why_absent(prov, a) == NULL)
            return 1;
    return 0;
}
