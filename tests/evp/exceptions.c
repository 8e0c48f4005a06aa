#include "exceptions.h"

#include <stdio.h>
#include <string.h>

static bool is_data(const struct op *op)
{
    return op->type == OP_UPDATE || op->type == OP_CIPHER || op->type == OP_FINAL;
}

static int mode_of(const struct twin *t)
{
    return EVP_CIPHER_get_mode(t->c->cipher[DEFAULT]);
}

/* The EVP layer itself reads through the missing cipher. */
static bool without_cipher(const struct twin *t, const struct op *op)
{
    return !t->has_cipher && !(op->type == OP_INIT && op->with_cipher) && op->type != OP_RESET;
}

static bool gcm_without_iv(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_GCM_MODE && !t->iv_set && is_data(op);
}

static bool without_key_where_default_crashes(const struct twin *t, const struct op *op)
{
    int mode = mode_of(t);
    bool is_cts = (EVP_CIPHER_get_flags(t->c->cipher[DEFAULT]) & EVP_CIPH_FLAG_CTS) != 0;

    return (mode == EVP_CIPH_WRAP_MODE || mode == EVP_CIPH_SIV_MODE || mode == EVP_CIPH_XTS_MODE || is_cts)
           && !t->key_set && (is_data(op) || (mode == EVP_CIPH_SIV_MODE && op->type != OP_INIT && op->type != OP_RESET));
}

static bool is_aead(const struct twin *t)
{
    return (EVP_CIPHER_get_flags(t->c->cipher[DEFAULT]) & EVP_CIPH_FLAG_AEAD_CIPHER) != 0;
}

/* Wrap modes answer a length, AEADs take additional data. */
static bool no_output_where_default_crashes(const struct twin *t, const struct op *op)
{
    return is_data(op) && op->place == NO_OUTPUT && op->len != 0 && !is_aead(t) && mode_of(t) != EVP_CIPH_WRAP_MODE;
}

static bool null_input_where_default_crashes(const struct twin *t, const struct op *op)
{
    return is_data(op) && op->type != OP_FINAL && op->in == NULL && op->len != 0
           && !(mode_of(t) == EVP_CIPH_CCM_MODE && op->place == NO_OUTPUT);
}

static bool ocb_evp_cipher_without_output(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_OCB_MODE && op->type == OP_CIPHER && op->place == NO_OUTPUT;
}

static bool siv_null_tag(const struct twin *t, const struct op *op)
{
    bool has_params = (op->type == OP_SET || op->type == OP_INIT) && op->params != NULL;
    const OSSL_PARAM *tag = has_params ? OSSL_PARAM_locate_const(op->params, OSSL_CIPHER_PARAM_AEAD_TAG) : NULL;
    bool is_ctrl = op->type == OP_CTRL && op->ctrl == EVP_CTRL_AEAD_SET_TAG && op->ctrl_in == NULL;

    return mode_of(t) == EVP_CIPH_SIV_MODE && (is_ctrl || (tag != NULL && tag->data == NULL));
}

static const struct {
    bool (*applies)(const struct twin *t, const struct op *op);
    const char *reason;
} calls[] = {
    { without_cipher, "a context without a cipher never reaches a provider" },
    { gcm_without_iv, "GCM without an IV encrypts under a random one: the answers cannot be equal" },
    { without_key_where_default_crashes, "CTS, WRAP, SIV, XTS: default uses a key schedule that was never made, and crashes" },
    { no_output_where_default_crashes, "data without a place for the output: default writes to NULL" },
    { null_input_where_default_crashes, "a length without data: default reads NULL" },
    { ocb_evp_cipher_without_output, "OCB: EVP_Cipher takes neither additional data nor an end: default uses NULL" },
    { siv_null_tag, "SIV: a tag without data: default reads NULL" },
};

static const struct {
    int mode; /* EVP_CIPH_*_MODE; -1: every mode */
    const char *key, *reason;
} params[] = {
    { -1, OSSL_CIPHER_PARAM_TLS_MAC, "a pointer into the context; tls_record_test.c compares what it points to" },
};

bool op_is_excepted(const struct twin *t, const struct op *op)
{
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
        if (calls[i].applies(t, op))
            return true;
    return false;
}

bool param_is_excepted(const struct twin *t, const char *key)
{
    for (size_t i = 0; i < sizeof(params) / sizeof(params[0]); i++)
        if ((params[i].mode == -1 || params[i].mode == mode_of(t)) && strcmp(params[i].key, key) == 0)
            return true;
    return false;
}

void twin_print_exceptions(void)
{
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
        printf("not compared: %s\n", calls[i].reason);
    for (size_t i = 0; i < sizeof(params) / sizeof(params[0]); i++)
        printf("not compared: parameter %s: %s\n", params[i].key, params[i].reason);
}
