/* Digests: init, update, final for each message, in one context that is kept. */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdlib.h>

#include "lab.h"
#include "messages.h"
#include "names.h"

enum { XOF_LEN = 32 }; /* what a function of any output length is asked for: as much as SHA-256 gives */

struct digest_state {
    EVP_MD *md;
    EVP_MD_CTX *ctx;
    struct lab_messages messages;
    unsigned char out[EVP_MAX_MD_SIZE];
    unsigned out_len;
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
    d->ctx = EVP_MD_CTX_new();
    return d->ctx != NULL && lab_messages_make(&d->messages, request->bytes, 0, why);
}

static void *new_digest(const struct lab *lab, const struct lab_side *side, const struct lab_request *request, char *why)
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
    if ((EVP_MD_get_flags(d->md) & EVP_MD_FLAG_XOF) == 0)
        return EVP_DigestFinal_ex(d->ctx, d->out, &d->out_len);
    d->out_len = XOF_LEN;
    return EVP_DigestFinalXOF(d->ctx, d->out, XOF_LEN);
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

static size_t bytes_of(const void *state)
{
    const struct digest_state *d = state;

    return d->messages.len;
}

static const char *provider_of(const void *state)
{
    const struct digest_state *d = state;

    return OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(d->md));
}

static void output_of(const void *state, const unsigned char **out, size_t *len)
{
    const struct digest_state *d = state;

    *out = d->out;
    *len = d->out_len;
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
    .bytes = bytes_of,
    .provider = provider_of,
    .run = run_digest,
    .output = output_of,
};
