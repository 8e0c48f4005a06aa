/* Key encapsulation: make a secret and its ciphertext for a stored public key; RSASVE for RSA, RFC 9180 for curves. */
#include <openssl/core_names.h>
#include <string.h>

#include "pair.h"

enum { MAX_SECRET = 2048 };

/* Return the operation that must be set for a type of key; NULL for types that have only one. */
static const char *find_operation(const char *type)
{
    if (strcmp(type, "RSA") == 0)
        return OSSL_KEM_PARAM_OPERATION_RSASVE;
    return strcmp(type, "EC") == 0 || strcmp(type, "X25519") == 0 || strcmp(type, "X448") == 0 ? "DHKEM" : NULL;
}

static int encapsulate(struct lab_pk_state *s)
{
    s->product.len = s->product.room;
    s->secret.len = s->secret.room;
    return EVP_PKEY_encapsulate(s->ctx, s->product.data, &s->product.len, s->secret.data, &s->secret.len);
}

static int decapsulate(struct lab_pk_state *s)
{
    s->secret.len = s->secret.room;
    return EVP_PKEY_decapsulate(s->ctx, s->secret.data, &s->secret.len, s->product.data, s->product.len);
}

static int make_room(struct lab_pk_state *s)
{
    size_t product = 0, secret = 0;

    return EVP_PKEY_encapsulate(s->ctx, NULL, &product, NULL, &secret) > 0 && lab_pk_room(&s->product, product)
           && lab_pk_room(&s->secret, secret);
}

/* The size of a decapsulated secret. For RSA use the length of the modulus, since OpenSSL 3.0.13 does not return it. */
static size_t find_secret_room(const struct lab_pk_state *s)
{
    return strcmp(s->key_name.type, "RSA") == 0 ? (size_t)EVP_PKEY_get_size(s->key) : MAX_SECRET;
}

static int open_kem(struct lab_pk_state *s, OSSL_LIB_CTX *libctx, int make)
{
    const char *operation = find_operation(s->key_name.type);
    OSSL_PARAM params[] = { OSSL_PARAM_END, OSSL_PARAM_END };

    if (operation != NULL)
        params[0] = OSSL_PARAM_construct_utf8_string(OSSL_KEM_PARAM_OPERATION, (char *)operation, 0);
    s->once = make ? encapsulate : decapsulate;
    s->ctx = EVP_PKEY_CTX_new_from_pkey(libctx, s->key, NULL);
    if (s->ctx == NULL)
        return 0;
    if (make)
        return EVP_PKEY_encapsulate_init(s->ctx, params) > 0 && make_room(s);
    return EVP_PKEY_decapsulate_init(s->ctx, params) > 0 && lab_pk_room(&s->secret, find_secret_room(s));
}

static void *new_kem(const struct lab *lab, const struct lab_side *side, const struct lab_request *request, char *why)
{
    static const struct lab_pair pair = { "encapsulate", open_kem };

    return lab_pair_new(&pair, lab, side, request, why);
}

static void list_kem(EVP_KEM *kem, void *arg)
{
    const struct lab_pk_listing *l = arg;
    EVP_KEM *served = EVP_KEM_fetch(l->side->libctx, EVP_KEM_get0_name(kem), NULL);

    if (served != NULL)
        lab_pk_list(l, EVP_KEM_get0_name(served), EVP_KEM_get0_provider(served));
    EVP_KEM_free(served);
}

static void list_kems(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_pk_listing listing = { side, &lab_kind_kem, found, arg };

    EVP_KEM_do_all_provided(side->libctx, list_kem, &listing);
}

const struct lab_kind lab_kind_kem = {
    .name = "kem",
    .operations = { "encapsulate", "decapsulate" },
    .list = list_kems,
    .new = new_kem,
    .free = lab_pk_free,
    .bytes = lab_pk_bytes,
    .provider = lab_pk_provider,
    .run = lab_pk_run,
    .output = lab_pk_output,
};
