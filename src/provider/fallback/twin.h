/*
 * A key of ours and its twin: the default provider's key data of the same name.
 *
 * A key of ours holds native numbers for what the module makes fast. Whatever else key management is asked (validation, exports in
 * every form, rare parameters, unusual generation, whole families of keys that are not ours) is answered by the twin, through the
 * default provider's own functions, so behaviour, lists of parameters and errors are those of each release of OpenSSL.
 *
 *   - A key that began with native numbers gets its twin at the first question that needs it: ab_twin_get.
 *   - A key that began as a twin (import, generation, dup) gets native numbers from the twin's export, ab_twin_export, at the first
 *     fast operation, or none if it is not ours: operations over it are passed on whole (provider/fallback/operation.h).
 *
 * Keys are used from many threads: pointers made late are kept by whoever is first, ab_keep_first. What changes a key (import,
 * set_params) is its owner's alone, as in OpenSSL; the owner then lets native numbers and twin agree, or drops one.
 *
 * A function that the default provider's release lacks answers what EVP would conclude. import_types and export_types take no
 * provider context on early releases, so each key management has lists of its own for them.
 */
#ifndef AB_PROVIDER_FALLBACK_TWIN_H
#define AB_PROVIDER_FALLBACK_TWIN_H

#include <openssl/core_dispatch.h>

#include "provider/provctx.h"

struct ab_twin {
    struct ab_provctx *prov;
    enum ab_key_type type;
    void *_Atomic keydata; /* the default provider's; NULL: not made yet */
};

void ab_twin_init(struct ab_twin *t, struct ab_provctx *prov, enum ab_key_type type);
/* Frees the key data; then as after init. */
void ab_twin_clear(struct ab_twin *t);

/* Tells what a key of ours has, within selection, as key management's export does: parameters to callback. 1 or 0. */
typedef int ab_twin_tell_fn(void *key, int selection, OSSL_CALLBACK *callback, void *arg);

/* The key data, if it has been made. */
void *ab_twin_peek(const struct ab_twin *t);
/* The key data; the first call makes it, of what `tell` tells of the key. NULL with an error raised. Thread-safe. */
void *ab_twin_get(struct ab_twin *t, ab_twin_tell_fn *tell, void *key, int selection);
/* Key data with nothing in it, as the default provider's `new` gives. 0 without memory, or if there is some already. */
int ab_twin_make(struct ab_twin *t);
/* Takes over key data of the default provider (dup, generation); 0 if it is NULL or there is some already. */
int ab_twin_adopt(struct ab_twin *t, void *keydata);
/* Into the key data that is there, or else into a new one. */
int ab_twin_import(struct ab_twin *t, int selection, const OSSL_PARAM params[]);

/* ---- questions to key data that has been made; without any, the answer is no ---- */

int ab_twin_has(const struct ab_twin *t, int selection);
int ab_twin_match(const struct ab_twin *a, const struct ab_twin *b, int selection);
int ab_twin_validate(const struct ab_twin *t, int selection, int check_type);
int ab_twin_export(const struct ab_twin *t, int selection, OSSL_CALLBACK *callback, void *arg);
int ab_twin_get_params(const struct ab_twin *t, OSSL_PARAM params[]);
int ab_twin_set_params(const struct ab_twin *t, const OSSL_PARAM params[]);
/* New key data, for ab_twin_adopt; NULL if it cannot be. */
void *ab_twin_dup(const struct ab_twin *t, int selection);

/* ---- lists: NULL if the default provider has none ---- */

const OSSL_PARAM *ab_twin_gettable(struct ab_provctx *prov, enum ab_key_type type);
const OSSL_PARAM *ab_twin_settable(struct ab_provctx *prov, enum ab_key_type type);
const OSSL_PARAM *ab_twin_gen_settable(struct ab_provctx *prov, enum ab_key_type type);

/* ---- generation by the default provider ---- */

struct ab_twin_gen {
    struct ab_provctx *prov;
    enum ab_key_type type;
    void *ctx;
};

/* 0 if it is refused; then nothing is left to clean up. */
int ab_twin_gen_init(struct ab_twin_gen *g, struct ab_provctx *prov, enum ab_key_type type, int selection,
                     const OSSL_PARAM params[]);
/* keydata: the twin of the template, ab_twin_get. */
int ab_twin_gen_set_template(const struct ab_twin_gen *g, void *keydata);
int ab_twin_gen_set_params(const struct ab_twin_gen *g, const OSSL_PARAM params[]);
/* New key data, for ab_twin_adopt; NULL if it fails. */
void *ab_twin_gen(const struct ab_twin_gen *g, OSSL_CALLBACK *progress, void *arg);
/* A context that was not made is allowed. */
void ab_twin_gen_cleanup(struct ab_twin_gen *g);

/* ---- what is made late and kept ---- */

/* Puts `made` into the slot if that is empty, else drops it. Returns what the slot then holds. */
void *ab_keep_first(void *_Atomic *slot, void *made, void (*drop)(void *made));

#endif
