/* AEADs: the time must not depend on which byte of a tag is wrong. */
#include <string.h>

#include "ct/glue/glue.h"

enum { LEN = 64, TAG = 16, IV = 12 };

struct message {
    uint8_t ciphertext[LEN], tag[TAG];
};

static const struct cipher *cipher;
static EVP_CIPHER_CTX *ctx;
static bool is_ccm;
static struct message messages[2][GLUE_NUM];
static const uint8_t key[16] = { 7 }, iv[IV] = { 9 };

/* Set everything in the order that CCM requires: tag, key and IV, length, message. */
static int start(EVP_CIPHER_CTX *c, int enc, uint8_t *tag)
{
    int len;

    return EVP_CipherInit_ex2(c, cipher->cipher[glue_side], NULL, NULL, enc, NULL)
           && EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_IVLEN, IV, NULL) > 0
           && (enc && !is_ccm ? 1 : EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_TAG, TAG, tag) > 0)
           && EVP_CipherInit_ex2(c, NULL, key, iv, enc, NULL)
           && (!is_ccm || EVP_CipherUpdate(c, NULL, &len, NULL, LEN) > 0);
}

static void seal(struct message *m)
{
    uint8_t plain[LEN];
    int len;

    random_bytes(&glue_random, plain, LEN);
    GLUE_MUST(start(ctx, 1, NULL) && EVP_CipherUpdate(ctx, m->ciphertext, &len, plain, LEN) > 0
              && EVP_CipherFinal_ex(ctx, m->ciphertext + len, &len) > 0
              && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, TAG, m->tag) > 0);
}

/* The classes: the first byte of the tag is wrong, or the last. */
static bool open_mode(const char *name)
{
    cipher = harness_find(&glue_harness, name);
    is_ccm = strstr(name, "CCM") != NULL;
    ctx = EVP_CIPHER_CTX_new();
    for (unsigned class = 0; class < 2; class++)
        for (unsigned i = 0; i < GLUE_NUM; i++) {
            seal(&messages[class][i]);
            messages[class][i].tag[class == 0 ? 0 : TAG - 1] ^= 0x40;
        }
    return true;
}

static bool open_gcm(void)
{
    return open_mode("AES-128-GCM");
}

static bool open_ccm(void)
{
    return open_mode("AES-128-CCM");
}

static void close_mode(void)
{
    EVP_CIPHER_CTX_free(ctx);
}

static double time_one(unsigned class)
{
    struct message m = messages[class][glue_any()];
    uint8_t out[LEN + TAG];
    uint64_t begin;
    int len;

    begin = stopwatch_start();
    GLUE_MUST(start(ctx, 0, m.tag)
              && (EVP_CipherUpdate(ctx, out, &len, m.ciphertext, LEN) <= 0 || EVP_CipherFinal_ex(ctx, out, &len) <= 0));
    return stopwatch_stop(begin, class);
}

const struct glue_case glue_tag_cases[] = {
    { "GCM tag", open_gcm, { time_one, NULL }, close_mode },
    { "CCM tag", open_ccm, { time_one, NULL }, close_mode },
    { .name = NULL },
};
