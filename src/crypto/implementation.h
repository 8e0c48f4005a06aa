/*
 * One record for an implementation, and one list of records for each family, fastest first and portable last. The
 * functions below are the only way through these lists: for the provider, which picks (health.c), offers (offer.c) and
 * reports (report.c) implementations, for the batches, and for `afterburner selftest`.
 */
#ifndef AB_CRYPTO_IMPLEMENTATION_H
#define AB_CRYPTO_IMPLEMENTATION_H

#include "cpu/needs.h"
#include "cpu/policy.h"
#include "crypto/bignum/bignum.h"
#include "crypto/families.h"

struct ab_implementation {
    struct ab_needs needs;  /* name, level and bits, is_fallback */
    const void *kernels;    /* what the family's functions take: struct ab_aes_kernels, ab_hash, ab_ec_kernels ... */
    ab_cpu_suits_fn *suits; /* NULL: every processor that has what it needs */
};

/*
 * Write the record of a table of kernels that begins with its struct ab_needs, and return 1; return 0 for NULL, which
 * ends a list.
 */
int ab_implementation_of(const void *kernels, struct ab_implementation *out);

/* Implementations of other families that a self test uses. */
struct ab_test_support {
    const struct ab_hash *hash; /* NULL: none */
    struct ab_bignum bignum;
};

/* Families of one kind: the modes of AES, the hash functions, the curves. Each folder of src/crypto has its own. */
struct ab_family_kind {
    const char *(*name)(unsigned member);
    /* Write implementation number i of the list to *out and return 1; return 0 if the list has no more. */
    int (*get)(unsigned member, unsigned i, struct ab_implementation *out);
    /* Return 1 if every answer is right, 0 if one is wrong or memory runs out. */
    int (*self_test)(unsigned member, const void *kernels, const struct ab_test_support *support);
    /*
     * What every process runs at first use, if self_test takes longer than tens of microseconds: a test of each
     * function of the kernels, with fewer inputs. NULL: self_test.
     */
    int (*first_use_test)(unsigned member, const void *kernels, const struct ab_test_support *support);
    int tested_with_hash; /* 1: the self test uses this hash function */
    enum ab_hash_id hash;
    int first_use_without_hash; /* 1: first_use_test does not */
    int tested_with_bignum;     /* 1: the self test uses modular arithmetic */
    /* 0: the default provider serves in place of implementations marked is_fallback where a processor has others */
    int fallback_serves;
};

/*
 * The get of a kind whose only implementation is portable, without kernels of its own: the products and powers below it
 * are what differs between processors.
 */
int ab_family_get_portable(unsigned member, unsigned i, struct ab_implementation *out);

extern const struct ab_family_kind ab_aes_kind, ab_hash_kind, ab_scrypt_kind, ab_products_kind, ab_powers_kind;
extern const struct ab_family_kind ab_rsa_kind, ab_ffc_kind, ab_curve25519_kind, ab_curve25519_batch_kind;
extern const struct ab_family_kind ab_curve448_kind, ab_curve_kind, ab_p256_batch_kind, ab_mlkem_kind, ab_mldsa_kind;
extern const struct ab_family_kind ab_slhdsa_kind, ab_chacha_kind, ab_sm4_kind, ab_aria_kind, ab_camellia_kind;
extern const struct ab_family_kind ab_argon2_kind;

const struct ab_family_kind *ab_family_kind(enum ab_family family);

/* "AES-GCM", "SHA2-256", "P-256", "modular products". */
const char *ab_family_name(enum ab_family family);

/* Write implementation number i of the list to *out and return 1; return 0 if the list has no more. */
int ab_family_get(enum ab_family family, unsigned i, struct ab_implementation *out);

/* Run the whole self test of an implementation of this family: 1 if it passes. */
int ab_family_self_test(enum ab_family family, const struct ab_implementation *implementation,
                        const struct ab_test_support *support);
/* Run its test of the first use: 1 if it passes. */
int ab_family_first_use_test(enum ab_family family, const struct ab_implementation *implementation,
                             const struct ab_test_support *support);

/*
 * Fill *support for the self tests of a family with the fastest implementations, untested, that the processor can run.
 */
void ab_family_support(enum ab_family family, const struct ab_cpu *cpu, struct ab_test_support *support);

enum { AB_NO_IMPLEMENTATION = 0xfe }; /* no list is that long */

/* Return the number of the first implementation that is for this processor, or AB_NO_IMPLEMENTATION. */
unsigned ab_family_first(enum ab_family family, const struct ab_cpu *cpu);
/* The same, with its record in *out if there is one. */
unsigned ab_family_find_first(enum ab_family family, const struct ab_cpu *cpu, struct ab_implementation *out);

/* Called with each implementation that was tested. */
typedef void ab_kind_tested_fn(void *arg, const struct ab_implementation *implementation, int has_passed);

/*
 * Return the number of the first implementation that is for this processor and that passes its test of the first use,
 * or AB_NO_IMPLEMENTATION. Skip those marked is_fallback if the kind's fallback_serves is 0. tested may be NULL.
 */
unsigned ab_family_pick(enum ab_family family, const struct ab_cpu *cpu, const struct ab_test_support *support,
                        ab_kind_tested_fn *tested, void *arg);

/* ---- the same for one kind, which links nothing of the others (kind.c) ---- */

/* Return 1 if the processor runs it, and not at a loss that is known of it. */
int ab_implementation_is_for(const struct ab_implementation *implementation, const struct ab_cpu *cpu);

int ab_kind_first_use_test(const struct ab_family_kind *kind, unsigned member,
                           const struct ab_implementation *implementation, const struct ab_test_support *support);

unsigned ab_kind_pick(const struct ab_family_kind *kind, unsigned member, const struct ab_cpu *cpu,
                      const struct ab_test_support *support, ab_kind_tested_fn *tested, void *arg);

/*
 * Return the kernels that ab_kind_pick finds, or NULL: the choice of the batches. The tests of the kind use no other
 * family: tested_with_hash and tested_with_bignum are 0.
 */
const void *ab_kind_pick_kernels(const struct ab_family_kind *kind, unsigned member, const struct ab_cpu *cpu);

#endif
