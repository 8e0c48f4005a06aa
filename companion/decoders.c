/*
 * OSSL_DECODER_CTX_new_for_pkey and what else is done with its contexts, which are kept for the next call (pool.h).
 *
 * libcrypto binds such a context to the place where its user wants the key. The companion lets it be made for a place
 * of its own, and puts a function round the one that constructs the key, which copies it to the user's place. It
 * parses nothing itself.
 *
 * A context goes back only as it came: one whose construction, decoders, parameters or selection its user has changed
 * is freed. A source of passphrases is the exception, since loading a PEM file always sets one. It is replaced when the
 * context goes back; no call of libcrypto removes it, so a next user who sets none is served by a context made for the
 * one decoding.
 */
#include <openssl/core_names.h>
#include <stdlib.h>
#include <string.h>

#include "contexts.h"
#include "ending.h"
#include "generation.h"
#include "pool.h"
#include "providers.h"

/* ---- recognising a context ---- */

static OSSL_DECODER_CONSTRUCT construct_key;
static OSSL_DECODER_CLEANUP clean_up;

/* What the companion knows of a context, or NULL if it is not one of ours as we made it. */
static struct ab_kept *kept_of(const struct ab_library *l, OSSL_DECODER_CTX *ctx)
{
    struct ab_kept *k;

    if ((l->parts & AB_PART_DECODERS) == 0 || ctx == NULL || l->f.OSSL_DECODER_CTX_get_construct(ctx) != construct_key
        || l->f.OSSL_DECODER_CTX_get_cleanup(ctx) != clean_up)
        return NULL;
    k = l->f.OSSL_DECODER_CTX_get_construct_data(ctx);
    return k != NULL && k->ctx == ctx ? k : NULL;
}

static void note_change(const struct ab_library *l, OSSL_DECODER_CTX *ctx)
{
    struct ab_kept *k = kept_of(l, ctx);

    if (k != NULL)
        k->is_changed = 1;
}

/* ---- the key ---- */

static OSSL_DECODER_CTX *make_plain(const struct ab_purpose *p, EVP_PKEY **key)
{
    return p->library->f.OSSL_DECODER_CTX_new_for_pkey(key, p->type, p->structure, p->key_type, p->selection,
                                                       p->context, p->properties);
}

/* libcrypto remembers the last type that a decoder named. Let a context of its own forget what former users decoded. */
static int construct_anew(struct ab_kept *k, OSSL_DECODER_INSTANCE *instance, const OSSL_PARAM *params)
{
    const struct ab_functions *f = &k->purpose.library->f;
    OSSL_DECODER_CTX *ctx = make_plain(&k->purpose, &k->key);
    OSSL_DECODER_CONSTRUCT *construct = f->OSSL_DECODER_CTX_get_construct(ctx);
    int ok = construct != NULL && construct(instance, params, f->OSSL_DECODER_CTX_get_construct_data(ctx));

    f->OSSL_DECODER_CTX_free(ctx);
    return ok;
}

static int construct_key(OSSL_DECODER_INSTANCE *instance, const OSSL_PARAM *params, void *data)
{
    struct ab_kept *k = data;
    const struct ab_functions *f = &k->purpose.library->f;
    int is_object = f->OSSL_PARAM_locate_const(params, OSSL_OBJECT_PARAM_REFERENCE) != NULL, ok;

    if (f->OSSL_PARAM_locate_const(params, OSSL_OBJECT_PARAM_DATA_TYPE) != NULL)
        k->has_type = 1;
    k->key = *k->user_key;
    if (is_object && k->is_used_again && !k->has_type)
        ok = construct_anew(k, instance, params);
    else
        ok = k->construct(instance, params, k->construct_data);
    *k->user_key = k->key;
    return ok;
}

static void clean_up(void *data)
{
    struct ab_kept *k = data;

    if (k == NULL)
        return;
    k->cleanup(k->construct_data);
    free(k);
}

