/* Kinds with two operations where the second accepts what the first produces, such as sign and verify. */
#include "pair.h"

#include <openssl/err.h>
#include <string.h>

/* Do both operations once. Return 1 if the second accepts what `from` made, and both have the same secret. */
static int hand_over(struct lab_pk_state *from, struct lab_pk_state *to, char *why)
{
    ERR_clear_error();
    if (from->once(from) <= 0 || !lab_pk_room(&to->product, from->product.len)) {
        lab_why(why, "the first call failed");
        return 0;
    }
    memcpy(to->product.data, from->product.data, from->product.len);
    if (to->once(to) <= 0 || to->secret.len != from->secret.len
        || (to->secret.len != 0 && memcmp(to->secret.data, from->secret.data, to->secret.len) != 0))
        return lab_refuse(why, "one operation does not accept the other's output");
    return 1;
}

/* From here on, `other` owns `key`. */
static int open_other(const struct lab_pair *pair, struct lab_pk_state *other, const struct lab_pk_state *s,
                      EVP_PKEY *key, OSSL_LIB_CTX *libctx, int make)
{
    *other = (struct lab_pk_state){ .key_name = s->key_name, .key = key };
    memcpy(other->scheme, s->scheme, sizeof(s->scheme));
    return key != NULL && pair->open(other, libctx, make) > 0;
}

static int open_counterpart(const struct lab_pair *pair, const struct lab *lab, const struct lab_side *side,
                            const struct lab_pk_state *s, struct lab_pk_state *other, int make, char *why)
{
    OSSL_LIB_CTX *libctx = NULL;
    EVP_PKEY *key = lab_key_of_reference(lab, side, &s->key_name, &libctx);

    if (open_other(pair, other, s, key, libctx, make))
        return 1;
    lab_pk_clear(other);
    key = EVP_PKEY_up_ref(s->key) ? s->key : NULL;
    if (open_other(pair, other, s, key, side->libctx, make))
        return 1;
    lab_why(why, "its counterpart does not start");
    return 0;
}

static int prepare(const struct lab_pair *pair, const struct lab *lab, const struct lab_side *side,
                   struct lab_pk_state *s, int make, char *why)
{
    int ok;
    struct lab_pk_state other;

    s->key = lab_key_of_side(lab, side, &s->key_name, why);
    if (s->key == NULL)
        return 0;
    if (pair->open(s, side->libctx, make) <= 0) {
        lab_why(why, "does not accept this key");
        return 0;
    }
    ok = open_counterpart(pair, lab, side, s, &other, !make, why)
         && (make ? hand_over(s, &other, why) : hand_over(&other, s, why));
    lab_pk_clear(&other);
    return ok;
}

void *lab_pair_new(const struct lab_pair *pair, const struct lab *lab, const struct lab_side *side,
                   const struct lab_request *request, char *why)
{
    struct lab_pk_state *s = lab_pk_begin(request, why);
    int make = strcmp(request->operation, pair->make) == 0;

    return lab_pk_end(s, s != NULL && prepare(pair, lab, side, s, make, why));
}
