/*
 * Digests: init, update and final for each message, in one context that is reused; or a piece of one message
 * ("digest-stream"); or one message in a new context ("digest-context", "digest-fetch"), as by EVP_Digest and
 * EVP_Q_digest.
 */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>

#include "calls.h"
#include "lab.h"
#include "messages.h"
#include "names.h"
#include "state.h"

enum { XOF_LEN = 32 }; /* for functions with any output length: as long as SHA-256's */

struct digest_state {
    struct lab_state state;
    EVP_MD *md;
    EVP_MD_CTX *ctx;
    OSSL_LIB_CTX *libctx;
    char name[LAB_NAME_LEN];
    enum lab_calls calls;
    struct lab_messages messages;
    unsigned char out[EVP_MAX_MD_SIZE];
};

static void free_digest(void *state)
{
    struct digest_state *d = state;

    EVP_MD_free(d->md);
    EVP_MD_CTX_free(d->ctx);
    lab_messages_free(&d->messages);
    free(d);
}

static int set_up(struct digest_state *d, const struct lab_side *side, const struct lab_request *request, char *why)
{
    d->md = EVP_MD_fetch(side->libctx, request->algorithm, NULL);
    if (d->md == NULL)
        return lab_refuse(why, "not offered");
    d->state = (struct lab_state){ .bytes = request->bytes,
                                   .out = d->out,
                                   .provider = OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(d->md)) };
    d->libctx = side->libctx;
    d->calls = lab_calls_of(request->operation);
    snprintf(d->name, sizeof(d->name), "%s", request->algorithm);
    d->ctx = EVP_MD_CTX_new();
    return d->ctx != NULL && lab_messages_make(&d->messages, request->bytes, 0, why);
}

static void *new_digest(const struct lab *lab, const struct lab_side *side, const struct lab_request *request,
                        char *why)
{
    struct digest_state *d = calloc(1, sizeof(*d));

    (void)lab;
    if (d == NULL || set_up(d, side, request, why))
        return d;
    free_digest(d);
    return NULL;
}

static int finish(struct digest_state *d, EVP_MD_CTX *ctx)
{
    unsigned len = XOF_LEN;
    int ok = EVP_MD_get_flags(d->md) & EVP_MD_FLAG_XOF ? EVP_DigestFinalXOF(ctx, d->out, XOF_LEN)
                                                       : EVP_DigestFinal_ex(ctx, d->out, &len);

    d->state.out_len = len;
    return ok;
}

/* Hash `num` texts as one message. */
static int hash(struct digest_state *d, EVP_MD_CTX *ctx, size_t num)
{
    if (!EVP_DigestInit_ex2(ctx, d->md, NULL))
        return 0;
    for (; num > 0; num--)
        if (!EVP_DigestUpdate(ctx, d->messages.text[lab_messages_turn(&d->messages)], d->messages.len))
            return 0;
    return finish(d, ctx);
}

static int hash_in_new_context(struct digest_state *d)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = ctx != NULL && hash(d, ctx, 1);

    EVP_MD_CTX_free(ctx);
    return ok;
}

static int hash_fetched(struct digest_state *d)
{
    EVP_MD *kept = d->md;
    int ok;

    d->md = EVP_MD_fetch(d->libctx, d->name, NULL);
    ok = d->md != NULL && hash_in_new_context(d);
    EVP_MD_free(d->md);
    d->md = kept;
    return ok;
}

static int run_digest(void *state, size_t num)
{
    struct digest_state *d = state;

    if (d->calls == LAB_CALLS_STREAM)
        return hash(d, d->ctx, num);
    for (; num > 0; num--) {
        int ok;

        switch (d->calls) {
        case LAB_CALLS_CONTEXT: ok = hash_in_new_context(d); break;
        case LAB_CALLS_FETCH: ok = hash_fetched(d); break;
        default: ok = hash(d, d->ctx, 1); break;
        }
        if (!ok)
            return 0;
    }
    return 1;
}

static void list_digests(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_names names = { 0 };

    lab_names_of_digests(side, &names);
    for (size_t i = 0; i < names.num; i++) {
        EVP_MD *md = EVP_MD_fetch(side->libctx, names.list[i].text, NULL);

        for (const char *const *o = lab_kind_digest.operations; *o != NULL; o++)
            found(arg, names.list[i].text, *o, LAB_SIZED,
                  md == NULL ? "?" : OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)));
        EVP_MD_free(md);
    }
    ERR_clear_error();
    lab_names_free(&names);
}

const struct lab_kind lab_kind_digest = {
    .name = "digest",
    .operations = { "digest", "digest-stream", "digest-context", "digest-fetch" },
    .list = list_digests,
    .new = new_digest,
    .free = free_digest,
    .bytes = lab_state_bytes,
    .provider = lab_state_provider,
    .run = run_digest,
    .output = lab_state_output,
};
