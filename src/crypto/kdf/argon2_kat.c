/*
 * The known-answer tests of Argon2: every type, segments longer than a block of addresses, several lanes and passes.
 * At first use, one derivation that has both kinds of addresses.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/argon2.h"
#include "crypto/aes/aes_kat.h"
#include "crypto/implementation.h"
#include "crypto/kdf/argon2_kat_data.h"
#include "kernels/argon2/argon2_kernels.h"

enum { MAX_OUT = 100, SHORT_MEMORY = 16 /* KiB */ };

struct answer {
    struct ab_argon2_cost cost;
    uint32_t out_len;
    uint64_t fold;
};

static const struct answer short_answer = { { AB_ARGON2ID, AB_ARGON2_VERSION_13, 2, SHORT_MEMORY, 2 },
                                            32,
                                            AB_KAT_ARGON2ID_16_2_2 };
static const struct answer answers[] = {
    { { AB_ARGON2D, AB_ARGON2_VERSION_13, 3, 32, 4 }, 64, AB_KAT_ARGON2D_32_3_4 },
    { { AB_ARGON2D, AB_ARGON2_VERSION_13, 1, 8, 1 }, 4, AB_KAT_ARGON2D_8_1_1 },
    { { AB_ARGON2I, AB_ARGON2_VERSION_13, 2, 523, 1 }, 65, AB_KAT_ARGON2I_523_2_1 },
    { { AB_ARGON2ID, AB_ARGON2_VERSION_13, 1, 100, 3 }, MAX_OUT, AB_KAT_ARGON2ID_100_1_3 },
};

static int check(const struct ab_argon2_kernels *k, const struct ab_hash *blake2b, const struct answer *a, void *memory)
{
    uint8_t password[32], salt[16], secret[8], ad[12], out[MAX_OUT];
    const struct ab_argon2_inputs inputs = {
        { password, sizeof(password) }, { salt, sizeof(salt) }, { secret, sizeof(secret) }, { ad, sizeof(ad) }
    };

    ab_kat_key(password, sizeof(password));
    ab_kat_key(secret, sizeof(secret));
    ab_kat_iv(salt, sizeof(salt));
    ab_kat_iv(ad, sizeof(ad));
    ab_argon2(k, blake2b, &a->cost, &inputs, memory, out, a->out_len);
    return ab_kat_fold(out, a->out_len) == a->fold;
}

static int first_use_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    struct ab_argon2_block memory[SHORT_MEMORY];

    (void)member;
    return check(kernels, support->hash, &short_answer, memory);
}

static int check_allocated(const struct ab_argon2_kernels *k, const struct ab_hash *blake2b, const struct answer *a)
{
    const size_t alignment = _Alignof(struct ab_argon2_block);
    size_t len;
    uint8_t *room = ab_argon2_memory_len(&a->cost, &len) ? malloc(len + alignment) : NULL;
    int ok = room != NULL && check(k, blake2b, a, room + (-(uintptr_t)room & (alignment - 1)));

    free(room);
    return ok;
}

static int self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
        if (!check_allocated(kernels, support->hash, &answers[i]))
            return 0;
    return first_use_test(member, kernels, support);
}

static const char *family_name(unsigned member)
{
    (void)member;
    return "Argon2";
}

_Static_assert(offsetof(struct ab_argon2_kernels, needs) == 0, "ab_implementation_of reads it there");

static int family_get(unsigned member, unsigned i, struct ab_implementation *out)
{
    (void)member;
    return ab_implementation_of(ab_argon2_list()[i], out);
}

const struct ab_family_kind ab_argon2_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = self_test,
    .first_use_test = first_use_test,
    .tested_with_hash = 1,
    .hash = AB_HASH_BLAKE2B512,
    .fallback_serves = 1,
};
