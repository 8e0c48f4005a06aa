/*
 * The keys of a process: one a type and variant (and a peer for it), the same for every side, made at first need or
 * read from the folder where an earlier process has kept it. One thread at a time.
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
 * The key as the side itself decodes it, in its own library context; NULL with the reason in `why`. Types that no
 * encoder knows, such as the hybrids of TLS, are handed over as parameters and not kept in the folder.
 */
EVP_PKEY *lab_key_of_side(const struct lab *lab, const struct lab_side *side, const struct lab_key_name *name,
                          char *why);

/*
 * The same key under OpenSSL's own default provider (if that lacks the type: under the side), with its library context;
 * NULL if the side's key could not be handed over either, and is the side's alone.
 */
EVP_PKEY *lab_key_of_reference(const struct lab *lab, const struct lab_side *side, const struct lab_key_name *name,
                               OSSL_LIB_CTX **libctx);

/* A new key of that type and variant, whoever its owner; NULL if the library context makes none. */
EVP_PKEY *lab_key_generate(OSSL_LIB_CTX *libctx, const struct lab_key_name *name);

/*
 * Tells a key from others by its public half, and by `before`: LAB_FNV_START, or what told another key. 0: one has no
 * encoding.
 */
uint64_t lab_key_tell(uint64_t before, const EVP_PKEY *key);

/*
 * Hands a key over by way of parameters, to the key management that a fetch under libctx finds; NULL if one of them
 * cannot.
 */
EVP_PKEY *lab_key_copy(OSSL_LIB_CTX *libctx, const char *type, const EVP_PKEY *key);

#endif
