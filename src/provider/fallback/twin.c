/* The twin of a key: make it, query it, generate it, all by the default provider's key management functions. */
#include "provider/fallback/twin.h"

#include "provider/error.h"
#include "provider/fallback/fallback.h"

static const char *const names[AB_NUM_KEY_TYPES] = {
    [AB_KEY_RSA] = "RSA",       [AB_KEY_RSA_PSS] = "RSA-PSS",  [AB_KEY_DSA] = "DSA",
    [AB_KEY_DH] = "DH",         [AB_KEY_DHX] = "DHX",          [AB_KEY_EC] = "EC",
    [AB_KEY_X25519] = "X25519", [AB_KEY_ED25519] = "ED25519",  [AB_KEY_X448] = "X448",
    [AB_KEY_ED448] = "ED448",   [AB_KEY_MLKEM] = "ML-KEM-768", [AB_KEY_HYBRID] = "X25519MLKEM768",
};

/* In place of the functions of a type that the default provider lacks. */
static const OSSL_DISPATCH no_functions[] = { { 0, NULL } };

/* Concurrent threads find the same functions. */
static const OSSL_DISPATCH *functions_of(struct ab_provctx *prov, enum ab_key_type type)
{
    const OSSL_DISPATCH *functions = atomic_load_explicit(&prov->twin_functions[type], memory_order_acquire);
    struct ab_fallback found;

    if (functions != NULL)
        return functions;
    if (!ab_fallback_find(prov, OSSL_OP_KEYMGMT, names[type], &found))
        return no_functions;
    atomic_store_explicit(&prov->twin_functions[type], found.functions, memory_order_release);
    return found.functions;
}

/* The function of the entry is NULL if the release lacks it. */
static const OSSL_DISPATCH *entry(struct ab_provctx *prov, enum ab_key_type type, int id)
{
    return ab_fallback_entry(functions_of(prov, type), id);
}

static const OSSL_DISPATCH *twin_entry(const struct ab_twin *t, int id)
{
    return entry(t->prov, t->type, id);
}

/* ---- the key data ---- */

void ab_twin_init(struct ab_twin *t, struct ab_provctx *prov, enum ab_key_type type)
{
    t->prov = prov;
    t->type = type;
    atomic_init(&t->keydata, NULL);
}

static void *make(const struct ab_twin *t)
{
    OSSL_FUNC_keymgmt_new_fn *new = OSSL_FUNC_keymgmt_new(twin_entry(t, OSSL_FUNC_KEYMGMT_NEW));

    return new == NULL ? NULL : new(ab_fallback_provctx(t->prov));
}

/*
 * Hosts free keys even after OPENSSL_cleanup, when the library context that a search uses is gone: search only for key
 * data that exists, whose functions were found when it was made.
 */
static void drop(const struct ab_twin *t, void *keydata)
{
    OSSL_FUNC_keymgmt_free_fn *free;

    if (keydata == NULL)
        return;
    free = OSSL_FUNC_keymgmt_free(twin_entry(t, OSSL_FUNC_KEYMGMT_FREE));
    if (free != NULL)
        free(keydata);
}

void ab_twin_clear(struct ab_twin *t)
{
    drop(t, atomic_exchange(&t->keydata, NULL));
}

void *ab_twin_peek(const struct ab_twin *t)
{
    return atomic_load_explicit(&t->keydata, memory_order_acquire);
}

static int fill(const struct ab_twin *t, void *keydata, int selection, const OSSL_PARAM params[])
{
    OSSL_FUNC_keymgmt_import_fn *import = OSSL_FUNC_keymgmt_import(twin_entry(t, OSSL_FUNC_KEYMGMT_IMPORT));

    return keydata != NULL && import != NULL && import(keydata, selection, params);
}

struct filling {
    const struct ab_twin *t;
    void *keydata;
    int selection;
};

static int fill_with(const OSSL_PARAM params[], void *arg)
{
    const struct filling *f = arg;

    return fill(f->t, f->keydata, f->selection, params);
}

