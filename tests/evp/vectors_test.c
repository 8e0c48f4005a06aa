/*
 * Published vectors, in the text form that convert_vectors.py writes: every file named on the command line.
 *
 * Each vector runs with the module in one call, in place and, if the mode streams, in pieces; and once with the default
 * provider, to tell a vector that OpenSSL's interface cannot take (such as a nonce longer than it allows) from a
 * failure of the module. The module may refuse a valid vector that the default provider refuses.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "vector.h"

enum style { WHOLE, IN_PLACE, PIECES, NUM_STYLES };
static const char *const style_names[NUM_STYLES] = { "whole", "in place", "in pieces" };

struct tally {
    unsigned long passed, refused, absent;
};

/* ---- running ---- */

static bool is_mode(const EVP_CIPHER *c, int mode)
{
    return EVP_CIPHER_get_mode(c) == mode;
}

static bool streams(const EVP_CIPHER *c)
{
    static const int modes[] = { EVP_CIPH_ECB_MODE, EVP_CIPH_CBC_MODE, EVP_CIPH_CFB_MODE, EVP_CIPH_OFB_MODE,
                                 EVP_CIPH_CTR_MODE, EVP_CIPH_GCM_MODE, EVP_CIPH_OCB_MODE, EVP_CIPH_STREAM_CIPHER };

    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
        if (is_mode(c, modes[i]))
            return true;
    return false;
}

static int set_up(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *c, const struct vector *v, int enc)
{
    bool wants_lengths = is_mode(c, EVP_CIPH_GCM_MODE) || is_mode(c, EVP_CIPH_CCM_MODE)
                         || is_mode(c, EVP_CIPH_OCB_MODE);

    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    if (EVP_CIPHER_get_key_length(c) != (int)v->key.len || !EVP_CipherInit_ex2(ctx, c, NULL, NULL, enc, NULL))
        return 0;
    EVP_CIPHER_CTX_set_padding(ctx, v->pad.data != NULL);
    if (wants_lengths && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)v->iv.len, NULL) <= 0)
        return 0;
    if (!wants_lengths && v->iv.data != NULL && EVP_CIPHER_CTX_get_iv_length(ctx) != (int)v->iv.len)
        return 0;
    if (v->tag.data != NULL && (!enc || (wants_lengths && !is_mode(c, EVP_CIPH_GCM_MODE)))
        && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)v->tag.len, enc ? NULL : v->tag.data) <= 0)
        return 0;
    return EVP_CipherInit_ex2(ctx, NULL, v->key.data, v->iv.data, enc, NULL);
}

static int give_aad(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *c, const struct vector *v, size_t message_len)
{
    int len;

    if (is_mode(c, EVP_CIPH_CCM_MODE) && !EVP_CipherUpdate(ctx, NULL, &len, NULL, (int)message_len))
        return 0;
    for (unsigned i = 0; i < v->num_aads; i++)
        if ((v->aad[i].len != 0 || is_mode(c, EVP_CIPH_SIV_MODE))
            && !EVP_CipherUpdate(ctx, NULL, &len, v->aad[i].data, (int)v->aad[i].len))
            return 0;
    return 1;
}

/* `out` has room for the input and a block. */
static int give_data(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *c, const struct bytes *in, enum style style, uint8_t *out,
                     size_t *out_len)
{
    size_t step = style == PIECES ? 7 : in->len, done = 0;
    const uint8_t *from = style == IN_PLACE ? memcpy(out, in->data, in->len) : in->data;
    int len;

    *out_len = 0;
    do {
        size_t n = in->len - done < step ? in->len - done : step;

        if (!EVP_CipherUpdate(ctx, out + *out_len, &len, from + done, (int)n))
            return 0;
        *out_len += (size_t)len;
        done += n;
        step = step * 3 % 61 + 1;
        if (style != PIECES)
            break;
    } while (done < in->len);
    if (is_mode(c, EVP_CIPH_WRAP_MODE))
        return 1;
    if (!EVP_CipherFinal_ex(ctx, out + *out_len, &len))
        return 0;
    *out_len += (size_t)len;
    return 1;
}

