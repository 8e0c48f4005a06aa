/* The calls of ciphers for which the two providers are not compared, each with its reason. */
#include "exceptions.h"

#include "message.h"

#include <openssl/err.h>
#include <stdio.h>
#include <string.h>

enum { MODE_GCM_SIV = 0x10005 }; /* EVP_CIPH_GCM_SIV_MODE, since 3.2 */

static bool is_data(const struct op *op)
{
    return op->type == OP_UPDATE || op->type == OP_CIPHER || op->type == OP_FINAL;
}

static bool is_start(const struct op *op)
{
    return op->type == OP_INIT || op->type == OP_RESET;
}

static int mode_of(const struct twin *t)
{
    return EVP_CIPHER_get_mode(t->c->cipher[DEFAULT]);
}

static bool is_cts(const struct twin *t)
{
    return (EVP_CIPHER_get_flags(t->c->cipher[DEFAULT]) & EVP_CIPH_FLAG_CTS) != 0;
}

/* EVP itself dereferences the missing cipher. */
static bool without_cipher(const struct twin *t, const struct op *op)
{
    return !t->past.has_cipher && !(op->type == OP_INIT && op->with_cipher) && op->type != OP_RESET;
}

static bool gcm_without_iv(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_GCM_MODE && !t->past.iv_set && is_data(op);
}

static bool gcm_new_key_within_message(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_GCM_MODE && op->type == OP_INIT && !op->with_cipher && op->key != NULL
           && op->iv == NULL && t->past.iv_used;
}

static bool gcm_siv_without_key_or_nonce(const struct twin *t, const struct op *op)
{
    return mode_of(t) == MODE_GCM_SIV && !(t->past.key_set && t->past.iv_set) && is_data(op);
}

static bool gcm_siv_with_old_aad(const struct twin *t, const struct op *op)
{
    return mode_of(t) == MODE_GCM_SIV && t->past.used_before && is_data(op);
}

static bool gcm_siv_old_tag(const struct twin *t, const struct op *op)
{
    return mode_of(t) == MODE_GCM_SIV && !t->past.begun && (op->type == OP_GET || op->type == OP_CTRL);
}

static bool gcm_siv_end_without_data(const struct twin *t, const struct op *op)
{
    return mode_of(t) == MODE_GCM_SIV && !t->past.data_given && is_data(op) && op->in == NULL;
}

static bool gcm_cipher_of_nothing(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_GCM_MODE && op->type == OP_CIPHER && op->in != NULL && op->len == 0
           && op->place != NO_OUTPUT;
}

static bool after_wrong_tag(const struct twin *t, const struct op *op)
{
    int mode = mode_of(t);

    return (mode == EVP_CIPH_GCM_MODE || mode == EVP_CIPH_OCB_MODE) && is_data(op) && t->past.wrong_tag;
}

static bool without_key_where_default_crashes(const struct twin *t, const struct op *op)
{
    int mode = mode_of(t);

    return (mode == EVP_CIPH_WRAP_MODE || mode == EVP_CIPH_SIV_MODE || mode == EVP_CIPH_XTS_MODE || is_cts(t))
           && !t->past.key_set && (is_data(op) || (mode == EVP_CIPH_SIV_MODE && !is_start(op)));
}

/* Modes with additional data. AES-CBC-HMAC is none of them, although OpenSSL calls it an AEAD. */
static bool is_aead(const struct twin *t)
{
    return mode_traits(t->c).aead;
}

/* Wrap modes return a length then, and AEADs take additional data. */
static bool no_output_where_default_crashes(const struct twin *t, const struct op *op)
{
    return is_data(op) && op->place == NO_OUTPUT && op->len != 0 && !is_aead(t) && mode_of(t) != EVP_CIPH_WRAP_MODE;
}

static bool null_input_where_default_crashes(const struct twin *t, const struct op *op)
{
    return is_data(op) && op->type != OP_FINAL && op->in == NULL && op->len != 0
           && !(mode_of(t) == EVP_CIPH_CCM_MODE && op->place == NO_OUTPUT);
}

static bool ocb_through_evp_cipher(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_OCB_MODE && op->type == OP_CIPHER;
}

