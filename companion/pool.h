/*
 * Decoder contexts that are not in use, and what they were made for.
 *
 * OSSL_DECODER_CTX_new_for_pkey asks every provider for all its keys and decoders each time. The context that it makes
 * can decode any number of objects, one after the other (OSSL_DECODER_from_bio(3)), so a context that its user frees
 * is kept for the next call with the same arguments.
 */
#ifndef AB_COMPANION_POOL_H
#define AB_COMPANION_POOL_H

#include "library.h"

/* Everything that OSSL_DECODER_CTX_new_for_pkey takes but the place of the key. */
struct ab_purpose {
    struct ab_library *library;
    OSSL_LIB_CTX *context;  /* as given, NULL for the default one */
    OSSL_LIB_CTX *concrete; /* the one that this thread means by NULL; otherwise the same */
    const char *type, *structure, *key_type, *properties; /* NULL where none is given */
    int selection;
};

/* A context of libcrypto whose construct data this is. One thread at a time uses it. */
struct ab_kept {
    struct ab_kept *next;
    struct ab_purpose purpose; /* with strings of its own, behind this structure */
    OSSL_DECODER_CTX *ctx;
    OSSL_DECODER_CONSTRUCT *construct; /* what libcrypto itself had set */
    OSSL_DECODER_CLEANUP *cleanup;
    void *construct_data;
    uint64_t generation;         /* ab_generation when the context was begun */
    EVP_PKEY *key;               /* where libcrypto puts the key */
    EVP_PKEY **user_key;         /* where the user wants it */
    unsigned is_changed : 1;     /* by its user: it is not kept */
    unsigned is_used_again : 1;  /* a former user has had it */
    unsigned has_type : 1;       /* a decoder has named the type of the key since this user has it */
    unsigned has_passphrase : 1; /* this user has set a source of passphrases */
    unsigned had_passphrase : 1; /* a former user has */
};

/* Returns a context for this purpose that nobody uses, of the current generation, or NULL. */
struct ab_kept *ab_pool_take(const struct ab_purpose *purpose);

/* Keeps a context. Returns one that must be freed instead, as there are too many or it is out of date, or NULL. */
struct ab_kept *ab_pool_give(struct ab_kept *kept);

/* Frees what is kept. No lock is held while libcrypto frees. */
void ab_pool_empty(void);

#endif
