/*
 * The keys of a process: one per type and variant, and one for its peer, the same for every side. A key is generated at
 * first use, or read from the folder where an earlier process stored it. Not thread-safe.
 */
#ifndef AB_LAB_KEYS_H
#define AB_LAB_KEYS_H

#include "lab.h"

enum lab_key_owner { LAB_KEY_OWN, LAB_KEY_PEER };

struct lab_key_name {
    char type[LAB_NAME_LEN], variant[LAB_NAME_LEN]; /* variants.h */
    enum lab_key_owner owner;
};

int lab_key_type_is_offered(OSSL_LIB_CTX *libctx, const char *type);

/*
 * Return the key as decoded in the side's own library context, or NULL with the reason in `why`. Types without an
 * encoder, such as the hybrids of TLS, are passed as parameters and are not stored in the folder.
 */
EVP_PKEY *lab_key_of_side(const struct lab *lab, const struct lab_side *side, const struct lab_key_name *name,
                          char *why);

/*
 * Return the same key in OpenSSL's default provider, or in the side if the default provider lacks the type, and its
 * library context. Return NULL if the key cannot be exported from the side.
 */
EVP_PKEY *lab_key_of_reference(const struct lab *lab, const struct lab_side *side, const struct lab_key_name *name,
                               OSSL_LIB_CTX **libctx);

/* Generate a key of this type and variant. Return NULL if the library context cannot. */
EVP_PKEY *lab_key_generate(OSSL_LIB_CTX *libctx, const struct lab_key_name *name);

/*
 * Return a hash of the public key, continued from `before`: LAB_FNV_START, or the hash of another key. Return 0 if the
 * key, or the one before, has no encoding.
 */
uint64_t lab_key_tell(uint64_t before, const EVP_PKEY *key);

/*
 * Copy a key by export and import of parameters to the key management that a fetch in libctx finds. Return NULL if
 * either cannot.
 */
EVP_PKEY *lab_key_copy(OSSL_LIB_CTX *libctx, const char *type, const EVP_PKEY *key);

#endif
