/*
 * Seal at one level and open at another: the configuration key `cpu` gives one process a library context for each
 * level. The module must report the level in use.
 */
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

/* The caps to test; the AES kernels under each bear the cap's name. */
static const char *const levels[] = { "aesni", "vaes256", "vaes512" };
static const char *const ladder[] = { "sse41", "avx2", "avx512" };
enum { NUM_LEVELS = sizeof(levels) / sizeof(levels[0]), MESSAGES = 40 };

static OSSL_LIB_CTX *libs[NUM_LEVELS];
static OSSL_PROVIDER *provs[NUM_LEVELS];

static void open_level(unsigned i)
{
    char settings[40], used[32] = "";
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("afterburner-level", used, sizeof(used)),
                            OSSL_PARAM_construct_end() };

    snprintf(settings, sizeof(settings), "cpu = %s", levels[i]);
    libs[i] = open_module("afterburner", settings, &provs[i]);
    if (libs[i] == NULL || !OSSL_PROVIDER_get_params(provs[i], params) || strcmp(used, ladder[i]) != 0) {
        printf("level %s cannot be opened; in use: %s\n", levels[i], used);
        ERR_print_errors_fp(stdout);
        exit(1);
    }
}

/* Open a sealed message. Returns false if it is refused or its bytes are wrong. */
static bool open_message(const struct cipher *c, const EVP_CIPHER *cipher, const struct message *m)
{
    struct mode_traits t = mode_traits(c);
    OSSL_PARAM variant[2] = { OSSL_PARAM_construct_utf8_string(m->variant_param, (char *)m->variant, 0),
                              OSSL_PARAM_END };
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t out[TWIN_MAX_OUT];
    int len = 0, tail = 0;
    bool ok;

    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    ok = EVP_DecryptInit_ex2(ctx, cipher, NULL, NULL, NULL) && EVP_CIPHER_CTX_set_padding(ctx, (int)m->padding);
    if (m->variant != NULL)
        ok = ok && EVP_CIPHER_CTX_set_params(ctx, variant);
    if (t.has_iv_len)
        ok = ok && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)m->iv_len, NULL) > 0;
    if (t.has_tag_len && !t.length_first)
        ok = ok && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)m->tag_len, NULL) > 0;
    if (t.aead)
        ok = ok && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)m->tag_len, (void *)m->tag) > 0;
    ok = ok && EVP_DecryptInit_ex2(ctx, NULL, m->key, m->iv, NULL);
    if (t.length_first)
        ok = ok && EVP_DecryptUpdate(ctx, NULL, &len, NULL, (int)m->sealed_len);
    if (t.aead && m->aad_len != 0)
        ok = ok && EVP_DecryptUpdate(ctx, NULL, &len, m->aad, (int)m->aad_len);
    ok = ok && EVP_DecryptUpdate(ctx, out, &len, m->sealed, (int)m->sealed_len);
    if (EVP_CIPHER_get_mode(cipher) != EVP_CIPH_WRAP_MODE)
        ok = ok && EVP_DecryptFinal_ex(ctx, out + len, &tail);
    EVP_CIPHER_CTX_free(ctx);
    return ok && (size_t)(len + tail) == m->plain_len && memcmp(out, m->plain, m->plain_len) == 0;
}

/* Whether a level must have a cipher; ChaCha20-Poly1305, Camellia and most modes of SM4 need AVX2 or more. */
static bool is_of_every_level(const struct cipher *c)
{
    return !cipher_is_chacha(c) && !cipher_is_sm4(c) && !cipher_is_camellia(c);
}

static unsigned run_pair(const struct cipher *c, unsigned from, unsigned to, struct random *r)
{
    static struct message m, by_default;
    struct cipher sealing = *c;
    EVP_CIPHER *opening = EVP_CIPHER_fetch(libs[to], c->name, NULL);
    unsigned done = 0;

    sealing.cipher[DEFAULT] = EVP_CIPHER_fetch(libs[from], c->name, NULL);
    if ((opening == NULL || sealing.cipher[DEFAULT] == NULL) && is_of_every_level(c))
        fail("%s: not offered at %s or %s", c->name, levels[from], levels[to]);
    for (unsigned i = 0; opening != NULL && sealing.cipher[DEFAULT] != NULL && i < MESSAGES; i++) {
        message_make(&m, c, r, TWIN_MAX_IN - 64);
        memcpy(&by_default, &m, sizeof(m));
        if (!message_seal(&by_default, c)) /* the mode refuses this length */
            continue;
        if (!message_seal(&m, &sealing) || memcmp(&m, &by_default, sizeof(m)) != 0)
            fail("%s: sealed at %s, other than by default", c->name, levels[from]);
        if (!open_message(c, opening, &m))
            fail("%s: sealed at %s, %zu bytes, not opened at %s", c->name, levels[from], m.plain_len, levels[to]);
        done++;
    }
    EVP_CIPHER_free(opening);
    EVP_CIPHER_free(sealing.cipher[DEFAULT]);
    return done;
}

int main(int argc, char **argv)
{
    static struct harness h;
    struct random rnd = { 3 };
    unsigned num_levels = 0, messages = 0;

    (void)argc, (void)argv;
    harness_open(&h);
    while (num_levels < NUM_LEVELS && has_level(levels[num_levels]))
        open_level(num_levels++);
    for (unsigned i = 0; i < h.num_ciphers && failures < 20; i++)
        for (unsigned pair = 0; cipher_is_shared(&h.ciphers[i], NULL) && pair < num_levels * num_levels; pair++)
            messages += run_pair(&h.ciphers[i], pair / num_levels, pair % num_levels, &rnd);
    printf("%u levels, %u messages, %u failures\n", num_levels, messages, failures);
    for (unsigned i = 0; i < num_levels; i++) {
        OSSL_PROVIDER_unload(provs[i]);
        OSSL_LIB_CTX_free(libs[i]);
    }
    harness_close(&h);
    return failures != 0 || messages == 0;
}
