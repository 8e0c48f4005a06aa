/*
 * Records of TLS 1.2 in CBC suites with SHA-1 and SHA-256, under the name of the AES-CBC-HMAC cipher that libssl looks
 * for, but made in the other ways of libssl: by CBC and HMAC one after the other, as where there is no such cipher, and
 * eight at once by that cipher. kind_cipher.c measures its calls with one record.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "messages.h"
#include "names.h"
#include "state.h"
#include "system.h"

enum { AAD = 13, BLOCK = 16, ROOM = 1024, NUM = 8, LEAST = 115, MOST = 16384, TLS_VERSION = 0x303 };
enum way { WAY_SEPARATE_ENCRYPT, WAY_SEPARATE_DECRYPT, WAY_MULTI };

struct record_state {
    struct lab_state state;
    enum way way;
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *ctx;
    EVP_MAC *mac;
    EVP_MAC_CTX *mac_ctx;
    size_t mac_len, in_len;
    struct lab_messages messages;
    unsigned char key[32], *out;
};

static void make_aad(unsigned char aad[AAD], size_t len)
{
    const unsigned char header[] = { 0, 0, 0, 0, 0, 0, 0, 1, 23, 3, 3 };

    memcpy(aad, header, sizeof(header));
    aad[11] = (unsigned char)(len >> 8);
    aad[12] = (unsigned char)len;
}

/* ---- CBC and HMAC ---- */

/*
 * Compute the MAC of a record. record_len: the received data, MAC and padding, where the time must not depend on len;
 * 0: a sent record. As in libssl each record uses a copy of the keyed context, since the default provider's context
 * remembers that it has seen a header.
 */
static int make_mac(struct record_state *r, const unsigned char *data, size_t len, size_t record_len,
                    unsigned char *mac)
{
    OSSL_PARAM params[] = { OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &record_len), OSSL_PARAM_END };
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_dup(r->mac_ctx);
    unsigned char aad[AAD];
    int ok;

    make_aad(aad, len);
    ok = ctx != NULL && (record_len == 0 || EVP_MAC_CTX_set_params(ctx, params)) && EVP_MAC_update(ctx, aad, AAD)
         && EVP_MAC_update(ctx, data, len) && EVP_MAC_final(ctx, mac, &r->mac_len, r->mac_len);
    EVP_MAC_CTX_free(ctx);
    return ok;
}

static int separate_encrypt(struct record_state *r, const unsigned char *text)
{
    size_t len = BLOCK + r->state.bytes;
    int n;

    memcpy(r->out, text, len);
    if (!make_mac(r, r->out + BLOCK, r->state.bytes, 0, r->out + len)
        || !EVP_CipherUpdate(r->ctx, r->out, &n, r->out, (int)(len + r->mac_len)))
        return 0;
    r->state.out_len = (size_t)n;
    return 1;
}

static int separate_decrypt(struct record_state *r, const unsigned char *text)
{
    unsigned char *theirs, ours[EVP_MAX_MD_SIZE];
    OSSL_PARAM params[] = { OSSL_PARAM_construct_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, (void **)&theirs, r->mac_len),
                            OSSL_PARAM_END };
    int n;

    memcpy(r->out, text, r->in_len);
    if (!EVP_CipherUpdate(r->ctx, r->out, &n, r->out, (int)r->in_len) || !EVP_CIPHER_CTX_get_params(r->ctx, params)
        || !make_mac(r, r->out + BLOCK, (size_t)n, r->in_len - BLOCK, ours)
        || CRYPTO_memcmp(ours, theirs, r->mac_len) != 0)
        return 0;
    r->state.out = r->out + BLOCK;
    r->state.out_len = (size_t)n;
    return 1;
}

/* ---- eight records at once ---- */

static int seal_many(struct record_state *r, unsigned char *text)
{
    unsigned char aad[AAD];
    EVP_CTRL_TLS1_1_MULTIBLOCK_PARAM p = { NULL, aad, r->state.bytes, NUM };

    make_aad(aad, 0);
    if (EVP_CIPHER_CTX_ctrl(r->ctx, EVP_CTRL_TLS1_1_MULTIBLOCK_AAD, sizeof(p), &p) <= 0)
        return 0;
    p.out = r->out;
    p.inp = text;
    return EVP_CIPHER_CTX_ctrl(r->ctx, EVP_CTRL_TLS1_1_MULTIBLOCK_ENCRYPT, sizeof(p), &p) > 0;
}

static int run_record(void *state, size_t num)
{
    struct record_state *r = state;
    int ok = 1;

    for (size_t n = 0; n < num && ok; n++) {
        unsigned char *text = r->messages.text[lab_messages_turn(&r->messages)];

        ok = r->way == WAY_MULTI              ? seal_many(r, text)
             : r->way == WAY_SEPARATE_ENCRYPT ? separate_encrypt(r, text)
                                              : separate_decrypt(r, text);
    }
    return ok;
}

/* ---- setup ---- */

static const char *digest_of(const char *name)
{
    return strstr(name, "SHA256") != NULL ? "SHA2-256" : "SHA1";
}