/* ---- making a context that can be kept ---- */

static size_t text_size(const char *text)
{
    return text == NULL ? 0 : strlen(text) + 1;
}

/* Copies a text to *end, which moves behind it. */
static const char *copy_text(char **end, const char *text)
{
    char *copy = *end;

    if (text == NULL)
        return NULL;
    memcpy(copy, text, text_size(text));
    *end += text_size(text);
    return copy;
}

static struct ab_kept *new_kept(const struct ab_purpose *p)
{
    size_t size = text_size(p->type) + text_size(p->structure) + text_size(p->key_type) + text_size(p->properties);
    struct ab_kept *k = calloc(1, sizeof(*k) + size);
    char *end = (char *)(k + 1);

    if (k == NULL)
        return NULL;
    k->purpose = *p;
    k->purpose.type = copy_text(&end, p->type);
    k->purpose.structure = copy_text(&end, p->structure);
    k->purpose.key_type = copy_text(&end, p->key_type);
    k->purpose.properties = copy_text(&end, p->properties);
    return k;
}

/* Puts our functions in the place of those that libcrypto has set. */
static int take_over(struct ab_kept *k)
{
    const struct ab_functions *f = &k->purpose.library->f;

    k->construct = f->OSSL_DECODER_CTX_get_construct(k->ctx);
    k->cleanup = f->OSSL_DECODER_CTX_get_cleanup(k->ctx);
    k->construct_data = f->OSSL_DECODER_CTX_get_construct_data(k->ctx);
    return k->construct != NULL && k->cleanup != NULL && f->OSSL_DECODER_CTX_set_construct(k->ctx, construct_key)
           && f->OSSL_DECODER_CTX_set_construct_data(k->ctx, k) && f->OSSL_DECODER_CTX_set_cleanup(k->ctx, clean_up);
}

/*
 * What a decoder of another provider keeps between two keys is not known, and a reference of ours must not delay its
 * teardown, so there must be none. A context without decoders is as quick to make, and one whose making raised errors
 * must raise them each time.
 */
static struct ab_kept *make_kept(const struct ab_purpose *p)
{
    const struct ab_functions *f = &p->library->f;
    uint64_t generation = ab_generation();
    int can_be = ab_may_keep(p->library) && ab_contexts_have(p->library, p->concrete)
                 && ab_providers_are_known(p->library, p->concrete);
    struct ab_kept *k = can_be ? new_kept(p) : NULL;
    unsigned long error = f->ERR_peek_last_error();

    if (k == NULL)
        return NULL;
    ab_settings_log(2, "a decoder context for %s", p->type == NULL ? "any format" : p->type);
    f->ERR_set_mark();
    k->ctx = make_plain(&k->purpose, &k->key);
    k->generation = generation;
    if (k->ctx != NULL && f->OSSL_DECODER_CTX_get_num_decoders(k->ctx) > 0 && f->ERR_peek_last_error() == error
        && take_over(k)) {
        f->ERR_clear_last_mark();
        return k;
    }
    f->ERR_pop_to_mark();
    f->OSSL_DECODER_CTX_free(k->ctx);
    free(k);
    return NULL;
}

static OSSL_DECODER_CTX *hand_out(struct ab_kept *k, EVP_PKEY **key)
{
    k->user_key = key;
    k->has_type = 0;
    return k->ctx;
}

AB_STANDS_IN OSSL_DECODER_CTX *OSSL_DECODER_CTX_new_for_pkey(EVP_PKEY **key, const char *type, const char *structure,
                                                             const char *key_type, int selection, OSSL_LIB_CTX *context,
                                                             const char *properties)
{
    struct ab_library *l = ab_library_of(AB_CALLER);
    struct ab_purpose p = { l, context, context, type, structure, key_type, properties, selection };
    struct ab_kept *k;

    if (l == NULL)
        return NULL;
    if ((l->parts & AB_PART_DECODERS) == 0)
        return make_plain(&p, key);
    if (context == NULL)
        p.concrete = l->f.OSSL_LIB_CTX_set0_default(NULL);
    k = ab_pool_take(&p);
    if (k == NULL)
        k = make_kept(&p);
    return k == NULL ? make_plain(&p, key) : hand_out(k, key);
}