void *ab_twin_get(struct ab_twin *t, ab_twin_export_fn *export_key, void *key, int selection)
{
    void *there = ab_twin_peek(t);
    struct filling f = { t, NULL, selection };

    if (there != NULL)
        return there;
    f.keydata = make(t);
    if (f.keydata != NULL && export_key(key, selection, fill_with, &f)) {
        if (atomic_compare_exchange_strong(&t->keydata, &there, f.keydata))
            return f.keydata;
    } else {
        AB_RAISE_DETAIL(t->prov, AB_R_NO_DEFAULT_PROVIDER, "%s: the key is refused", names[t->type]);
    }
    drop(t, f.keydata);
    return there; /* another thread's, or NULL */
}

int ab_twin_adopt(struct ab_twin *t, void *keydata)
{
    void *none = NULL;

    if (keydata != NULL && atomic_compare_exchange_strong(&t->keydata, &none, keydata))
        return 1;
    drop(t, keydata);
    return 0;
}

int ab_twin_make(struct ab_twin *t)
{
    return ab_twin_adopt(t, make(t));
}

int ab_twin_import(struct ab_twin *t, int selection, const OSSL_PARAM params[])
{
    return (ab_twin_peek(t) != NULL || ab_twin_make(t)) && fill(t, ab_twin_peek(t), selection, params);
}

/* ---- queries ---- */

int ab_twin_has(const struct ab_twin *t, int selection)
{
    OSSL_FUNC_keymgmt_has_fn *has = OSSL_FUNC_keymgmt_has(twin_entry(t, OSSL_FUNC_KEYMGMT_HAS));
    const void *keydata = ab_twin_peek(t);

    return keydata != NULL && has != NULL && has(keydata, selection);
}

int ab_twin_match(const struct ab_twin *a, const struct ab_twin *b, int selection)
{
    OSSL_FUNC_keymgmt_match_fn *match = OSSL_FUNC_keymgmt_match(twin_entry(a, OSSL_FUNC_KEYMGMT_MATCH));
    const void *first = ab_twin_peek(a), *second = ab_twin_peek(b);

    return first != NULL && second != NULL && match != NULL && match(first, second, selection);
}

int ab_twin_validate(const struct ab_twin *t, int selection, int check_type)
{
    OSSL_FUNC_keymgmt_validate_fn *validate = OSSL_FUNC_keymgmt_validate(twin_entry(t, OSSL_FUNC_KEYMGMT_VALIDATE));
    const void *keydata = ab_twin_peek(t);

    return keydata != NULL && (validate == NULL || validate(keydata, selection, check_type));
}

int ab_twin_export(const struct ab_twin *t, int selection, OSSL_CALLBACK *callback, void *arg)
{
    OSSL_FUNC_keymgmt_export_fn *export = OSSL_FUNC_keymgmt_export(twin_entry(t, OSSL_FUNC_KEYMGMT_EXPORT));
    void *keydata = ab_twin_peek(t);

    return keydata != NULL && export != NULL && export(keydata, selection, callback, arg);
}

int ab_twin_get_params(const struct ab_twin *t, OSSL_PARAM params[])
{
    OSSL_FUNC_keymgmt_get_params_fn *get = OSSL_FUNC_keymgmt_get_params(twin_entry(t, OSSL_FUNC_KEYMGMT_GET_PARAMS));
    void *keydata = ab_twin_peek(t);

    return keydata != NULL && (get == NULL || get(keydata, params));
}

int ab_twin_set_params(const struct ab_twin *t, const OSSL_PARAM params[])
{
    OSSL_FUNC_keymgmt_set_params_fn *set = OSSL_FUNC_keymgmt_set_params(twin_entry(t, OSSL_FUNC_KEYMGMT_SET_PARAMS));
    void *keydata = ab_twin_peek(t);

    return keydata != NULL && (set == NULL || set(keydata, params));
}

