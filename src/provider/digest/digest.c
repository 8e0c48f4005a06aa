/* The calls that every digest shares: contexts, init, update, final, and saving of a state. */
#include "provider/digest/digest.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "crypto/hash/md.h"
#include "crypto/hash/sha2_state.h"
#include "crypto/hash/sponge_state.h"
#include "provider/context.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/param.h"

void *ab_digest_new(void *provctx, const struct ab_digest_desc *desc)
{
    struct ab_provctx *prov = provctx;
    const struct ab_hash *hash = ab_health_digest(prov, desc->id);
    struct ab_digest *d;

    if (hash == NULL)
        return NULL;
    d = ab_alloc(prov, sizeof(*d), "digest context");
    if (d == NULL)
        return NULL;
    d->prov = prov;
    d->hash = d->message.hash = hash;
    d->block_len = hash->algorithm->construction->keeps_block ? hash->algorithm->block_len : 0;
    d->update = prov->counters == NULL ? hash->algorithm->construction->update : NULL;
    d->len = desc->digest_len != 0 ? desc->digest_len : AB_DIGEST_NO_LEN;
    d->is_begun = d->is_squeezing = d->is_over = 0;
    return d;
}

void ab_digest_free(void *ctx)
{
    struct ab_digest *d = ctx;

    if (d != NULL && (d->is_begun || d->is_over))
        ab_hash_wipe(&d->message);
    free(d);
}

/* Copy into a context of the same name. */
void ab_digest_copy(void *to, void *from)
{
    struct ab_digest *copy = to;
    const struct ab_digest *d = from;

    copy->prov = d->prov;
    copy->hash = d->hash;
    copy->update = d->update;
    copy->block_len = d->block_len;
    copy->len = d->len;
    copy->is_begun = d->is_begun;
    copy->is_squeezing = d->is_squeezing;
    copy->is_over = d->is_over;
    ab_hash_copy(&copy->message, &d->message);
}

void *ab_digest_dup(void *ctx)
{
    struct ab_digest *d = ctx, *copy = ab_alloc(d->prov, sizeof(*copy), "digest context");

    if (copy != NULL)
        ab_digest_copy(copy, d);
    return copy;
}

static void begin(struct ab_digest *d)
{
    ab_hash_init(&d->message, d->hash);
    d->is_begun = 1;
    d->is_squeezing = 0;
}

struct ab_hash_ctx *ab_digest_message(struct ab_digest *d)
{
    if (!d->is_begun) /* the default provider accepts this without an init too */
        begin(d);
    return &d->message;
}

int ab_digest_init(void *ctx, const OSSL_PARAM params[])
{
    struct ab_digest *d = ctx;

    (void)params;
    begin(d);
    return 1;
}

/* What is not the usual call. Not inlined, so that the usual one saves no registers. */
__attribute__((noinline)) static int update_and_count(struct ab_digest *d, const unsigned char *data, size_t len)
{
    ab_hash_update(ab_digest_message(d), data, len);
    ab_count_bytes(d->prov, ab_hash_family(d->hash), AB_COUNTED_DIGEST, len);
    return 1;
}

/* Pieces are short as a rule: where nothing is counted, do no more than call the construction. */
int ab_digest_update(void *ctx, const unsigned char *data, size_t len)
{
    struct ab_digest *d = ctx;

    if (!d->is_begun || len == 0 || d->update == NULL)
        return update_and_count(d, data, len);
    if (!ab_md_append(&d->message, d->block_len, data, len))
        d->update(&d->message, data, len);
    return 1;
}

int ab_digest_final(void *ctx, unsigned char *out, size_t *out_len, size_t out_size)
{
    struct ab_digest *d = ctx;
    size_t len = d->hash->algorithm->digest_len;

    if (out_size < len) {
        AB_RAISE_DETAIL(d->prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%zu bytes wanted", len);
        return 0;
    }
    ab_hash_end(ab_digest_message(d), out);
    ab_count(d->prov, ab_hash_family(d->hash), AB_COUNTED_DIGEST, 0);
    d->is_begun = 0;
    d->is_over = 1;
    *out_len = len;
    return 1;
}

/* out NULL: a query of the length. *out_len is the room at out; without out_len the room is unknown. */
static int can_save(const unsigned char *out, const size_t *out_len, size_t len)
{
    return out == NULL ? out_len != NULL : out_len == NULL || *out_len >= len;
}

int ab_digest_save(void *ctx, unsigned char *out, size_t *out_len)
{
    const struct ab_hash_ctx *message = ab_digest_message(ctx);
    size_t len = ab_sha2_saved_len(message);

    if (!can_save(out, out_len, len))
        return 0;
    if (out != NULL)
        ab_sha2_save(message, out);
    if (out_len != NULL)
        *out_len = len;
    return 1;
}

int ab_digest_load(void *ctx, const unsigned char *in, size_t in_len)
{
    struct ab_hash_ctx *message = ab_digest_message(ctx);

    return in != NULL && ab_sha2_load(message, in, in_len);
}

int ab_digest_sponge_save(void *ctx, unsigned char *out, size_t *out_len)
{
    struct ab_digest *d = ctx;

    if (!can_save(out, out_len, AB_SPONGE_SAVED_LEN))
        return 0;
    if (out != NULL)
        ab_sponge_save(ab_digest_message(d), d->len, out);
    if (out_len != NULL)
        *out_len = AB_SPONGE_SAVED_LEN;
    return 1;
}

int ab_digest_sponge_load(void *ctx, const unsigned char *in, size_t in_len)
{
    struct ab_digest *d = ctx;

    return in != NULL && ab_sponge_load(ab_digest_message(d), d->len, in, in_len, &d->is_squeezing);
}

const OSSL_PARAM *ab_digest_gettable_params(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, NULL),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return list;
}

static int get_desc_param(const struct ab_digest_desc *desc, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_DIGEST_PARAM_BLOCK_SIZE))
        return ab_param_set_uint64(p, desc->block_len);
    if (ab_param_is(p, OSSL_DIGEST_PARAM_SIZE))
        return ab_param_set_uint64(p, desc->digest_len);
    if (ab_param_is(p, OSSL_DIGEST_PARAM_XOF))
        return ab_param_set_uint64(p, (desc->flags & AB_DIGEST_XOF) != 0);
    if (ab_param_is(p, OSSL_DIGEST_PARAM_ALGID_ABSENT))
        return ab_param_set_uint64(p, (desc->flags & AB_DIGEST_ALGID_ABSENT) != 0);
    return 1;
}

int ab_digest_get_desc_params(const struct ab_digest_desc *desc, OSSL_PARAM params[])
{
    for (; params != NULL && params->key != NULL; params++)
        if (!get_desc_param(desc, params))
            return 0;
    return 1;
}