static bool siv_null_tag_to_compare(const struct twin *t, const struct op *op)
{
    bool has_params = (op->type == OP_SET || op->type == OP_INIT) && op->params != NULL;
    const OSSL_PARAM *tag = has_params ? OSSL_PARAM_locate_const(op->params, OSSL_CIPHER_PARAM_AEAD_TAG) : NULL;
    bool is_ctrl = op->type == OP_CTRL && op->ctrl == EVP_CTRL_AEAD_SET_TAG && op->ctrl_in == NULL;

    return (mode_of(t) == EVP_CIPH_SIV_MODE || mode_of(t) == MODE_GCM_SIV) && !t->past.enc
           && (is_ctrl || (tag != NULL && tag->data == NULL));
}

/* Modes that keep a part of a block until it is complete. */
static bool holds_back(const struct twin *t)
{
    int mode = mode_of(t);

    return (mode == EVP_CIPH_ECB_MODE || mode == EVP_CIPH_CBC_MODE || mode == EVP_CIPH_OCB_MODE) && !is_cts(t)
           && !mode_traits(t->c).whole_blocks;
}

static bool in_place_behind_held_back_data(const struct twin *t, const struct op *op)
{
    return op->type == OP_UPDATE && op->place == IN_PLACE && holds_back(t)
           && (t->past.given % 16 != 0 || (!t->past.enc && t->past.given != 0));
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
            || mode == EVP_CIPH_WRAP_MODE || mode == EVP_CIPH_OCB_MODE || mode == EVP_CIPH_CCM_MODE)
           && t->past.key_set && t->past.enc != t->past.key_enc && is_data(op);
}

static bool after_a_failed_end(const struct twin *t, const struct op *op)
{
    return holds_back(t) && t->past.end_failed && !is_start(op);
}

static bool can_be_wrapped(const struct twin *t, size_t len)
{
    bool padded = EVP_CIPHER_get_iv_length(t->c->cipher[DEFAULT]) == 4;

    return len != 0 && (padded || (len % 8 == 0 && len >= 16));
}

/* Unwrapping can fail by the data. */
static bool wrap_refused_through_evp_cipher(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_WRAP_MODE && op->type == OP_CIPHER && op->in != NULL && op->len != 0
           && (!t->past.enc || !can_be_wrapped(t, op->len));
}

static bool ccm_length_after_key(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_CCM_MODE && t->past.length_after_key && !is_start(op);
}

static bool ccm_aad_after_data(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_CCM_MODE && t->past.given != 0 && is_data(op) && op->place == NO_OUTPUT
           && op->in != NULL;
}

static bool siv_without_data(const struct twin *t, const struct op *op)
{
    bool ends = op->type == OP_FINAL || (op->type == OP_CIPHER && op->in == NULL);
    bool gives_none = is_data(op) && op->len == 0 && (op->place != NO_OUTPUT || op->in == NULL);

    return mode_of(t) == EVP_CIPH_SIV_MODE
           && (gives_none || (t->past.given == 0 && (ends || op->type == OP_GET || op->type == OP_CTRL)));
}

static bool after_a_failed_init(const struct twin *t, const struct op *op)
{
    bool starts_anew = op->type == OP_RESET || (op->type == OP_INIT && op->with_cipher);

    return (t->past.init_failed && !is_start(op)) || (t->past.set_failed && !starts_anew);
}

static bool one_shot_after_a_refusal(const struct twin *t, const struct op *op)
{
    int mode = mode_of(t);

    return t->past.data_refused && is_data(op)
           && (mode == EVP_CIPH_CCM_MODE || mode == EVP_CIPH_SIV_MODE || mode == MODE_GCM_SIV);
}

static bool aad_after_data(const struct twin *t, const struct op *op)
{
    int mode = mode_of(t);

    return (mode == EVP_CIPH_CCM_MODE || mode == EVP_CIPH_OCB_MODE || mode == MODE_GCM_SIV) && t->past.data_given
           && is_data(op) && op->place == NO_OUTPUT && op->len != 0;
}

static bool ocb_new_key_within_message(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_OCB_MODE && op->type == OP_INIT && !op->with_cipher && op->key != NULL
           && op->iv == NULL && t->past.iv_used;
}

