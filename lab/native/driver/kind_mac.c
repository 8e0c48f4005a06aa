/*
 * MACs.
 * "mac": init without a key, update and final for each message, in one context that keeps its key, with a new IV each
 * time where the MAC has one (GMAC). MACs whose keys are for one message (Poly1305) get their key each time.
 * "mac-stream": a piece of one message.
 * "fresh": a new context for each message, which gets its digest or cipher and its key; "mac-fetch": likewise, and the
 * MAC is fetched by name, as in EVP_Q_mac.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "compound.h"
#include "lab.h"
#include "messages.h"
#include "names.h"
#include "state.h"

struct mac_state {
    struct lab_state state;
    struct lab_compound compound;
    EVP_MAC *mac;
    EVP_MAC_CTX *ctx;
    OSSL_LIB_CTX *libctx;
    enum lab_calls calls;
    struct lab_messages messages;
    unsigned char key[64], iv[12], out[EVP_MAX_MD_SIZE];
    size_t key_len;
    OSSL_PARAM iv_params[2]; /* empty if it has no IV */
    int one_time;            /* the key is for one message */
};

static void free_mac(void *state)
{
    struct mac_state *m = state;

    EVP_MAC_free(m->mac);
    EVP_MAC_CTX_free(m->ctx);
    lab_messages_free(&m->messages);
    free(m);
}

/* Process message i, and set the key if `key` is set. */
static int send(struct mac_state *m, int key, size_t i)
{
    return EVP_MAC_init(m->ctx, key ? m->key : NULL, key ? m->key_len : 0, m->iv_params)
           && EVP_MAC_update(m->ctx, m->messages.text[i], m->messages.len)
           && EVP_MAC_final(m->ctx, m->out, &m->state.out_len, sizeof(m->out));
}

/* Set the inner digest or cipher in a context. */
static int choose_inner(const struct mac_state *m, EVP_MAC_CTX *ctx)
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_end(), OSSL_PARAM_construct_end() };

    if (m->compound.param != NULL)
        params[0] = OSSL_PARAM_construct_utf8_string(m->compound.param, (char *)m->compound.inner, 0);
    return EVP_MAC_CTX_set_params(ctx, params);
}

static int send_fresh(struct mac_state *m, size_t i)
{
    EVP_MAC_CTX *kept = m->ctx;
    int ok;

    m->ctx = EVP_MAC_CTX_new(m->mac);
    ok = m->ctx != NULL && choose_inner(m, m->ctx) && send(m, 1, i);
    EVP_MAC_CTX_free(m->ctx);
    m->ctx = kept;
    return ok;
}

static int send_fetched(struct mac_state *m, size_t i)
{
    EVP_MAC *kept = m->mac;
    int ok;

    m->mac = EVP_MAC_fetch(m->libctx, m->compound.name, NULL);
    ok = m->mac != NULL && send_fresh(m, i);
    EVP_MAC_free(m->mac);
    m->mac = kept;
    return ok;
}

/* Process `num` pieces of one message. */
static int run_stream(struct mac_state *m, size_t num)
{
    if (!EVP_MAC_init(m->ctx, m->one_time ? m->key : NULL, m->one_time ? m->key_len : 0, m->iv_params))
        return 0;
    for (; num > 0; num--)
        if (!EVP_MAC_update(m->ctx, m->messages.text[lab_messages_turn(&m->messages)], m->messages.len))
            return 0;
    return EVP_MAC_final(m->ctx, m->out, &m->state.out_len, sizeof(m->out));
}

/* ---- setup ---- */

static int fetch(struct mac_state *m, const struct lab_side *side, char *why)
{
    const OSSL_PARAM *settable;

    m->mac = EVP_MAC_fetch(side->libctx, m->compound.name, NULL);
    if (m->mac == NULL)
        return lab_refuse(why, "not offered");
    settable = EVP_MAC_settable_ctx_params(m->mac);
    if (!lab_compound_choose(&m->compound, side, settable, EVP_MAC_get0_provider(m->mac), why))
        return 0;
    m->iv_params[0] = OSSL_PARAM_construct_end();
    if (settable != NULL && OSSL_PARAM_locate_const(settable, OSSL_MAC_PARAM_IV) != NULL)
        m->iv_params[0] = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, m->iv, sizeof(m->iv));
    m->iv_params[1] = OSSL_PARAM_construct_end();
    return 1;
}

