/* The known-answer test of X25519 and Ed25519. */
#include "crypto/curve25519/curve25519_kat.h"

#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/curve25519/curve25519_kat_data.h"
#include "crypto/implementation.h"
#include "kernels/curve25519/curve25519_kernels.h"

enum { MESSAGE_LEN = 300 };

/*
 * Return 1 if a public key and a shared secret are right. Results start as zeros, so that no earlier result can pass
 * for one.
 */
static int exchanges(const struct ab_curve25519_kernels *k)
{
    uint8_t ours[AB_X25519_LEN], theirs[AB_X25519_LEN], public_key[AB_X25519_LEN] = { 0 },
                                                        secret[AB_X25519_LEN] = { 0 };

    ab_kat_key(ours, sizeof(ours));
    ab_kat_iv(theirs, sizeof(theirs));
    ab_x25519_public(k, public_key, theirs);
    return ab_kat_fold(public_key, sizeof(public_key)) == AB_KAT_X25519_PUBLIC && ab_x25519(k, secret, ours, public_key)
           && ab_kat_fold(secret, sizeof(secret)) == AB_KAT_X25519_SECRET;
}

static int signs(const struct ab_curve25519_kernels *k, const struct ab_hash *sha512)
{
    uint8_t public_key[AB_ED25519_KEY_LEN] = { 0 }, signature[AB_ED25519_SIGNATURE_LEN] = { 0 };
    uint8_t key[AB_ED25519_KEY_LEN], text[AB_KAT_LEN];
    const struct ab_ed25519_message m = { AB_ED25519, .data = text, .len = MESSAGE_LEN };
    int ok;

    ab_kat_key(key, sizeof(key));
    ab_kat_message(text);
    ab_ed25519_public(k, sha512, public_key, key);
    ab_ed25519_sign(k, sha512, signature, &m, key, public_key);
    ok = ab_kat_fold(public_key, sizeof(public_key)) == AB_KAT_ED25519_PUBLIC
         && ab_kat_fold(signature, sizeof(signature)) == AB_KAT_ED25519_SIGNATURE
         && ab_ed25519_verify(k, sha512, signature, &m, public_key);
    text[MESSAGE_LEN - 1] ^= 1;
    return ok && !ab_ed25519_verify(k, sha512, signature, &m, public_key);
}

/* Return 1 if the public key of a known scalar is right, and 3 B - B = 2 B and 3 B - 2 (2 B) = -B for the base B. */
static int checks(const struct ab_curve25519_kernels *k)
{
    static const uint8_t two[32] = { 2 }, three[32] = { 3 }, one[32] = { 1 };
    uint8_t public_key[AB_ED25519_KEY_LEN] = { 0 }, base[32], twice[32] = { 0 }, minus[32] = { 0 };

    k->base_point(public_key, ed25519_scalar);
    memset(base, 0x66, sizeof(base)); /* RFC 8032 sec. 5.1: y = 4/5, and x is even */
    base[0] = 0x58;
    if (ab_kat_fold(public_key, sizeof(public_key)) != AB_KAT_ED25519_PUBLIC || !k->check(twice, three, one, base)
        || !k->check(minus, three, two, twice))
        return 0;
    minus[31] ^= 0x80;
    return memcmp(minus, base, sizeof(base)) == 0;
}

int ab_curve25519_first_use_kat(const struct ab_curve25519_kernels *k)
{
    return exchanges(k) && checks(k);
}

int ab_curve25519_kat(const struct ab_curve25519_kernels *k, const struct ab_hash *sha512)
{
    return exchanges(k) && signs(k, sha512);
}

static const char *family_name(unsigned member)
{
    (void)member;
    return "curve25519";
}

_Static_assert(offsetof(struct ab_curve25519_kernels, needs) == 0, "ab_implementation_of reads it there");

static int family_get(unsigned member, unsigned i, struct ab_implementation *out)
{
    (void)member;
    return ab_implementation_of(ab_curve25519_list()[i], out);
}

static int family_self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member;
    return ab_curve25519_kat(kernels, support->hash);
}

static int family_first_use_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member, (void)support;
    return ab_curve25519_first_use_kat(kernels);
}

const struct ab_family_kind ab_curve25519_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .first_use_test = family_first_use_test,
    .tested_with_hash = 1,
    .hash = AB_HASH_SHA512,
    .first_use_without_hash = 1,
    .fallback_serves = 1,
};