void *ab_twin_dup(const struct ab_twin *t, int selection)
{
    OSSL_FUNC_keymgmt_dup_fn *dup = OSSL_FUNC_keymgmt_dup(twin_entry(t, OSSL_FUNC_KEYMGMT_DUP));
    const void *keydata = ab_twin_peek(t);

    return keydata == NULL || dup == NULL ? NULL : dup(keydata, selection);
}

/* ---- lists ---- */

const OSSL_PARAM *ab_twin_gettable(struct ab_provctx *prov, enum ab_key_type type)
{
    OSSL_FUNC_keymgmt_gettable_params_fn *list = OSSL_FUNC_keymgmt_gettable_params(
        entry(prov, type, OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS));

    return list == NULL ? NULL : list(ab_fallback_provctx(prov));
}

const OSSL_PARAM *ab_twin_settable(struct ab_provctx *prov, enum ab_key_type type)
{
    OSSL_FUNC_keymgmt_settable_params_fn *list = OSSL_FUNC_keymgmt_settable_params(
        entry(prov, type, OSSL_FUNC_KEYMGMT_SETTABLE_PARAMS));

    return list == NULL ? NULL : list(ab_fallback_provctx(prov));
}

const OSSL_PARAM *ab_twin_gen_settable(struct ab_provctx *prov, enum ab_key_type type)
{
    OSSL_FUNC_keymgmt_gen_settable_params_fn *list = OSSL_FUNC_keymgmt_gen_settable_params(
        entry(prov, type, OSSL_FUNC_KEYMGMT_GEN_SETTABLE_PARAMS));

    return list == NULL ? NULL : list(NULL, ab_fallback_provctx(prov)); /* as EVP does, without a generation context */
}

/* ---- generation ---- */

static const OSSL_DISPATCH *gen_entry(const struct ab_twin_gen *g, int id)
{
    return entry(g->prov, g->type, id);
}

int ab_twin_gen_init(struct ab_twin_gen *g, struct ab_provctx *prov, enum ab_key_type type, int selection,
                     const OSSL_PARAM params[])
{
    OSSL_FUNC_keymgmt_gen_init_fn *init = OSSL_FUNC_keymgmt_gen_init(entry(prov, type, OSSL_FUNC_KEYMGMT_GEN_INIT));

    *g = (struct ab_twin_gen){ prov, type, init == NULL ? NULL : init(ab_fallback_provctx(prov), selection, params) };
    return g->ctx != NULL;
}

int ab_twin_gen_set_template(const struct ab_twin_gen *g, void *keydata)
{
    OSSL_FUNC_keymgmt_gen_set_template_fn *set = OSSL_FUNC_keymgmt_gen_set_template(
        gen_entry(g, OSSL_FUNC_KEYMGMT_GEN_SET_TEMPLATE));

    return set == NULL || set(g->ctx, keydata);
}

int ab_twin_gen_set_params(const struct ab_twin_gen *g, const OSSL_PARAM params[])
{
    OSSL_FUNC_keymgmt_gen_set_params_fn *set = OSSL_FUNC_keymgmt_gen_set_params(
        gen_entry(g, OSSL_FUNC_KEYMGMT_GEN_SET_PARAMS));

    return set != NULL && set(g->ctx, params);
}

void *ab_twin_gen(const struct ab_twin_gen *g, OSSL_CALLBACK *progress, void *arg)
{
    OSSL_FUNC_keymgmt_gen_fn *gen = OSSL_FUNC_keymgmt_gen(gen_entry(g, OSSL_FUNC_KEYMGMT_GEN));

    return gen == NULL ? NULL : gen(g->ctx, progress, arg);
}

void ab_twin_gen_cleanup(struct ab_twin_gen *g)
{
    OSSL_FUNC_keymgmt_gen_cleanup_fn *cleanup;

    if (g->ctx == NULL)
        return;
    cleanup = OSSL_FUNC_keymgmt_gen_cleanup(gen_entry(g, OSSL_FUNC_KEYMGMT_GEN_CLEANUP));
    if (cleanup != NULL)
        cleanup(g->ctx);
    g->ctx = NULL;
}