/* Final, or a query of the tag, after anything but one message of the announced length. */
static bool ccm_not_as_announced(const struct twin *t, const struct op *op)
{
    bool asks = op->type == OP_GET || (op->type == OP_CTRL && op->ctrl == EVP_CTRL_AEAD_GET_TAG);
    bool ends = op->type == OP_FINAL || (op->type == OP_CIPHER && op->in == NULL && op->len == 0);

    return mode_of(t) == EVP_CIPH_CCM_MODE && (asks || ends)
           && !(t->past.announced && t->past.given_since_init == t->past.announced_len && t->past.message_given);
}

static bool ccm_evp_cipher_without_input(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_CCM_MODE && op->type == OP_CIPHER && op->in == NULL;
}

static bool ccm_without_length(const struct twin *t, const struct op *op)
{
    bool is_aad = op->place == NO_OUTPUT && op->in != NULL && op->len != 0, is_message = op->place != NO_OUTPUT;

    return mode_of(t) == EVP_CIPH_CCM_MODE && (op->type == OP_UPDATE || op->type == OP_CIPHER) && !t->past.announced
           && (is_aad || (is_message && t->past.used));
}

static bool ccm_data_twice(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_CCM_MODE && t->past.data_given && (op->type == OP_UPDATE || op->type == OP_CIPHER);
}

static bool ocb_length_within_message(const struct twin *t, const struct op *op)
{
    return mode_of(t) == EVP_CIPH_OCB_MODE && t->past.length_within_message && !is_start(op);
}

static bool gcm_siv_tag_of_no_message(const struct twin *t, const struct op *op)
{
    bool asks = op->type == OP_GET || (op->type == OP_CTRL && op->ctrl == EVP_CTRL_AEAD_GET_TAG);

    return mode_of(t) == MODE_GCM_SIV && asks && (!t->past.message_given || t->past.data_refused);
}

static bool gcm_siv_before_the_tag(const struct twin *t, const struct op *op)
{
    return mode_of(t) == MODE_GCM_SIV && is_data(op) && op->place != NO_OUTPUT && !t->past.enc && !t->past.tag_given;
}

static bool is_chacha(const struct twin *t)
{
    return mode_of(t) == EVP_CIPH_STREAM_CIPHER;
}

static bool chacha_without_key(const struct twin *t, const struct op *op)
{
    return is_chacha(t) && is_aead(t) && !t->past.key_set && is_data(op);
}

static bool chacha_aad_after_text(const struct twin *t, const struct op *op)
{
    return is_chacha(t) && is_aead(t) && t->past.text_given && is_data(op) && op->place == NO_OUTPUT && op->in != NULL;
}

static bool chacha_new_key_within_stream(const struct twin *t, const struct op *op)
{
    return OPENSSL_version_major() < 4 && is_chacha(t) && !is_aead(t) && op->type == OP_INIT && !op->with_cipher
           && op->key != NULL && op->iv == NULL && t->past.iv_used;
}

/* Returns whether EVP_Cipher without input returns success although the tag is wrong (CHANGES of 3.0.22 and 4.0.2). */
static bool default_ignores_the_end(const EVP_CIPHER *cipher)
{
    static const uint8_t zeros[32];
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    bool ignores;

    ERR_set_mark();
    ignores = EVP_DecryptInit_ex2(ctx, cipher, zeros, zeros, NULL)
              && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16, (void *)zeros) > 0
              && EVP_Cipher(ctx, NULL, NULL, 0) == 0;
    ERR_pop_to_mark();
    EVP_CIPHER_CTX_free(ctx);
    return ignores;
}

static bool chacha_cipher_of_nothing(const struct twin *t, const struct op *op)
{
    return is_chacha(t) && is_aead(t) && op->type == OP_CIPHER && op->len == 0
           && ((op->in != NULL && op->place != NO_OUTPUT) || default_ignores_the_end(t->c->cipher[DEFAULT]));
}

