/* Generation of keys: each is freed at once, and the first is checked. DSA takes its parameters from the stored key. */
#include <stdlib.h>
#include <string.h>

#include "pk.h"
#include "variants.h"

static int generate(struct lab_pk_state *s)
{
    EVP_PKEY *made = NULL;
    int ok = EVP_PKEY_generate(s->ctx, &made);

    EVP_PKEY_free(made);
    return ok;
}

/* Generate a key, and check that it has the requested size, or the group of the stored key. */
static int generate_first(struct lab_pk_state *s)
{
    EVP_PKEY *made = NULL;
    int ok = EVP_PKEY_generate(s->ctx, &made), bits = atoi(s->key_name.variant);

    if (ok > 0 && s->key != NULL)
        ok = EVP_PKEY_parameters_eq(s->key, made) == 1;
    if (ok > 0 && bits != 0)
        ok = EVP_PKEY_get_bits(made) == bits;
    EVP_PKEY_free(made);
    s->once = generate;
    return ok;
}

/*
 * The stored key. A decoded key would stay in the key management of the decoder's provider, and so would keys generated
 * from it.
 */
static EVP_PKEY *find_kept(const struct lab *lab, const struct lab_side *side, const struct lab_key_name *name)
{
    OSSL_LIB_CTX *libctx;
    EVP_PKEY *kept = lab_key_of_reference(lab, side, name, &libctx);
    EVP_PKEY *key = kept == NULL ? NULL : lab_key_copy(side->libctx, name->type, kept);

    EVP_PKEY_free(kept);
    return key;
}

static int open_generation(struct lab_pk_state *s, const struct lab_side *side)
{
    struct lab_variant_params p;

    s->once = generate_first;
    if (lab_variant_wants_parameters(s->key_name.type)) {
        s->ctx = s->key == NULL ? NULL : EVP_PKEY_CTX_new_from_pkey(side->libctx, s->key, NULL);
        return s->ctx != NULL && EVP_PKEY_keygen_init(s->ctx) > 0;
    }
    lab_variant_params(&p, s->key_name.type, s->key_name.variant);
    s->ctx = EVP_PKEY_CTX_new_from_name(side->libctx, s->key_name.type, NULL);
    return s->ctx != NULL && EVP_PKEY_keygen_init(s->ctx) > 0 && EVP_PKEY_CTX_set_params(s->ctx, p.params) > 0;
}

static int prepare(const struct lab *lab, const struct lab_side *side, struct lab_pk_state *s, char *why)
{
    const struct lab_key_name *name = &s->key_name;

    if (!lab_key_type_is_offered(side->libctx, name->type))
        return lab_refuse(why, "not offered");
    if (lab_variant_is_group(name->variant) || lab_variant_wants_parameters(name->type))
        s->key = find_kept(lab, side, name);
    if (open_generation(s, side))
        return 1;
    lab_why(why, "does not accept this size or group");
    return 0;
}

static void *new_keymgmt(const struct lab *lab, const struct lab_side *side, const struct lab_request *request,
                         char *why)
{
    struct lab_pk_state *s = lab_pk_begin(request, why);

    return lab_pk_end(s, s != NULL && prepare(lab, side, s, why));
}

static void list_keymgmt(EVP_KEYMGMT *keymgmt, void *arg)
{
    const struct lab_pk_listing *l = arg;
    EVP_KEYMGMT *served = EVP_KEYMGMT_fetch(l->side->libctx, EVP_KEYMGMT_get0_name(keymgmt), NULL);

    if (served != NULL)
        lab_pk_list(l, EVP_KEYMGMT_get0_name(served), EVP_KEYMGMT_get0_provider(served));
    EVP_KEYMGMT_free(served);
}

static void list_keymgmts(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_pk_listing listing = { side, &lab_kind_keymgmt, found, arg };

    EVP_KEYMGMT_do_all_provided(side->libctx, list_keymgmt, &listing);
}

const struct lab_kind lab_kind_keymgmt = {
    .name = "keymgmt",
    .operations = { "keygen" },
    .list = list_keymgmts,
    .new = new_keymgmt,
    .free = lab_pk_free,
    .bytes = lab_pk_bytes,
    .provider = lab_pk_provider,
    .run = lab_pk_run,
    .output = lab_pk_output,
};