/* ---- the end of a use ---- */

/*
 * A decoding that needs a passphrase though its user has set no source of one. Only a context whose user has changed it
 * gets here; libcrypto raises the same error, with its own file and line.
 */
static int give_no_passphrase(char *pass, size_t size, size_t *len, const OSSL_PARAM *params, void *arg)
{
    const struct ab_functions *f = &((const struct ab_kept *)arg)->purpose.library->f;

    (void)pass;
    (void)size;
    (void)len;
    (void)params;
    f->ERR_new();
    f->ERR_set_error(ERR_LIB_CRYPTO, ERR_R_PASSED_INVALID_ARGUMENT, "No password method specified");
    return 0;
}

/* Makes a context free of what this user has left in it. */
static int forget_user(struct ab_kept *k)
{
    if (k->has_passphrase) {
        k->had_passphrase = 1;
        k->has_passphrase = 0;
        if (!k->purpose.library->f.OSSL_DECODER_CTX_set_passphrase_cb(k->ctx, give_no_passphrase, k))
            return 0;
    }
    k->is_used_again = 1;
    k->key = NULL;
    k->user_key = NULL;
    return 1;
}

AB_STANDS_IN void OSSL_DECODER_CTX_free(OSSL_DECODER_CTX *ctx)
{
    struct ab_library *l = ab_library_of(AB_CALLER);
    struct ab_kept *k = l == NULL ? NULL : kept_of(l, ctx);

    if (l == NULL)
        return;
    if (k != NULL && !k->is_changed && forget_user(k)) {
        k = ab_pool_give(k);
        ctx = k == NULL ? NULL : k->ctx;
    }
    if (ctx != NULL)
        l->f.OSSL_DECODER_CTX_free(ctx);
}

/* ---- what users do with a context ---- */

/* Decode with a context of libcrypto's own. */
static int decode_anew(struct ab_kept *k, BIO *in)
{
    const struct ab_functions *f = &k->purpose.library->f;
    OSSL_DECODER_CTX *ctx = make_plain(&k->purpose, k->user_key);
    int ok = ctx != NULL && f->OSSL_DECODER_from_bio(ctx, in);

    f->OSSL_DECODER_CTX_free(ctx);
    return ok;
}

AB_STANDS_IN int OSSL_DECODER_from_bio(OSSL_DECODER_CTX *ctx, BIO *in)
{
    struct ab_library *l;
    struct ab_kept *k;

    if (ab_library_is_probe(ctx))
        return 0;
    l = ab_library_of(AB_CALLER);
    k = l == NULL ? NULL : kept_of(l, ctx);
    if (k != NULL && k->had_passphrase && !k->has_passphrase && !k->is_changed)
        return decode_anew(k, in);
    return l == NULL ? 0 : l->f.OSSL_DECODER_from_bio(ctx, in);
}

