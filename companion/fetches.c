/*
 * EVP_MD_fetch and its kin, whose answers are kept for a while (methods.h). libcrypto comes here, too, when it fetches
 * for its own use: the digest that EVP_sha256() stands for, the key management of a key that is read.
 *
 * An answer is not kept if libcrypto raised an error beside it, so that it does so each time, nor if there is none.
 */
#include "contexts.h"
#include "ending.h"
#include "generation.h"
#include "methods.h"
#include "providers.h"

static void *ask(const struct ab_wish *w)
{
    return ab_operation_fetch(w->library, w->operation, w->context, w->name, w->properties);
}

static void *ask_and_keep(const struct ab_wish *w)
{
    const struct ab_functions *f = &w->library->f;
    uint64_t generation = ab_generation();
    unsigned long error = f->ERR_peek_last_error();
    void *method = ask(w);
    int has_known;

    if (method == NULL || f->ERR_peek_last_error() != error || !ab_may_keep(w->library))
        return method;
    ab_settings_log(2, "a fetch of %s", w->name);
    has_known = ab_contexts_have(w->library, w->concrete) && ab_providers_are_known(w->library, w->concrete);
    ab_methods_keep(w, generation, has_known ? method : NULL);
    return method;
}

static void *fetch(const void *caller, enum ab_operation operation, OSSL_LIB_CTX *context, const char *name,
                   const char *properties)
{
    struct ab_library *l = ab_library_of(caller);
    struct ab_wish w = { l, operation, context, context, name, properties };
    void *method = NULL;

    if (l == NULL)
        return NULL;
    if ((l->parts & AB_PART_FETCHES) == 0 || name == NULL || ab_providers_have_stranger())
        return ask(&w);
    if (context == NULL)
        w.concrete = l->f.OSSL_LIB_CTX_set0_default(NULL);
    switch (ab_methods_find(&w, &method)) {
    case AB_ANSWERED: return method;
    case AB_ASK: return ask(&w);
    default: return ask_and_keep(&w);
    }
}

AB_STANDS_IN EVP_MD *EVP_MD_fetch(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    return fetch(AB_CALLER, AB_MD, context, name, properties);
}

AB_STANDS_IN EVP_CIPHER *EVP_CIPHER_fetch(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    return fetch(AB_CALLER, AB_CIPHER, context, name, properties);
}

AB_STANDS_IN EVP_MAC *EVP_MAC_fetch(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    return fetch(AB_CALLER, AB_MAC, context, name, properties);
}

AB_STANDS_IN EVP_KDF *EVP_KDF_fetch(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    return fetch(AB_CALLER, AB_KDF, context, name, properties);
}

AB_STANDS_IN EVP_KEYMGMT *EVP_KEYMGMT_fetch(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    return fetch(AB_CALLER, AB_KEYMGMT, context, name, properties);
}

AB_STANDS_IN EVP_KEYEXCH *EVP_KEYEXCH_fetch(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    return fetch(AB_CALLER, AB_KEYEXCH, context, name, properties);
}

AB_STANDS_IN EVP_SIGNATURE *EVP_SIGNATURE_fetch(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    return fetch(AB_CALLER, AB_SIGNATURE, context, name, properties);
}

AB_STANDS_IN EVP_ASYM_CIPHER *EVP_ASYM_CIPHER_fetch(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    return fetch(AB_CALLER, AB_ASYM_CIPHER, context, name, properties);
}

AB_STANDS_IN EVP_KEM *EVP_KEM_fetch(OSSL_LIB_CTX *context, const char *name, const char *properties)
{
    return fetch(AB_CALLER, AB_KEM, context, name, properties);
}