/* Some releases (3.0.22, 3.5.7) refuse a num that is not below EVP's block size, which is 1 in the stream modes. */
static bool default_refuses_num(const EVP_CIPHER *cipher, unsigned num)
{
    const OSSL_PARAM params[] = { OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, &num), OSSL_PARAM_END };
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    bool refuses;

    ERR_set_mark();
    refuses = EVP_CipherInit_ex2(ctx, cipher, NULL, NULL, 1, NULL) && !EVP_CIPHER_CTX_set_params(ctx, params);
    ERR_pop_to_mark();
    EVP_CIPHER_CTX_free(ctx);
    return refuses;
}

/* Write the num that the call sets, and return true; return false if it sets none. */
static bool sets_num(const struct op *op, uint64_t *num)
{
    const OSSL_PARAM *p = op->type == OP_SET ? OSSL_PARAM_locate_const(op->params, OSSL_CIPHER_PARAM_NUM) : NULL;

    return p != NULL && OSSL_PARAM_get_uint64(p, num);
}

static bool num_that_default_mistakes(const struct twin *t, const struct op *op)
{
    uint64_t num;

    return sets_num(op, &num) && (num >= 16 || default_refuses_num(t->c->cipher[DEFAULT], (unsigned)num));
}

static bool ctr_within_block(const struct twin *t, const struct op *op)
{
    bool is_without_assembly = cipher_is_sm4(t->c) || cipher_is_aria(t->c) || cipher_is_camellia(t->c);
    uint64_t num;

    return mode_of(t) == EVP_CIPH_CTR_MODE && is_without_assembly && sets_num(op, &num) && num != 0;
}

static const struct {
    bool (*applies)(const struct twin *t, const struct op *op);
    const char *reason;
} calls[] = {
    { without_cipher, "a context without a cipher never reaches a provider" },
    { gcm_without_iv, "GCM without an IV encrypts with a random one: the results cannot be equal" },
    { gcm_new_key_within_message,
      "GCM: default continues with a counter of zero whatever the IV was; the module requires an IV" },
    { gcm_siv_without_key_or_nonce, "GCM-SIV: without a key or nonce default uses zeros; the module refuses" },
    { gcm_siv_with_old_aad, "GCM-SIV: default keeps the AAD of a message for the next one; the module does not" },
    { gcm_siv_old_tag, "GCM-SIV: before 4.0 default returns the previous message's tag after an init" },
    { gcm_siv_end_without_data, "GCM-SIV: before 4.0 default cannot finish an empty message; the module can, as 4.0" },
    { gcm_cipher_of_nothing,
      "GCM: EVP_Cipher without bytes makes default pad the AAD there, even if more AAD follows" },
    { after_wrong_tag, "GCM, OCB: default continues to decrypt after a wrong tag; the module requires an IV" },
    { without_key_where_default_crashes,
      "CTS, WRAP, SIV, XTS: default uses a key schedule that was never computed, and crashes" },
    { no_output_where_default_crashes, "data without an output buffer: default writes to NULL" },
    { null_input_where_default_crashes, "a length without data: default reads NULL" },
    { ocb_through_evp_cipher,
      "OCB: EVP_Cipher ignores the IV (CVE-2026-45445) and crashes without output; see pieces_test.c" },
    { ocb_length_within_message, "OCB: the length of the tag, which is part of the nonce, changes within a message" },
    { gcm_siv_tag_of_no_message,
      "GCM-SIV: default returns the previous message's tag, or forgets one when it refuses more data" },
    { gcm_siv_before_the_tag,
      "GCM-SIV: default decrypts and returns data before it has a tag; the module requires the tag first" },
    { ocb_new_key_within_message, "OCB: default continues with the offsets of the old key" },
    { aad_after_data, "CCM, OCB, GCM-SIV: additional data, or a length, after the data: default computes a wrong tag" },
    { ccm_not_as_announced,
      "CCM: default accepts final, and sometimes returns a tag, without a complete message, and checks no tag" },
    { ccm_evp_cipher_without_input,
      "CCM: EVP_Cipher without input sets a length in some releases and is a final in others" },
    { ccm_without_length, "CCM: no length announced: default uses the length and the IV of the previous message" },
    { ccm_data_twice, "CCM: a second update with data: default refuses, but not always" },
    { one_shot_after_a_refusal,
      "CCM, SIV, GCM-SIV: data after a refusal or final; pieces_test.c checks that no final succeeds then" },
    { in_place_behind_held_back_data,
      "in place with part of a block held back: EVP_EncryptInit(3) says that it fails" },
    { part_of_a_block_through_evp_cipher, "EVP_Cipher with part of a block: default returns success and wrong bytes" },
    { direction_changed_without_key,
      "another direction without a new key: default uses the first direction's key schedule" },
    { after_a_failed_end,
      "after a failed final, before a new init: default continues with a block that it has decrypted twice" },
    { wrap_refused_through_evp_cipher,
      "WRAP: EVP_Cipher of default returns success for what it has refused; odd_calls_test.c checks the module" },
    { ccm_length_after_key,
      "CCM: default fixes the lengths of tag and IV when the key is set, and is wrong after a change" },
    { ccm_aad_after_data, "CCM: additional data after the data: default computes a meaningless tag" },
    { siv_without_data, "SIV: default has neither final nor tag for a message without data (RFC 5297 defines it)" },
    { after_a_failed_init,
      "after an init, or a list of parameters, that failed: default has applied some of it, not always the same" },
    { num_that_default_mistakes,
      "num: default refuses all but 0 in some releases; in others it accepts any and reads beyond its buffers" },
    { ctr_within_block,
      "SM4-CTR, ARIA-CTR, CAMELLIA-CTR: a num other than 0, set after whole blocks: default goes on in the last "
      "block's key stream; the module in that of the last block which the message did not fill, as "
      "both do in AES-CTR" },
    { chacha_without_key, "ChaCha20-Poly1305: without a key default encrypts under zeros; the module refuses" },
    { chacha_aad_after_text, "ChaCha20-Poly1305: before 4.0 default computes a meaningless tag over AAD after text; "
                             "the module refuses, as 4.0" },
    { chacha_new_key_within_stream,
      "ChaCha20: before 4.0, after a new key without an IV, default continues at a block that depends on how the text "
      "was cut; the module continues at the next one, as 4.0" },
    { chacha_cipher_of_nothing,
      "ChaCha20-Poly1305: EVP_Cipher without bytes is a final in some releases and nothing in others, where it checks "
      "no "
      "tag (3.0.22 and 4.0.2 correct that); with output it pads the AAD, even if more AAD follows" },
    { siv_null_tag_to_compare, "SIV, GCM-SIV: a tag to compare without data: default reads NULL" },
};

