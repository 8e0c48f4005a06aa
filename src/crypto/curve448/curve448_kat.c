/* The known-answer test of X448 and Ed448. */
#include "crypto/curve448/curve448_kat.h"

#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/curve448/curve448_kat_data.h"
#include "crypto/implementation.h"
#include "kernels/curve448/curve448_kernels.h"

enum { MESSAGE_LEN = 300 };

/*
 * Return 1 if a public key and a shared secret are right, for the keys ab_kat_key and ab_kat_iv. Results start as
 * zeros, so that no earlier result can pass for one.
 */
static int exchanges(const struct ab_curve448_kernels *k)
{
    uint8_t ours[AB_X448_LEN], theirs[AB_X448_LEN], public_key[AB_X448_LEN] = { 0 }, secret[AB_X448_LEN] = { 0 };

    ab_kat_key(ours, sizeof(ours));
    ab_kat_iv(theirs, sizeof(theirs));
    ab_x448_public(k, public_key, theirs);
    return ab_kat_fold(public_key, sizeof(public_key)) == AB_KAT_X448_PUBLIC && ab_x448(k, secret, ours, public_key)
           && ab_kat_fold(secret, sizeof(secret)) == AB_KAT_X448_SECRET;
}

static int signs(const struct ab_curve448_kernels *k, const struct ab_hash *shake256)
{
    uint8_t public_key[AB_ED448_KEY_LEN] = { 0 }, signature[AB_ED448_SIGNATURE_LEN] = { 0 };
    uint8_t key[AB_ED448_KEY_LEN], text[AB_KAT_LEN];
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

/* Return 1 if a public key is right, and 3 B - 2 B = B and 3 B - B != B for the base point B (RFC 8032 sec. 5.2). */
static int checks(const struct ab_curve448_kernels *k, const struct ab_hash *shake256)
{
    static const uint8_t one[56] = { 1 }, two[56] = { 2 }, three[56] = { 3 };
    static const uint8_t base[57] = { 0x14, 0xfa, 0x30, 0xf2, 0x5b, 0x79, 0x08, 0x98, 0xad, 0xc8, 0xd7, 0x4e,
                                      0x2c, 0x13, 0xbd, 0xfd, 0xc4, 0x39, 0x7c, 0xe6, 0x1c, 0xff, 0xd3, 0x3a,
                                      0xd7, 0xc2, 0xa0, 0x05, 0x1e, 0x9c, 0x78, 0x87, 0x40, 0x98, 0xa3, 0x6c,
                                      0x73, 0x73, 0xea, 0x4b, 0x62, 0xc7, 0xc9, 0x56, 0x37, 0x20, 0x76, 0x88,
                                      0x24, 0xbc, 0xb6, 0x6e, 0x71, 0x46, 0x3f, 0x69, 0x00 };
    uint8_t key[AB_ED448_KEY_LEN], public_key[AB_ED448_KEY_LEN] = { 0 };

    ab_kat_key(key, sizeof(key));
    ab_ed448_public(k, shake256, public_key, key);
    return ab_kat_fold(public_key, sizeof(public_key)) == AB_KAT_ED448_PUBLIC && k->check(base, three, two, base)
           && !k->check(base, three, one, base);
}

int ab_curve448_first_use_kat(const struct ab_curve448_kernels *k, const struct ab_hash *shake256)
{
    return exchanges(k) && checks(k, shake256);
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

static int family_first_use_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member;
    return ab_curve448_first_use_kat(kernels, support->hash);
}

const struct ab_family_kind ab_curve448_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .first_use_test = family_first_use_test,
    .tested_with_hash = 1,
    .hash = AB_HASH_SHAKE_256,
    .fallback_serves = 1,
};