/* The result of a call that sets a source of passphrases; one that fails leaves the source that there was. */
static int note_passphrase(const struct ab_library *l, OSSL_DECODER_CTX *ctx, int ok)
{
    struct ab_kept *k = kept_of(l, ctx);

    if (k != NULL && ok)
        k->has_passphrase = 1;
    return ok;
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_passphrase(OSSL_DECODER_CTX *ctx, const unsigned char *text, size_t len)
{
    struct ab_library *l = ab_library_of(AB_CALLER);

    return l == NULL ? 0 : note_passphrase(l, ctx, l->f.OSSL_DECODER_CTX_set_passphrase(ctx, text, len));
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_pem_password_cb(OSSL_DECODER_CTX *ctx, pem_password_cb *cb, void *arg)
{
    struct ab_library *l = ab_library_of(AB_CALLER);

    return l == NULL ? 0 : note_passphrase(l, ctx, l->f.OSSL_DECODER_CTX_set_pem_password_cb(ctx, cb, arg));
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_passphrase_cb(OSSL_DECODER_CTX *ctx, OSSL_PASSPHRASE_CALLBACK *cb, void *arg)
{
    struct ab_library *l = ab_library_of(AB_CALLER);

    return l == NULL ? 0 : note_passphrase(l, ctx, l->f.OSSL_DECODER_CTX_set_passphrase_cb(ctx, cb, arg));
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_passphrase_ui(OSSL_DECODER_CTX *ctx, const UI_METHOD *method, void *data)
{
    struct ab_library *l = ab_library_of(AB_CALLER);

    return l == NULL ? 0 : note_passphrase(l, ctx, l->f.OSSL_DECODER_CTX_set_passphrase_ui(ctx, method, data));
}

/* The library of the caller, once the change of a context has been noted. */
static struct ab_library *library_of_change(const void *caller, OSSL_DECODER_CTX *ctx)
{
    struct ab_library *l = ab_library_of(caller);

    if (l != NULL)
        note_change(l, ctx);
    return l;
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_construct(OSSL_DECODER_CTX *ctx, OSSL_DECODER_CONSTRUCT *construct)
{
    struct ab_library *l = library_of_change(AB_CALLER, ctx);

    return l == NULL ? 0 : l->f.OSSL_DECODER_CTX_set_construct(ctx, construct);
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_construct_data(OSSL_DECODER_CTX *ctx, void *data)
{
    struct ab_library *l = library_of_change(AB_CALLER, ctx);

    return l == NULL ? 0 : l->f.OSSL_DECODER_CTX_set_construct_data(ctx, data);
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_cleanup(OSSL_DECODER_CTX *ctx, OSSL_DECODER_CLEANUP *cleanup)
{
    struct ab_library *l = library_of_change(AB_CALLER, ctx);

    return l == NULL ? 0 : l->f.OSSL_DECODER_CTX_set_cleanup(ctx, cleanup);
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_selection(OSSL_DECODER_CTX *ctx, int selection)
{
    struct ab_library *l = library_of_change(AB_CALLER, ctx);

    return l == NULL ? 0 : l->f.OSSL_DECODER_CTX_set_selection(ctx, selection);
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_input_type(OSSL_DECODER_CTX *ctx, const char *type)
{
    struct ab_library *l = library_of_change(AB_CALLER, ctx);

    return l == NULL ? 0 : l->f.OSSL_DECODER_CTX_set_input_type(ctx, type);
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_input_structure(OSSL_DECODER_CTX *ctx, const char *structure)
{
    struct ab_library *l = library_of_change(AB_CALLER, ctx);

    return l == NULL ? 0 : l->f.OSSL_DECODER_CTX_set_input_structure(ctx, structure);
}

AB_STANDS_IN int OSSL_DECODER_CTX_set_params(OSSL_DECODER_CTX *ctx, const OSSL_PARAM params[])
{
    struct ab_library *l = library_of_change(AB_CALLER, ctx);

    return l == NULL ? 0 : l->f.OSSL_DECODER_CTX_set_params(ctx, params);
}

AB_STANDS_IN int OSSL_DECODER_CTX_add_decoder(OSSL_DECODER_CTX *ctx, OSSL_DECODER *decoder)
{
    struct ab_library *l = library_of_change(AB_CALLER, ctx);

    return l == NULL ? 0 : l->f.OSSL_DECODER_CTX_add_decoder(ctx, decoder);
}

AB_STANDS_IN int OSSL_DECODER_CTX_add_extra(OSSL_DECODER_CTX *ctx, OSSL_LIB_CTX *context, const char *properties)
{
    struct ab_library *l = library_of_change(AB_CALLER, ctx);

    return l == NULL ? 0 : l->f.OSSL_DECODER_CTX_add_extra(ctx, context, properties);
}
