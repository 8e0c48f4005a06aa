/*
 * What the public-key kinds share. Their algorithms are named SCHEME/VARIANT: ECDSA/P-256 is the scheme ECDSA with a
 * key of type EC and variant P-256. An operation whose name is not a scheme of pk.c is tried with a key type of the
 * same name. Signatures that include a digest or prehash in their name (RSA-SHA256, ED25519PH) are not listed, since
 * they call a listed one; nor are MACs and KDFs that OpenSSL offers as key types (HMAC, HKDF), which have kinds of
 * their own.
 */
#ifndef AB_LAB_PK_H
#define AB_LAB_PK_H

#include <openssl/evp.h>

#include "keys.h"
#include "lab.h"

enum { LAB_PK_MESSAGE = 32 }; /* bytes: a SHA-256 digest, or a message as long where a scheme takes it whole */
extern const unsigned char lab_pk_message[LAB_PK_MESSAGE];

struct lab_pk_buffer {
    unsigned char *data;
    size_t len, room;
};

struct lab_pk_state {
    char scheme[LAB_NAME_LEN];
    struct lab_key_name key_name;
    EVP_PKEY *key;
    EVP_PKEY_CTX *ctx;  /* of the operation */
    EVP_MD_CTX *md_ctx; /* owns ctx, where a scheme takes whole messages; else NULL */

    int (*once)(struct lab_pk_state *s); /* one operation: 1, or at most 0 */
    struct lab_pk_buffer product;        /* a signature or ciphertext */
    struct lab_pk_buffer secret;         /* what was agreed on, encapsulated or opened */
    const struct lab_pk_buffer *same;    /* the deterministic one of the two; NULL: neither */
    uint64_t keys;                       /* as returned by lab_kind.keys */
};

/* Split SCHEME/VARIANT; a name without a slash has an empty variant. */
void lab_pk_split(const char *algorithm, char scheme[LAB_NAME_LEN], char variant[LAB_NAME_LEN]);

/* Allocate len bytes and set the length. */
int lab_pk_room(struct lab_pk_buffer *buffer, size_t len);

/*
 * For a kind's `new`. begin returns a state with names only, or NULL. end returns the state if ok, else frees it and
 * returns NULL.
 */
struct lab_pk_state *lab_pk_begin(const struct lab_request *request, char *why);
void *lab_pk_end(struct lab_pk_state *s, int ok);

/* Free what the state holds, but not the state itself. */
void lab_pk_clear(struct lab_pk_state *s);

/* The other functions of a kind. */
void lab_pk_free(void *state);
size_t lab_pk_bytes(const void *state);
const char *lab_pk_provider(const void *state);
int lab_pk_run(void *state, size_t num);
void lab_pk_output(const void *state, const unsigned char **out, size_t *len);
uint64_t lab_pk_keys(const void *state);

/* For a kind's `list`: report every algorithm that belongs to a name, which a fetch has found in `provider`. */
struct lab_pk_listing {
    const struct lab_side *side;
    const struct lab_kind *kind;
    lab_found_fn *found;
    void *arg;
};
void lab_pk_list(const struct lab_pk_listing *listing, const char *name, const OSSL_PROVIDER *provider);

#endif