/* Returns 1 and the output, or 0 if a call failed. */
static int run_data(const EVP_CIPHER *c, const struct vector *v, int enc, enum style style, uint8_t *out,
                    size_t *out_len, uint8_t tag[16])
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    const struct bytes *in = enc ? &v->pt : &v->ct;
    int ok = set_up(ctx, c, v, enc) && give_aad(ctx, c, v, in->len) && give_data(ctx, c, in, style, out, out_len);

    if (ok && enc && v->tag.data != NULL)
        ok = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, (int)v->tag.len, tag) > 0;
    EVP_CIPHER_CTX_free(ctx);
    ERR_clear_error();
    return ok;
}

/* Process a message whose length is counted in bits, for CFB1. */
static int run_bits(const EVP_CIPHER *c, const struct vector *v, int enc, uint8_t *out, size_t *out_len)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int bits = v->bits.data[0] << 8 | v->bits.data[1], len = 0, ok;

    ok = set_up(ctx, c, v, enc);
    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPH_FLAG_LENGTH_BITS);
    out[bits / 8] = 0;
    ok = ok && EVP_CipherUpdate(ctx, out, &len, enc ? v->pt.data : v->ct.data, bits) && len == bits;
    if (bits % 8 != 0)
        out[bits / 8] &= (uint8_t)(0xff00u >> bits % 8);
    *out_len = ((size_t)bits + 7) / 8;
    EVP_CIPHER_CTX_free(ctx);
    return ok;
}

/*
 * The inner loop of a Monte Carlo test (AESAVS sec. 6.4): 1000 segments, each the input of a later step. With segments
 * of b bytes, step j + 1 takes the output of step j - 16 / b, and, as long as there is none, the next segment of the
 * IV.
 */
static int run_monte_carlo(const EVP_CIPHER *c, const struct vector *v, int enc, uint8_t *out, size_t *out_len)
{
    EVP_CIPHER_CTX *ctx;
    size_t size = v->pt.len;
    uint8_t text[16], made[1000][16];
    int len, ok;

    if (size == 0 || size > sizeof(text))
        return 0;
    ctx = EVP_CIPHER_CTX_new();
    ok = set_up(ctx, c, v, enc);
    memcpy(text, enc ? v->pt.data : v->ct.data, size);
    for (size_t j = 0; j < 1000 && ok; j++) {
        ok = EVP_CipherUpdate(ctx, made[j], &len, text, (int)size) && len == (int)size;
        memcpy(text, j < 16 / size ? v->iv.data + j * size : made[j - 16 / size], size);
    }
    memcpy(out, made[999], size);
    *out_len = size;
    EVP_CIPHER_CTX_free(ctx);
    return ok;
}

static int run_style(const EVP_CIPHER *c, const struct vector *v, int enc, enum style style, uint8_t *out,
                     size_t *out_len, uint8_t tag[16])
{
    if (strncmp(v->what, "mct-", 4) == 0)
        return run_monte_carlo(c, v, enc, out, out_len);
    if (v->bits.data != NULL)
        return run_bits(c, v, enc, out, out_len);
    return run_data(c, v, enc, style, out, out_len, tag);
}

/* Returns "right", "wrong", or "refused". */
static const char *attempt(const EVP_CIPHER *c, const struct vector *v, int enc, enum style style)
{
    const struct bytes *want = enc ? &v->ct : &v->pt;
    uint8_t *out = malloc((enc ? v->pt.len : v->ct.len) + 64), tag[16] = { 0 };
    size_t out_len = 0;
    const char *answer = "refused";

    if (run_style(c, v, enc, style, out, &out_len, tag)) {
        bool same = out_len == want->len && memcmp(out, want->data, want->len) == 0;

        if (enc && v->tag.data != NULL)
            same = same && memcmp(tag, v->tag.data, v->tag.len) == 0;
        answer = same ? "right" : "wrong";
    }
    free(out);
    return answer;
}