/* Set a key of a length that the MAC accepts: the cipher's, or else the first that works. */
static int set_key(struct mac_state *m)
{
    static const size_t lengths[] = { 32, 16, 64, 24, 8 };

    if (!choose_inner(m, m->ctx))
        return 0;
    for (size_t i = 0; i < sizeof(m->key); i++)
        m->key[i] = (unsigned char)(7 * i + 1);
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        m->key_len = m->compound.key_len != 0 ? m->compound.key_len : lengths[i];
        if (EVP_MAC_init(m->ctx, m->key, m->key_len, m->iv_params))
            return 1;
    }
    return 0;
}

/* Find out whether the key must be set each time, by processing a message again without it. */
static int try_again(struct mac_state *m)
{
    unsigned char first[EVP_MAX_MD_SIZE];

    if (!send(m, 1, 0))
        return 0;
    memcpy(first, m->out, m->state.out_len);
    m->one_time = !send(m, 0, 0) || memcmp(first, m->out, m->state.out_len) != 0;
    ERR_clear_error();
    return 1;
}

static int set_up(struct mac_state *m, const struct lab_side *side, const struct lab_request *request, char *why)
{
    lab_compound_name(&m->compound, request->algorithm);
    if (!fetch(m, side, why))
        return 0;
    m->state = (struct lab_state){ .bytes = request->bytes, .out = m->out, .provider = m->compound.provider };
    m->calls = strcmp(request->operation, "fresh") == 0 ? LAB_CALLS_CONTEXT : lab_calls_of(request->operation);
    m->libctx = side->libctx;
    m->ctx = EVP_MAC_CTX_new(m->mac);
    if (m->ctx == NULL || !lab_messages_make(&m->messages, request->bytes, 0, why))
        return 0;
    if (set_key(m) && try_again(m))
        return 1;
    lab_why(why, "requires a parameter that the lab does not know");
    return 0;
}

static void *new_mac(const struct lab *lab, const struct lab_side *side, const struct lab_request *request, char *why)
{
    struct mac_state *m = calloc(1, sizeof(*m));

    (void)lab;
    if (m == NULL || set_up(m, side, request, why))
        return m;
    free_mac(m);
    return NULL;
}

/* ---- running and outputs ---- */

static int run_mac(void *state, size_t num)
{
    struct mac_state *m = state;

    if (m->calls == LAB_CALLS_STREAM)
        return run_stream(m, num);
    for (size_t n = 0; n < num; n++) {
        size_t i = lab_messages_turn(&m->messages);
        int ok;

        m->iv[3]++;
        switch (m->calls) {
        case LAB_CALLS_CONTEXT: ok = send_fresh(m, i); break;
        case LAB_CALLS_FETCH: ok = send_fetched(m, i); break;
        default: ok = send(m, m->one_time, i); break;
        }
        if (!ok)
            return 0;
    }
    return 1;
}

LAB_COLLECT(MAC)

static void list_macs(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_names names = { 0 };

    EVP_MAC_do_all_provided(side->libctx, collect_MAC, &names);
    for (size_t i = 0; i < names.num; i++) {
        EVP_MAC *mac = EVP_MAC_fetch(side->libctx, names.list[i].text, NULL);

        if (mac != NULL)
            lab_compounds_list(&(struct lab_listing){ &lab_kind_mac, side, names.list[i].text,
                                                      EVP_MAC_settable_ctx_params(mac), EVP_MAC_get0_provider(mac),
                                                      LAB_SIZED, found, arg });
        EVP_MAC_free(mac);
    }
    lab_names_free(&names);
}

const struct lab_kind lab_kind_mac = {
    .name = "mac",
    .operations = { "mac", "fresh", "mac-stream", "mac-fetch" },
    .list = list_macs,
    .new = new_mac,
    .free = free_mac,
    .bytes = lab_state_bytes,
    .provider = lab_state_provider,
    .run = run_mac,
    .output = lab_state_output,
};
