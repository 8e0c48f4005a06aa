/*
 * The parameter "ssl3-ms", with which libssl makes SSL 3.0's CertificateVerify from a handshake's hash: the digests and
 * the success or failure equal the default provider's, whatever the type of the parameter, after messages of any
 * length, and in a copy.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { MASTER_LEN = 48, MAX_MESSAGE = 300 };

static uint8_t message[MAX_MESSAGE], master[MASTER_LEN + 1];
static unsigned num_compared;

/* The results for one way to pass the parameter. */
struct answer {
    int set, final;
    unsigned len;
    uint8_t out[EVP_MAX_MD_SIZE];
};

enum way { BY_CTRL, BY_PARAMS, BY_INIT, TOO_SHORT, TOO_LONG, THEN_MORE, THEN_COPIED, OF_WRONG_TYPE, NUM_WAYS };

/* A parameter of another type is ignored, except by the default provider of 4.0, which reads it as octets. */
#define NUM_COMPARED (OPENSSL_VERSION_NUMBER < 0x40000000L ? NUM_WAYS : OF_WRONG_TYPE)

static int set_octets(EVP_MD_CTX *ctx, size_t len)
{
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string(OSSL_DIGEST_PARAM_SSL3_MS, master, len), OSSL_PARAM_END };

    return EVP_MD_CTX_set_params(ctx, params);
}

static int set(EVP_MD_CTX *ctx, enum way way)
{
    OSSL_PARAM octets[] = { OSSL_PARAM_octet_string(OSSL_DIGEST_PARAM_SSL3_MS, master, MASTER_LEN), OSSL_PARAM_END };
    OSSL_PARAM text[] = { OSSL_PARAM_utf8_string(OSSL_DIGEST_PARAM_SSL3_MS, master, MASTER_LEN), OSSL_PARAM_END };

    switch (way) {
    case BY_CTRL: return EVP_MD_CTX_ctrl(ctx, EVP_CTRL_SSL3_MASTER_SECRET, MASTER_LEN, master);
    case BY_INIT: return EVP_DigestInit_ex2(ctx, NULL, octets);
    case OF_WRONG_TYPE: return EVP_MD_CTX_set_params(ctx, text);
    case TOO_SHORT: return set_octets(ctx, MASTER_LEN - 1);
    case TOO_LONG: return set_octets(ctx, MASTER_LEN + 1);
    default: return EVP_MD_CTX_set_params(ctx, octets);
    }
}

static struct answer ask(EVP_MD *md, enum way way, size_t len)
{
    struct answer a = { 0 };
    EVP_MD_CTX *ctx = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();

    if (!EVP_DigestInit_ex2(ctx, md, NULL) || !EVP_DigestUpdate(ctx, message, len))
        fail("no message can be begun");
    a.set = set(ctx, way);
    if (way == THEN_MORE && !EVP_DigestUpdate(ctx, message, len))
        fail("no update after ssl3-ms");
    if (way == THEN_COPIED && !EVP_MD_CTX_copy_ex(copy, ctx))
        fail("no copy after ssl3-ms");
    a.final = EVP_DigestFinal_ex(way == THEN_COPIED ? copy : ctx, a.out, &a.len);
    EVP_MD_CTX_free(ctx);
    EVP_MD_CTX_free(copy);
    return a;
}

static void compare(const struct digest *d, enum way way, size_t len)
{
    struct answer want = ask(d->md[DEFAULT], way, len), got = ask(d->md[MODULE], way, len);

    num_compared++;
    if (memcmp(&want, &got, sizeof(want)) == 0)
        return;
    fail("%s, way %d, %zu bytes: set %d, not %d; final %d, not %d", d->name, way, len, got.set, want.set, got.final,
         want.final);
    print_hex("default", want.out, want.len);
    print_hex("module ", got.out, got.len);
}

static int takes_ssl3(const EVP_MD *md)
{
    const OSSL_PARAM *list = EVP_MD_settable_ctx_params(md);

    return list != NULL && OSSL_PARAM_locate_const(list, OSSL_DIGEST_PARAM_SSL3_MS) != NULL;
}

static void test_digest(const struct digest *d)
{
    if (takes_ssl3(d->md[DEFAULT]) != takes_ssl3(d->md[MODULE]))
        fail("%s: only one side lists ssl3-ms", d->name);
    else if (takes_ssl3(d->md[MODULE]))
        for (enum way way = 0; way < NUM_COMPARED; way++)
            for (size_t len = 0; len <= MAX_MESSAGE; len++)
                compare(d, way, len);
}

int main(void)
{
    static struct harness h;
    struct random rnd = { 1 };

    harness_open(&h);
    random_bytes(&rnd, message, sizeof(message));
    random_bytes(&rnd, master, sizeof(master));
    for (unsigned i = 0; i < h.num_digests; i++)
        if (h.digests[i].md[DEFAULT] != NULL)
            test_digest(&h.digests[i]);
    if (num_compared == 0 && harness_find_digest(&h, "SHA1") != NULL)
        fail("nothing was compared");
    harness_close(&h);
    printf("%u digests compared, %u failures\n", num_compared, failures);
    return failures != 0;
}
