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

static bool is_cts(const struct twin *t)
{
    return (EVP_CIPHER_get_flags(t->c->cipher[DEFAULT]) & EVP_CIPH_FLAG_CTS) != 0;
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

static bool gcm_new_key_within_message(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_GCM_MODE && op->type == OP_INIT && !op->with_cipher && op->key != NULL
           && op->iv == NULL && t->iv_used;
}

static bool gcm_cipher_of_nothing(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_GCM_MODE && op->type == OP_CIPHER && op->in != NULL && op->len == 0
           && op->place != NO_OUTPUT;
}

static bool gcm_after_wrong_tag(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_GCM_MODE && is_data(op) && t->wrong_tag;
}

static bool without_key_where_default_crashes(const struct twin *t, const struct op *op)
{
    int mode = mode_of(t);

    return (mode == EVP_CIPH_WRAP_MODE || mode == EVP_CIPH_SIV_MODE || mode == EVP_CIPH_XTS_MODE || is_cts(t))
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

/* Modes that hold data back until a block is whole. */
static bool holds_back(const struct twin *t)
{
    int mode = mode_of(t);

    return (mode == EVP_CIPH_ECB_MODE || mode == EVP_CIPH_CBC_MODE || mode == EVP_CIPH_OCB_MODE) && !is_cts(t);
}

static bool in_place_behind_held_back_data(const struct twin *t, const struct op *op)
{
    return op->type == OP_UPDATE && op->place == IN_PLACE && holds_back(t)
           && (t->given % 16 != 0 || (!t->enc && t->given != 0));
}

static bool part_of_a_block_through_evp_cipher(const struct twin *t, const struct op *op)
{
    bool whole_blocks = mode_of(t) == EVP_CIPH_ECB_MODE || mode_of(t) == EVP_CIPH_CBC_MODE;

    return op->type == OP_CIPHER && whole_blocks && op->len % 16 != 0;
}

static bool direction_changed_without_key(const struct twin *t, const struct op *op)
{
    int mode = mode_of(t);

    return (mode == EVP_CIPH_ECB_MODE || mode == EVP_CIPH_CBC_MODE || mode == EVP_CIPH_XTS_MODE
            || mode == EVP_CIPH_WRAP_MODE)
           && t->key_set && t->enc != t->key_enc && is_data(op);
}

static bool after_a_failed_end(const struct twin *t, const struct op *op)
{
    return holds_back(t) && t->end_failed && op->type != OP_INIT && op->type != OP_RESET;
}

static bool wrap_through_evp_cipher(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_WRAP_MODE && op->type == OP_CIPHER;
}

static bool ccm_length_after_key(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_CCM_MODE && t->length_after_key && op->type != OP_INIT && op->type != OP_RESET;
}

static bool ccm_aad_after_data(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_CCM_MODE && t->given != 0 && is_data(op) && op->place == NO_OUTPUT && op->in != NULL;
}

static bool siv_end_without_data(const struct twin *t, const struct op *op)
{
    bool ends = op->type == OP_FINAL || (op->type == OP_CIPHER && op->in == NULL);

    return mode_of(t) == EVP_CIPH_SIV_MODE && t->given == 0 && (ends || op->type == OP_GET || op->type == OP_CTRL);
}

static bool num_that_is_not_0(const struct twin *t, const struct op *op)
{
    const OSSL_PARAM *p = op->type == OP_SET ? OSSL_PARAM_locate_const(op->params, OSSL_CIPHER_PARAM_NUM) : NULL;
    uint64_t num;

    (void)t;
    return p != NULL && OSSL_PARAM_get_uint64(p, &num) && (num >= 16 || (num != 0 && OPENSSL_version_minor() == 0));
}

static const struct {
    bool (*applies)(const struct twin *t, const struct op *op);
    const char *reason;
} calls[] = {
    { without_cipher, "a context without a cipher never reaches a provider" },
    { gcm_without_iv, "GCM without an IV encrypts under a random one: the answers cannot be equal" },
    { gcm_new_key_within_message, "GCM: default goes on with a counter of zero whatever the IV was; ours wants an IV" },
    { gcm_cipher_of_nothing, "GCM: EVP_Cipher of no bytes makes default pad the AAD there, if more AAD follows" },
    { gcm_after_wrong_tag, "GCM: default goes on decrypting when the tag was wrong; ours wants an IV" },
    { without_key_where_default_crashes, "CTS, WRAP, SIV, XTS: default uses a key schedule that was never made, and crashes" },
    { no_output_where_default_crashes, "data without a place for the output: default writes to NULL" },
    { null_input_where_default_crashes, "a length without data: default reads NULL" },
    { ocb_evp_cipher_without_output, "OCB: EVP_Cipher takes neither additional data nor an end: default uses NULL" },
    { in_place_behind_held_back_data,
      "in place with part of a block held back: EVP_EncryptInit(3) says that it fails" },
    { part_of_a_block_through_evp_cipher, "EVP_Cipher with part of a block: default answers success and wrong bytes" },
    { direction_changed_without_key, "another direction, no new key: default runs on the first direction's key schedule" },
    { after_a_failed_end, "after a final that failed, before a new init: default goes on with a block it has decrypted twice" },
    { wrap_through_evp_cipher, "WRAP: EVP_Cipher answers success in default for what it has refused" },
    { ccm_length_after_key, "CCM: default fixes the lengths of tag and IV when it takes the key, and is wrong afterwards" },
    { ccm_aad_after_data, "CCM: additional data after the data: default makes the tag of nothing sensible" },
    { siv_end_without_data, "SIV: default has no end, nor tag, of a message without data (RFC 5297 has)" },
    { num_that_is_not_0, "num: default 3.0 refuses all but 0, later ones take any and read beyond their buffers" },
    { siv_null_tag, "SIV: a tag without data: default reads NULL" },
};

static const struct {
    int mode; /* EVP_CIPH_*_MODE; -1: every mode */
    const char *key, *reason;
} params[] = {
    { -1, OSSL_CIPHER_PARAM_TLS_MAC, "a pointer into the context; tls_record_test.c compares what it points to" },
    { EVP_CIPH_GCM_MODE, OSSL_CIPHER_PARAM_IV, "3.x tells neither its length nor one still to be made; ours as in 4.0" },
    { EVP_CIPH_GCM_MODE, OSSL_CIPHER_PARAM_UPDATED_IV, "the same" },
    { EVP_CIPH_OCB_MODE, OSSL_CIPHER_PARAM_AEAD_TAG, "default does not say its size; compared through EVP_CTRL_AEAD_GET_TAG" },
    { EVP_CIPH_CCM_MODE, OSSL_CIPHER_PARAM_AEAD_TAG, "the same" },
};

bool op_is_excepted(const struct twin *t, const struct op *op)
{
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
        if (calls[i].applies(t, op))
            return true;
    return false;
}

/* SIV: default cannot copy a context without a key. */
bool copy_is_excepted(const struct twin *t)
{
    return mode_of(t) == EVP_CIPH_SIV_MODE && !t->key_set;
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
