/* Key exchange: derive the shared secret from two stored keys; the peer's was checked when it was set. */
#include <string.h>

#include "fnv.h"
#include "pk.h"

static int derive(struct lab_pk_state *s)
{
    s->secret.len = s->secret.room;
    return EVP_PKEY_derive(s->ctx, s->secret.data, &s->secret.len);
}

static int open_exchange(struct lab_pk_state *s, OSSL_LIB_CTX *libctx, EVP_PKEY *peer)
{
    size_t len = 0;

    s->once = derive;
    s->same = &s->secret;
    s->keys = lab_key_tell(lab_key_tell(LAB_FNV_START, s->key), peer);
    s->ctx = EVP_PKEY_CTX_new_from_pkey(libctx, s->key, NULL);
    return s->ctx != NULL && EVP_PKEY_derive_init(s->ctx) > 0 && EVP_PKEY_derive_set_peer(s->ctx, peer) > 0
           && EVP_PKEY_derive(s->ctx, NULL, &len) > 0 && lab_pk_room(&s->secret, len);
}

/* Return whether OpenSSL's own provider derives the same secret for the peer. */
static int agrees(struct lab_pk_state *s, EVP_PKEY *peer, EVP_PKEY *own, OSSL_LIB_CTX *libctx)
{
    struct lab_pk_state other = { .key = peer };
    int ok = open_exchange(&other, libctx, own) && derive(&other) > 0 && derive(s) > 0
             && s->secret.len == other.secret.len && memcmp(s->secret.data, other.secret.data, s->secret.len) == 0;

    other.key = NULL;
    lab_pk_clear(&other);
    return ok;
}

static int check(const struct lab *lab, const struct lab_side *side, struct lab_pk_state *s,
                 const struct lab_key_name *peer_name, char *why)
{
    OSSL_LIB_CTX *libctx = NULL;
    EVP_PKEY *own = lab_key_of_reference(lab, side, &s->key_name, &libctx);
    EVP_PKEY *peer = own == NULL ? NULL : lab_key_of_reference(lab, side, peer_name, &libctx);
    int ok = peer != NULL && agrees(s, peer, own, libctx);

    if (!ok)
        lab_refuse(why, "the peer gets another secret");
    EVP_PKEY_free(own);
    EVP_PKEY_free(peer);
    return ok;
}

static int prepare(const struct lab *lab, const struct lab_side *side, struct lab_pk_state *s, char *why)
{
    struct lab_key_name peer_name = s->key_name;
    EVP_PKEY *peer;
    int ok;

    peer_name.owner = LAB_KEY_PEER;
    s->key = lab_key_of_side(lab, side, &s->key_name, why);
    peer = s->key == NULL ? NULL : lab_key_of_side(lab, side, &peer_name, why);
    if (peer == NULL)
        return 0;
    ok = open_exchange(s, side->libctx, peer);
    if (!ok)
        lab_why(why, "does not accept these keys");
    EVP_PKEY_free(peer);
    return ok && check(lab, side, s, &peer_name, why);
}

static void *new_exchange(const struct lab *lab, const struct lab_side *side, const struct lab_request *request,
                          char *why)
{
    struct lab_pk_state *s = lab_pk_begin(request, why);

    return lab_pk_end(s, s != NULL && prepare(lab, side, s, why));
}

static void list_exchange(EVP_KEYEXCH *exchange, void *arg)
{
    const struct lab_pk_listing *l = arg;
    EVP_KEYEXCH *served = EVP_KEYEXCH_fetch(l->side->libctx, EVP_KEYEXCH_get0_name(exchange), NULL);

    if (served != NULL)
        lab_pk_list(l, EVP_KEYEXCH_get0_name(served), EVP_KEYEXCH_get0_provider(served));
    EVP_KEYEXCH_free(served);
}

static void list_exchanges(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_pk_listing listing = { side, &lab_kind_exchange, found, arg };

    EVP_KEYEXCH_do_all_provided(side->libctx, list_exchange, &listing);
}

const struct lab_kind lab_kind_exchange = {
    .name = "exchange",
    .operations = { "derive" },
    .list = list_exchanges,
    .new = new_exchange,
    .free = lab_pk_free,
    .bytes = lab_pk_bytes,
    .provider = lab_pk_provider,
    .run = lab_pk_run,
    .output = lab_pk_output,
    .keys = lab_pk_keys,
};