static const struct {
    int mode; /* EVP_CIPH_*_MODE; -1: every mode */
    const char *key, *reason;
} params[] = {
    { -1, OSSL_CIPHER_PARAM_TLS_MAC, "a pointer into the context; tls_cbc_test.c compares what it points to" },
    { EVP_CIPH_GCM_MODE, OSSL_CIPHER_PARAM_IV,
      "3.x returns neither its length nor an IV still to be drawn; the module returns both, as 4.0" },
    { EVP_CIPH_GCM_MODE, OSSL_CIPHER_PARAM_UPDATED_IV, "the same" },
    { EVP_CIPH_OCB_MODE, OSSL_CIPHER_PARAM_AEAD_TAG,
      "default does not return its size; compared by EVP_CTRL_AEAD_GET_TAG" },
    { EVP_CIPH_CCM_MODE, OSSL_CIPHER_PARAM_AEAD_TAG, "the same" },
    { EVP_CIPH_STREAM_CIPHER, OSSL_CIPHER_PARAM_AEAD_TAG, "the same" },
    { EVP_CIPH_CBC_MODE, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_MAX_BUFSIZE, "default aborts without a fragment's length" },
};

bool output_is_withheld(const struct twin *t, const struct op *op, const uint8_t *out)
{
    uint8_t any = 0;

    for (size_t i = 0; i < op->len; i++)
        any |= out[i];
    return mode_of(t) == MODE_GCM_SIV && is_data(op) && !t->past.enc && any == 0;
}

bool op_is_excepted(const struct twin *t, const struct op *op)
{
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
        if (calls[i].applies(t, op))
            return true;
    return false;
}

/* SIV: the default provider cannot copy a context without a key. */
bool copy_is_excepted(const struct twin *t)
{
    return mode_of(t) == EVP_CIPH_SIV_MODE && !t->past.key_set;
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