static int set_keys(struct record_state *r, const char *name, int encrypt)
{
    char *digest = (char *)digest_of(name);
    OSSL_PARAM for_mac[] = { OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0), OSSL_PARAM_END };
    int version = TLS_VERSION;
    OSSL_PARAM for_cipher[] = {
        OSSL_PARAM_construct_int(OSSL_CIPHER_PARAM_TLS_VERSION, &version),
        OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &r->mac_len),
        OSSL_PARAM_construct_end(),
    };

    if (!EVP_CipherInit_ex2(r->ctx, r->cipher, r->key, r->key, encrypt, NULL))
        return 0;
    if (r->way == WAY_MULTI)
        return EVP_CIPHER_CTX_ctrl(r->ctx, EVP_CTRL_AEAD_SET_MAC_KEY, 20, r->key) > 0;
    return EVP_CIPHER_CTX_set_params(r->ctx, for_cipher) && EVP_MAC_init(r->mac_ctx, r->key, 20, for_mac);
}

static int fetch(struct record_state *r, const struct lab_side *side, const struct lab_request *request, char *why)
{
    char plain[LAB_NAME_LEN];

    snprintf(plain, sizeof(plain), "%.*s", (int)strcspn(request->algorithm, "C") + 3, request->algorithm);
    r->cipher = EVP_CIPHER_fetch(side->libctx, r->way == WAY_MULTI ? request->algorithm : plain, NULL);
    r->mac = EVP_MAC_fetch(side->libctx, "HMAC", NULL);
    if (r->cipher == NULL || r->mac == NULL
        || (r->way == WAY_MULTI && !(EVP_CIPHER_get_flags(r->cipher) & EVP_CIPH_FLAG_TLS1_1_MULTIBLOCK)))
        return lab_refuse(why, "not offered");
    r->state.provider = OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(r->cipher));
    r->mac_len = digest_of(request->algorithm)[3] == '1' ? 20 : 32;
    r->state.bytes = request->bytes;
    if (r->way == WAY_MULTI ? request->bytes < NUM * LEAST || request->bytes > NUM * MOST : request->bytes > MOST)
        return lab_refuse(why, "does not accept messages of this length");
    return 1;
}

/* Replace every message by the record that contains it. */
static int seal_all(struct record_state *r, const char *name)
{
    int ok = set_keys(r, name, 1);

    for (size_t i = 0; i < r->messages.num && ok; i++) {
        ok = separate_encrypt(r, r->messages.text[i]);
        memcpy(r->messages.text[i], r->out, r->state.out_len);
    }
    r->in_len = r->state.out_len;
    return ok;
}

static int prepare(struct record_state *r, const char *name, char *why)
{
    for (size_t i = 0; i < sizeof(r->key); i++)
        r->key[i] = (unsigned char)(5 * i + 3);
    r->ctx = EVP_CIPHER_CTX_new();
    r->mac_ctx = EVP_MAC_CTX_new(r->mac);
    r->out = lab_pages(r->state.bytes + ROOM, why);
    if (r->ctx == NULL || r->mac_ctx == NULL || r->out == NULL
        || !lab_messages_make(&r->messages, BLOCK + r->state.bytes, ROOM, why))
        return 0;
    r->state.out = r->out;
    if ((r->way != WAY_SEPARATE_DECRYPT || seal_all(r, name)) && set_keys(r, name, r->way != WAY_SEPARATE_DECRYPT))
        return 1;
    lab_why(why, "cannot be set up with a key and messages alone");
    return 0;
}

static void free_record(void *state)
{
    struct record_state *r = state;

    EVP_CIPHER_free(r->cipher);
    EVP_CIPHER_CTX_free(r->ctx);
    EVP_MAC_CTX_free(r->mac_ctx);
    EVP_MAC_free(r->mac);
    lab_messages_free(&r->messages);
    lab_pages_free(r->out);
    free(r);
}

static void *new_record(const struct lab *lab, const struct lab_side *side, const struct lab_request *request,
                        char *why)
{
    struct record_state *r = calloc(1, sizeof(*r));

    (void)lab;
    if (r == NULL)
        return NULL;
    r->way = strcmp(request->operation, "multi-block") == 0        ? WAY_MULTI
             : strcmp(request->operation, "separate-encrypt") == 0 ? WAY_SEPARATE_ENCRYPT
                                                                   : WAY_SEPARATE_DECRYPT;
    if (fetch(r, side, request, why) && prepare(r, request->algorithm, why))
        return r;
    free_record(r);
    return NULL;
}

static void list_records(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_names names = { 0 };

    lab_names_of_ciphers(side, &names);
    for (size_t i = 0; i < names.num; i++) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(side->libctx, names.list[i].text, NULL);

        if (cipher != NULL && (EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_TLS1_1_MULTIBLOCK) != 0)
            for (size_t op = 0; lab_kind_record.operations[op] != NULL; op++)
                found(arg, names.list[i].text, lab_kind_record.operations[op], LAB_SIZED,
                      OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)));
        EVP_CIPHER_free(cipher);
    }
    lab_names_free(&names);
}

const struct lab_kind lab_kind_record = {
    .name = "record",
    .operations = { "separate-encrypt", "separate-decrypt", "multi-block" },
    .list = list_records,
    .new = new_record,
    .free = free_record,
    .bytes = lab_state_bytes,
    .provider = lab_state_provider,
    .run = run_record,
    .output = lab_state_output,
};