/* OpenSSL's key wrap returns an empty key for an empty text, which SP 800-38F sec. 5.3.1 does not allow. */
static bool is_let_through(const struct vector *v)
{
    return strstr(v->name, "-WRAP") != NULL && v->ct.len == 0;
}

/* Returns the result that the module must give; NULL: any. */
static const char *expected(const struct vector *v, int enc, const char *by_default)
{
    if (strcmp(v->result, "valid") == 0)
        return "right";
    if (strcmp(v->result, "invalid") == 0 && !enc && !is_let_through(v))
        return "refused";
    return enc ? NULL : by_default; /* encryption to an invalid text may succeed with another one */
}

static void check(const struct cipher *c, const struct vector *v, int enc, struct tally *tally)
{
    const char *by_default = c->cipher[DEFAULT] == NULL ? NULL : attempt(c->cipher[DEFAULT], v, enc, WHOLE);
    const char *want = expected(v, enc, by_default);
    unsigned num_styles = v->bits.data != NULL || v->what[0] == 'm' ? 1
                          : streams(c->cipher[MODULE]) && !(EVP_CIPHER_get_flags(c->cipher[MODULE]) & EVP_CIPH_FLAG_CTS)
                              ? NUM_STYLES
                              : PIECES;

    if (by_default != NULL && strcmp(v->result, "valid") == 0 && strcmp(by_default, "wrong") == 0)
        fail("%s %s: the default provider is wrong: is the vector read as it is meant?", v->name, v->id);
    for (enum style style = WHOLE; want != NULL && style < num_styles; style++) {
        const char *answer = attempt(c->cipher[MODULE], v, enc, style);
        bool may_refuse = strcmp(want, "right") == 0 && by_default != NULL && strcmp(by_default, "refused") == 0;

        if (strcmp(answer, want) != 0 && !(may_refuse && strcmp(answer, "refused") == 0))
            fail("%s %s %s %s: %s, not %s", v->name, v->id, enc ? "encrypt" : "decrypt", style_names[style], answer,
                 want);
    }
    tally->passed += want != NULL && strcmp(want, "right") == 0;
    tally->refused += want != NULL && strcmp(want, "refused") == 0;
}

static void check_line(const struct harness *h, char *line, struct tally *tally)
{
    const struct cipher *c;
    struct vector v;

    if (!vector_read(&v, line)) {
        fail("a line that cannot be read");
        return;
    }
    c = harness_find(h, v.name);
    if (c == NULL || c->cipher[MODULE] == NULL) {
        tally->absent++;
        return;
    }
    if (strstr(v.what, "decrypt") == NULL)
        check(c, &v, 1, tally);
    if (strstr(v.what, "encrypt") == NULL)
        check(c, &v, 0, tally);
}

static void check_file(const struct harness *h, const char *path, struct tally *total)
{
    struct tally tally = { 0, 0, 0 };
    char *line = NULL;
    size_t size = 0;
    FILE *f = fopen(path, "r");

    if (f == NULL) {
        fail("cannot open %s", path);
        return;
    }
    while (getline(&line, &size, f) > 0)
        check_line(h, line, &tally);
    free(line);
    fclose(f);
    printf("%-40s %6lu right, %5lu rightly refused, %5lu of ciphers not offered\n", path, tally.passed, tally.refused,
           tally.absent);
    total->passed += tally.passed;
    total->refused += tally.refused;
}

int main(int argc, char **argv)
{
    static struct harness h;
    struct tally total = { 0, 0, 0 };

    harness_open(&h);
    for (int i = 1; i < argc; i++)
        check_file(&h, argv[i], &total);
    printf("%lu right, %lu rightly refused, %u failures\n", total.passed, total.refused, failures);
    harness_close(&h);
    return failures != 0 || total.passed == 0;
}
