/* The families: each has one list of implementations, and one known-answer test that each of them must pass. */
#ifndef AB_CRYPTO_FAMILIES_H
#define AB_CRYPTO_FAMILIES_H

#include "afterburner/ec.h"
#include "afterburner/hash.h"
#include "afterburner/mldsa.h"
#include "afterburner/mlkem.h"
#include "afterburner/slhdsa.h"

enum ab_family {
    /* Modes of AES, all key sizes: src/crypto/aes/aes_families.c. */
    AB_FAMILY_AES_ECB,
    AB_FAMILY_AES_CBC,
    AB_FAMILY_AES_CBC_CTS,
    AB_FAMILY_AES_CFB,
    AB_FAMILY_AES_CFB8,
    AB_FAMILY_AES_CFB1,
    AB_FAMILY_AES_OFB,
    AB_FAMILY_AES_CTR,
    AB_FAMILY_AES_XTS,
    AB_FAMILY_AES_OCB,
    AB_FAMILY_AES_CCM,
    AB_FAMILY_AES_SIV,
    AB_FAMILY_AES_WRAP,
    AB_FAMILY_AES_GCM,
    AB_FAMILY_AES_GCM_SIV,
    AB_FAMILY_AES_CMAC,
    AB_FAMILY_AES_LANES, /* CBC-MAC, CBC and CFB encryption of many messages at once */
    AB_FAMILY_AES_CBC_HMAC_SHA1,
    AB_FAMILY_AES_CBC_HMAC_SHA256,
    AB_NUM_AES_FAMILIES,

    AB_FAMILY_HASH = AB_NUM_AES_FAMILIES, /* + enum ab_hash_id; its lanes and PBKDF2's iterations are tested with it */
    AB_FAMILY_SCRYPT = AB_FAMILY_HASH + AB_NUM_HASHES,
    AB_FAMILY_PRODUCTS, /* modular products */
    AB_FAMILY_POWERS,   /* modular powers: methods for some lengths each, of which all that pass serve */
    AB_FAMILY_RSA,      /* over products and powers */
    AB_FAMILY_FFC,      /* DSA and Diffie-Hellman, likewise */
    AB_FAMILY_CURVE25519,
    AB_FAMILY_CURVE25519_BATCH,
    AB_FAMILY_CURVE448,
    AB_FAMILY_CURVE, /* + enum ab_curve_id */
    AB_FAMILY_P256_BATCH = AB_FAMILY_CURVE + AB_NUM_CURVES,
    AB_FAMILY_MLKEM,                                       /* + enum ab_mlkem_id */
    AB_FAMILY_MLDSA = AB_FAMILY_MLKEM + AB_NUM_MLKEM,      /* + enum ab_mldsa_id */
    AB_FAMILY_SLHDSA = AB_FAMILY_MLDSA + AB_NUM_MLDSA,     /* + enum ab_slhdsa_id */
    AB_FAMILY_CHACHA20 = AB_FAMILY_SLHDSA + AB_NUM_SLHDSA, /* these three have the same list */
    AB_FAMILY_POLY1305,
    AB_FAMILY_CHACHA20_POLY1305,
    AB_FAMILY_SM4_ECB, /* modes of SM4, with the same list */
    AB_FAMILY_SM4_CBC,
    AB_FAMILY_SM4_CFB,
    AB_FAMILY_SM4_OFB,
    AB_FAMILY_SM4_CTR,
    AB_FAMILY_SM4_XTS,
    AB_FAMILY_SM4_CCM,
    AB_FAMILY_SM4_GCM,
    AB_FAMILY_ARIA_ECB, /* modes of ARIA, likewise */
    AB_FAMILY_ARIA_CBC,
    AB_FAMILY_ARIA_CFB,
    AB_FAMILY_ARIA_CFB8,
    AB_FAMILY_ARIA_CFB1,
    AB_FAMILY_ARIA_OFB,
    AB_FAMILY_ARIA_CTR,
    AB_FAMILY_ARIA_CCM,
    AB_FAMILY_ARIA_GCM,
    AB_FAMILY_CAMELLIA_ECB, /* modes of Camellia, likewise */
    AB_FAMILY_CAMELLIA_CBC,
    AB_FAMILY_CAMELLIA_CBC_CTS,
    AB_FAMILY_CAMELLIA_CFB,
    AB_FAMILY_CAMELLIA_CFB8,
    AB_FAMILY_CAMELLIA_CFB1,
    AB_FAMILY_CAMELLIA_OFB,
    AB_FAMILY_CAMELLIA_CTR,
    AB_FAMILY_ARGON2, /* all three types */
    AB_NUM_FAMILIES
};

/* NOLINTBEGIN(clang-analyzer-optin.core.EnumCastOutOfRange): these families are numbered, not named */

static inline enum ab_family ab_family_of_hash(enum ab_hash_id id)
{
    return (enum ab_family)(AB_FAMILY_HASH + (unsigned)id);
}

static inline enum ab_family ab_hash_family(const struct ab_hash *hash)
{
    return ab_family_of_hash(hash->algorithm->id);
}

static inline enum ab_family ab_family_of_curve(enum ab_curve_id id)
{
    return (enum ab_family)(AB_FAMILY_CURVE + (unsigned)id);
}

static inline enum ab_family ab_family_of_mlkem(enum ab_mlkem_id id)
{
    return (enum ab_family)(AB_FAMILY_MLKEM + (unsigned)id);
}

static inline enum ab_family ab_family_of_mldsa(enum ab_mldsa_id id)
{
    return (enum ab_family)(AB_FAMILY_MLDSA + (unsigned)id);
}

static inline enum ab_family ab_family_of_slhdsa(enum ab_slhdsa_id id)
{
    return (enum ab_family)(AB_FAMILY_SLHDSA + (unsigned)id);
}

/* NOLINTEND(clang-analyzer-optin.core.EnumCastOutOfRange) */

#endif
