/* The families by number. */
#include "crypto/implementation.h"

#include <string.h>

int ab_implementation_of(const void *kernels, struct ab_implementation *out)
{
    if (kernels == NULL)
        return 0;
    *out = (struct ab_implementation){ .needs = *(const struct ab_needs *)kernels, .kernels = kernels };
    return 1;
}

int ab_family_get_portable(unsigned member, unsigned i, struct ab_implementation *out)
{
    (void)member;
    *out = (struct ab_implementation){ .needs = { "portable", AB_LEVEL_NONE, 0, 0 } };
    return i == 0;
}

/* Each kind with its first family; in the order of enum ab_family. */
static const struct {
    enum ab_family first;
    const struct ab_family_kind *kind;
} kinds[] = {
    { AB_FAMILY_AES_ECB, &ab_aes_kind },
    { AB_FAMILY_HASH, &ab_hash_kind },
    { AB_FAMILY_SCRYPT, &ab_scrypt_kind },
    { AB_FAMILY_PRODUCTS, &ab_products_kind },
    { AB_FAMILY_POWERS, &ab_powers_kind },
    { AB_FAMILY_RSA, &ab_rsa_kind },
    { AB_FAMILY_FFC, &ab_ffc_kind },
    { AB_FAMILY_CURVE25519, &ab_curve25519_kind },
    { AB_FAMILY_CURVE25519_BATCH, &ab_curve25519_batch_kind },
    { AB_FAMILY_CURVE448, &ab_curve448_kind },
    { AB_FAMILY_CURVE, &ab_curve_kind },
    { AB_FAMILY_P256_BATCH, &ab_p256_batch_kind },
    { AB_FAMILY_MLKEM, &ab_mlkem_kind },
    { AB_FAMILY_MLDSA, &ab_mldsa_kind },
    { AB_FAMILY_SLHDSA, &ab_slhdsa_kind },
    { AB_FAMILY_CHACHA20, &ab_chacha_kind },
    { AB_FAMILY_SM4_ECB, &ab_sm4_kind },
    { AB_FAMILY_ARIA_ECB, &ab_aria_kind },
    { AB_FAMILY_CAMELLIA_ECB, &ab_camellia_kind },
    { AB_FAMILY_ARGON2, &ab_argon2_kind },
};

enum { NUM_KINDS = sizeof(kinds) / sizeof(kinds[0]) };

/* The kind of a family; *member: which one of it. */
static const struct ab_family_kind *find_kind(enum ab_family family, unsigned *member)
{
    unsigned i = NUM_KINDS - 1;

    while (kinds[i].first > family)
        i--;
    *member = (unsigned)family - (unsigned)kinds[i].first;
    return kinds[i].kind;
}

const struct ab_family_kind *ab_family_kind(enum ab_family family)
{
    unsigned member;

    return find_kind(family, &member);
}

const char *ab_family_name(enum ab_family family)
{
    unsigned member;

    return find_kind(family, &member)->name(member);
}

int ab_family_get(enum ab_family family, unsigned i, struct ab_implementation *out)
{
    unsigned member;

    return find_kind(family, &member)->get(member, i, out);
}

int ab_family_self_test(enum ab_family family, const struct ab_implementation *implementation,
                        const struct ab_test_support *support)
{
    unsigned member;

    return find_kind(family, &member)->self_test(member, implementation->kernels, support);
}

int ab_family_first_use_test(enum ab_family family, const struct ab_implementation *implementation,
                             const struct ab_test_support *support)
{
    unsigned member;
    const struct ab_family_kind *kind = find_kind(family, &member);

    return ab_kind_first_use_test(kind, member, implementation, support);
}

void ab_family_support(enum ab_family family, const struct ab_cpu *cpu, struct ab_test_support *support)
{
    const struct ab_family_kind *kind = ab_family_kind(family);

    memset(support, 0, sizeof(*support));
    if (kind->tested_with_hash)
        support->hash = ab_hash_pick(kind->hash, cpu);
    if (kind->tested_with_bignum)
        ab_bignum_pick(&support->bignum, cpu);
}

unsigned ab_family_find_first(enum ab_family family, const struct ab_cpu *cpu, struct ab_implementation *out)
{
    unsigned member;
    const struct ab_family_kind *kind = find_kind(family, &member);

    for (unsigned i = 0; kind->get(member, i, out); i++)
        if (ab_implementation_is_for(out, cpu))
            return i;
    return AB_NO_IMPLEMENTATION;
}

unsigned ab_family_first(enum ab_family family, const struct ab_cpu *cpu)
{
    struct ab_implementation first;

    return ab_family_find_first(family, cpu, &first);
}

unsigned ab_family_pick(enum ab_family family, const struct ab_cpu *cpu, const struct ab_test_support *support,
                        ab_kind_tested_fn *tested, void *arg)
{
    unsigned member;
    const struct ab_family_kind *kind = find_kind(family, &member);

    return ab_kind_pick(kind, member, cpu, support, tested, arg);
}
