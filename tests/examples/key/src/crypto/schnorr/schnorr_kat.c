/* The known-answer test of the Schnorr signatures. */
#include "afterburner/schnorr.h"

#include "crypto/aes/aes_kat.h"
#include "crypto/implementation.h"
#include "crypto/schnorr/schnorr_kat_data.h"
#include "kernels/schnorr/schnorr_kernels.h"

enum { MESSAGE_LEN = 300 };

static int is_right(const struct ab_schnorr_kernels *k, const struct ab_hash *sha256)
{
    uint8_t key[AB_SCHNORR_KEY_LEN], public_key[AB_SCHNORR_KEY_LEN], signature[AB_SCHNORR_SIGNATURE_LEN];
    uint8_t message[AB_KAT_LEN];
    int ok;

    ab_kat_key(key, sizeof(key));
    key[0] = 0; /* below q */
    ab_kat_message(message);
    ab_schnorr_public(k, public_key, key);
    ab_schnorr_sign(k, sha256, signature, message, MESSAGE_LEN, key, public_key);
    ok = ab_kat_fold(public_key, sizeof(public_key)) == AB_KAT_SCHNORR_PUBLIC
         && ab_kat_fold(signature, sizeof(signature)) == AB_KAT_SCHNORR_SIGNATURE
         && ab_schnorr_verify(k, sha256, signature, message, MESSAGE_LEN, public_key);
    message[MESSAGE_LEN - 1] ^= 1;
    return ok && !ab_schnorr_verify(k, sha256, signature, message, MESSAGE_LEN, public_key);
}

static const char *family_name(unsigned member)
{
    (void)member;
    return "Schnorr";
}

static int family_get(unsigned member, unsigned i, struct ab_implementation *out)
{
    (void)member;
    return ab_implementation_of(ab_schnorr_list()[i], out);
}

static int family_self_test(unsigned member, const void *kernels, const struct ab_test_support *support)
{
    (void)member;
    return is_right(kernels, support->hash);
}

const struct ab_family_kind ab_schnorr_kind = {
    .name = family_name,
    .get = family_get,
    .self_test = family_self_test,
    .tested_with_hash = 1,
    .hash = AB_HASH_SHA256,
    .fallback_serves = 1,
};
