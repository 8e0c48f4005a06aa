/* The known-answer test of X448 and Ed448. */
#include "crypto/curve448/curve448_kat.h"

#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/curve448/curve448_kat_data.h"
#include "crypto/implementation.h"
#include "kernels/curve448/curve448_kernels.h"

enum { MESSAGE_LEN = 300 };

/* Return 1 if a public key and a shared secret are right, for the keys ab_kat_key and ab_kat_iv. */
static int exchanges(const struct ab_curve448_kernels *k)
{
    uint8_t ours[AB_X448_LEN], theirs[AB_X448_LEN], public_key[AB_X448_LEN], secret[AB_X448_LEN];

    ab_kat_key(ours, sizeof(ours));
    ab_kat_iv(theirs, sizeof(theirs));
    ab_x448_public(k, public_key, theirs);
    return ab_kat_fold(public_key, sizeof(public_key)) == AB_KAT_X448_PUBLIC && ab_x448(k, secret, ours, public_key)
           && ab_kat_fold(secret, sizeof(secret)) == AB_KAT_X448_SECRET;
}

static int signs(const struct ab_curve448_kernels *k, const struct ab_hash *shake256)
{
    uint8_t key[AB_ED448_KEY_LEN], public_key[AB_ED448_KEY_LEN], signature[AB_ED448_SIGNATURE_LEN], text[AB_KAT_LEN];
    const struct ab_ed448_message m = { .data = text, .len = MESSAGE_LEN };
    int ok;

    ab_kat_key(key, sizeof(key));
    ab_kat_message(text);
    ab_ed448_public(k, shake256, public_key, key);
    ab_ed448_sign(k, shake256, signature, &m, key, public_key);
    ok = ab_kat_fold(public_key, sizeof(public_key)) == AB_KAT_ED448_PUBLIC
         && ab_kat_fold(signature, sizeof(signature)) == AB_KAT_ED448_SIGNATURE
         && ab_ed448_verify(k, shake256, signature, &m, public_key);
    text[MESSAGE_LEN - 1] ^= 1;
    return ok && !ab_ed448_verify(k, shake256, signature, &m, public_key);
}

int ab_curve448_kat(const struct ab_curve448_kernels *k, const struct ab_hash *shake256)
{
    return exchanges(k) && signs(k, shake256);
}

static const char *family_name(unsigned member)
{
    (void)member;
    return "curve448";
}

_Static_assert(offsetof(struct ab_curve448_kernels, needs) == 0, "ab_implementation_of reads it there");

static int family_get(unsigned member, unsigned i, struct ab_implementation *out)
{
    (void)member;
    return ab_implementation_of(ab_curve448_list()[i], out);
}

static int family_self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member;
    return ab_curve448_kat(kernels, support->hash);
}

const struct ab_family_kind ab_curve448_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .tested_with_hash = 1,
    .hash = AB_HASH_SHAKE_256,
    .fallback_serves = 1,
};
