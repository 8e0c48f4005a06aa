/*
 * DER of ML-KEM (RFC 9935), ML-DSA (RFC 9881) and SLH-DSA keys (RFC 9909): SubjectPublicKeyInfo (RFC 5280 sec. 4.1) and
 * PrivateKeyInfo (RFC 5958 sec. 2), whose private key comes in several forms, or in one with SLH-DSA. Readers take DER
 * alone and no byte more or less than the structure has; they look at lengths, not at the keys themselves. Seeds and
 * private keys are secret; lengths, forms and object identifiers are public.
 */
#ifndef AB_PROVIDER_KEYMGMT_KEY_DER_H
#define AB_PROVIDER_KEYMGMT_KEY_DER_H

#include <stddef.h>

#include "provider/keymgmt/key_parts.h"

enum { AB_KEY_OID_LEN = 9 };

/* A parameter set of ML-KEM, ML-DSA or SLH-DSA, as files see it. Without a seed, seed_len is 0. */
struct ab_key_set {
    const char *name;
    uint8_t oid[AB_KEY_OID_LEN]; /* the contents of its object identifier */
    size_t seed_len, private_len, public_len;
};

/* The forms of a private key, by the names and in the order of OpenSSL 3.5. */
enum ab_key_form {
    AB_KEY_SEED_PRIV,   /* "both" of the RFCs: SEQUENCE of the next two, the seed as OCTET STRING */
    AB_KEY_PRIV_ONLY,   /* "expandedKey": OCTET STRING */
    AB_KEY_OQS_KEYPAIR, /* of liboqs: OCTET STRING of private and public key */
    AB_KEY_SEED_ONLY,   /* "seed": [0] IMPLICIT OCTET STRING */
    AB_KEY_BARE_PRIV,   /* the bytes alone */
    AB_KEY_BARE_SEED,
    AB_NUM_KEY_FORMS
};

/* The forms that are enabled, the preferred one first. */
struct ab_key_forms {
    enum ab_key_form list[AB_NUM_KEY_FORMS];
    unsigned num;
};

/*
 * Read a list of names or beginnings of names, as OpenSSL 3.5 reads "ml-kem.output_formats" and
 * "ml-dsa.output_formats": separated by spaces, tabs and commas, in upper or lower case; others are ignored. NULL: all
 * forms, in the order above. Returns 0 if it names none.
 */
int ab_key_forms_read(struct ab_key_forms *forms, const char *text);

enum ab_key_structure { AB_KEY_PRIVATE_KEY_INFO, AB_KEY_SUBJECT_PUBLIC_KEY_INFO };

enum {
    AB_KEY_DER_START = 20, /* bytes that tell what a structure is */
    AB_KEY_DER_MAX = 8192  /* the longest structure that is read; what is written is shorter */
};

/*
 * The length of the whole structure, if these first len bytes begin one of this kind with a key of this parameter set;
 * otherwise 0.
 */
size_t ab_key_der_recognise(const struct ab_key_set *set, enum ab_key_structure structure, const uint8_t *start,
                            size_t len);

/*
 * Find the parts of a key in a whole structure. Returns 0 if it is malformed, or has a form that is not enabled. Of
 * PrivateKeyInfo, attributes and a public key are skipped.
 */
int ab_key_der_read(const struct ab_key_set *set, enum ab_key_structure structure, const struct ab_key_forms *forms,
                    const uint8_t *der, size_t len, struct ab_key_parts *parts);

/*
 * Write a structure of at most AB_KEY_DER_MAX bytes, and return its length. The parts that it takes are there; out does
 * not overlap them.
 */
size_t ab_key_der_write_public(const struct ab_key_set *set, const struct ab_key_parts *parts, uint8_t *out);
size_t ab_key_der_write_private(const struct ab_key_set *set, enum ab_key_form form, const struct ab_key_parts *parts,
                                uint8_t *out);

/* 1 if a form holds a seed, which not every key has. */
int ab_key_form_has_seed(enum ab_key_form form);

#endif
