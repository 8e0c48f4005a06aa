/* Digests: init, update and final for each message, in one context that is reused. */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdlib.h>

#include "lab.h"
#include "messages.h"
#include "names.h"
#include "state.h"

enum { XOF_LEN = 32 }; /* for functions with any output length: as long as SHA-256's */

struct digest_state {
    struct lab_state state;
    EVP_MD *md;
    EVP_MD_CTX *ctx;
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

static int finish(struct digest_state *d)
{
    unsigned len = XOF_LEN;
    int ok = EVP_MD_get_flags(d->md) & EVP_MD_FLAG_XOF ? EVP_DigestFinalXOF(d->ctx, d->out, XOF_LEN)
                                                       : EVP_DigestFinal_ex(d->ctx, d->out, &len);

    d->state.out_len = len;
    return ok;
}

static int run_digest(void *state, size_t num)
{
    struct digest_state *d = state;

    for (size_t n = 0; n < num; n++) {
        const unsigned char *text = d->messages.text[lab_messages_turn(&d->messages)];

        if (!EVP_DigestInit_ex2(d->ctx, d->md, NULL) || !EVP_DigestUpdate(d->ctx, text, d->messages.len) || !finish(d))
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

        found(arg, names.list[i].text, "digest", LAB_SIZED,
              md == NULL ? "?" : OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)));
        EVP_MD_free(md);
    }
    ERR_clear_error();
    lab_names_free(&names);
}

const struct lab_kind lab_kind_digest = {
    .name = "digest",
    .operations = { "digest" },
    .list = list_digests,
    .new = new_digest,
    .free = free_digest,
    .bytes = lab_state_bytes,
    .provider = lab_state_provider,
    .run = run_digest,
    .output = lab_state_output,
};
