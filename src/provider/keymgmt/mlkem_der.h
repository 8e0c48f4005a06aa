/*
 * DER of ML-KEM keys (RFC 9935): SubjectPublicKeyInfo (RFC 5280 sec. 4.1) and PrivateKeyInfo (RFC 5958 sec. 2), whose
 * private key comes in several forms. Readers take DER alone and no byte more or less than the structure has; they look
 * at lengths, not at the keys themselves. Seeds and private keys are secret; lengths, forms and object identifiers are
 * public.
 */
#ifndef AB_PROVIDER_KEYMGMT_MLKEM_DER_H
#define AB_PROVIDER_KEYMGMT_MLKEM_DER_H

#include "afterburner/mlkem.h"
#include "provider/keymgmt/key_parts.h"

/* The forms of a private key, by the names and in the order of OpenSSL 3.5. */
enum ab_mlkem_form {
    AB_MLKEM_SEED_PRIV,   /* RFC 9935 "both": SEQUENCE of the next two, the seed as OCTET STRING */
    AB_MLKEM_PRIV_ONLY,   /* "expandedKey": OCTET STRING */
    AB_MLKEM_OQS_KEYPAIR, /* of liboqs: OCTET STRING of private and public key */
    AB_MLKEM_SEED_ONLY,   /* "seed": [0] IMPLICIT OCTET STRING */
    AB_MLKEM_BARE_PRIV,   /* the bytes alone */
    AB_MLKEM_BARE_SEED,
    AB_NUM_MLKEM_FORMS
};

/* The forms that are enabled, the preferred one first. */
struct ab_mlkem_forms {
    enum ab_mlkem_form list[AB_NUM_MLKEM_FORMS];
    unsigned num;
};

/*
 * Read a list of names or beginnings of names, as OpenSSL 3.5 reads "ml-kem.output_formats": separated by spaces, tabs
 * and commas, in upper or lower case; others are ignored. NULL: all forms, in the order above. Returns 0 if it names
 * none.
 */
int ab_mlkem_forms_read(struct ab_mlkem_forms *forms, const char *text);

enum ab_mlkem_structure { AB_MLKEM_PRIVATE_KEY_INFO, AB_MLKEM_SUBJECT_PUBLIC_KEY_INFO };

enum {
    AB_MLKEM_DER_START = 20, /* bytes that tell what a structure is */
    AB_MLKEM_DER_MAX = 8192  /* the longest structure that is read; what is written is shorter */
};

/*
 * The length of the whole structure, if these first len bytes begin one of this kind with a key of this parameter set;
 * otherwise 0.
 */
size_t ab_mlkem_der_recognise(const struct ab_mlkem_params *sizes, enum ab_mlkem_structure structure,
                              const uint8_t *start, size_t len);

/*
 * Find the parts of a key in a whole structure. Returns 0 if it is malformed, or has a form that is not enabled. Of
 * PrivateKeyInfo, attributes and a public key are skipped.
 */
int ab_mlkem_der_read(const struct ab_mlkem_params *sizes, enum ab_mlkem_structure structure,
                      const struct ab_mlkem_forms *forms, const uint8_t *der, size_t len, struct ab_key_parts *parts);

/* Write a structure of at most AB_MLKEM_DER_MAX bytes, and return its length. The key has what it takes. */
size_t ab_mlkem_der_write_public(const struct ab_mlkem_key *key, uint8_t *out);
size_t ab_mlkem_der_write_private(const struct ab_mlkem_key *key, enum ab_mlkem_form form, uint8_t *out);

/* 1 if a form holds a seed, which not every key has. */
int ab_mlkem_form_has_seed(enum ab_mlkem_form form);

#endif
