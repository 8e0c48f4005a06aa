/* Key encapsulation by either provider. */
#include "kems.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <string.h>

int kems_other = DEFAULT;

void kems_open(struct harness *h, const char *type)
{
    EVP_KEYMGMT *theirs;

    keys_open(h, type);
    theirs = EVP_KEYMGMT_fetch(keys_lib, type, BY(DEFAULT));
    if (theirs == NULL)
        kems_other = MODULE;
    EVP_KEYMGMT_free(theirs);
    ERR_clear_error();
}

static EVP_PKEY_CTX *new_ctx(EVP_PKEY *key)
{
    return EVP_PKEY_CTX_new_from_pkey(keys_lib, key, NULL);
}

void kem_encapsulate(EVP_PKEY *key, const uint8_t *ikme, struct sent *out)
{
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string("ikme", (void *)ikme, 32), OSSL_PARAM_END };
    EVP_PKEY_CTX *ctx = new_ctx(key);

    memset(out, 0, sizeof(*out));
    out->ciphertext_len = MAX_CIPHERTEXT;
    out->secret_len = MAX_SECRET;
    out->ret = EVP_PKEY_encapsulate_init(ctx, ikme == NULL ? NULL : params) == 1
               && EVP_PKEY_encapsulate(ctx, out->ciphertext, &out->ciphertext_len, out->secret, &out->secret_len) == 1;
    EVP_PKEY_CTX_free(ctx);
}

void kem_decapsulate(EVP_PKEY *key, const struct sent *in, struct sent *out)
{
    EVP_PKEY_CTX *ctx = new_ctx(key);

    memset(out, 0, sizeof(*out));
    out->secret_len = MAX_SECRET;
    out->ret = EVP_PKEY_decapsulate_init(ctx, NULL) == 1
               && EVP_PKEY_decapsulate(ctx, out->secret, &out->secret_len, in->ciphertext, in->ciphertext_len) == 1;
    EVP_PKEY_CTX_free(ctx);
}

void kem_check_pair(const char *what, EVP_PKEY *to, EVP_PKEY *key)
{
    struct sent sent, found;

    kem_encapsulate(to, NULL, &sent);
    kem_decapsulate(key, &sent, &found);
    CHECK(sent.ret && found.ret, "%s: encapsulation %d, decapsulation %d", what, sent.ret, found.ret);
    CHECK(sent.secret_len == found.secret_len && memcmp(sent.secret, found.secret, sent.secret_len) == 0,
          "%s: the secrets differ", what);
}

static void note(unsigned *bits, int ret)
{
    *bits = *bits << 1 | (ret == 1);
}

unsigned kem_encapsulate_verdicts(EVP_PKEY *key)
{
    EVP_PKEY_CTX *ctx = new_ctx(key);
    size_t c = 0, k = 0, short_c, short_k;
    unsigned bits = 0;
    struct sent s;

    note(&bits, EVP_PKEY_encapsulate_init(ctx, NULL));
    note(&bits, EVP_PKEY_encapsulate(ctx, NULL, &c, NULL, &k));
    note(&bits, EVP_PKEY_encapsulate(ctx, NULL, NULL, NULL, &k));
    note(&bits, EVP_PKEY_encapsulate(ctx, NULL, &c, NULL, NULL));
    note(&bits, EVP_PKEY_encapsulate(ctx, s.ciphertext, &c, NULL, &k));
    short_c = c - 1;
    note(&bits, EVP_PKEY_encapsulate(ctx, s.ciphertext, &short_c, s.secret, &k));
    short_k = k - 1;
    note(&bits, EVP_PKEY_encapsulate(ctx, s.ciphertext, &c, s.secret, &short_k));
    note(&bits, EVP_PKEY_encapsulate(ctx, s.ciphertext, &c, s.secret, &k));
    EVP_PKEY_CTX_free(ctx);
    ERR_clear_error();
    return bits | (unsigned)c << 10 | (unsigned)k << 22;
}

unsigned kem_decapsulate_verdicts(EVP_PKEY *key)
{
    EVP_PKEY_CTX *ctx = new_ctx(key);
    struct sent s;
    size_t k = 0, short_k, room = MAX_SECRET;
    unsigned bits = 0;

    kem_encapsulate(key, NULL, &s);
    note(&bits, EVP_PKEY_decapsulate_init(ctx, NULL));
    note(&bits, EVP_PKEY_decapsulate(ctx, NULL, &k, s.ciphertext, s.ciphertext_len));
    short_k = k - 1;
    note(&bits, EVP_PKEY_decapsulate(ctx, s.secret, &short_k, s.ciphertext, s.ciphertext_len));
    note(&bits, EVP_PKEY_decapsulate(ctx, s.secret, &room, s.ciphertext, s.ciphertext_len - 1));
    note(&bits, EVP_PKEY_decapsulate(ctx, s.secret, &room, s.ciphertext, s.ciphertext_len + 1));
    note(&bits, EVP_PKEY_decapsulate(ctx, s.secret, &room, s.ciphertext, 0));
    room = MAX_SECRET;
    note(&bits, EVP_PKEY_decapsulate(ctx, s.secret, &room, s.ciphertext, s.ciphertext_len));
    EVP_PKEY_CTX_free(ctx);
    ERR_clear_error();
    return bits | (unsigned)k << 10 | (unsigned)room << 20;
}

EVP_PKEY *key_from_share(int side, const char *type, const uint8_t *share, size_t len)
{
    EVP_PKEY *key = key_generate_params(side, type, NULL);

    if (key != NULL && EVP_PKEY_set1_encoded_public_key(key, share, len) == 1)
        return key;
    EVP_PKEY_free(key);
    ERR_clear_error();
    return NULL;
}

size_t key_get_share(EVP_PKEY *key, uint8_t share[MAX_ENCODED_KEY])
{
    unsigned char *encoded = NULL;
    size_t len = EVP_PKEY_get1_encoded_public_key(key, &encoded);

    CHECK(len <= MAX_ENCODED_KEY, "a share of %zu bytes", len);
    if (len != 0)
        memcpy(share, encoded, len);
    OPENSSL_free(encoded);
    return len;
}
