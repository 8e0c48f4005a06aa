/*
 * Published vectors of DSA (NIST, Wycheproof) and Diffie-Hellman (NIST), from the files that convert_dsa.py writes. For
 * vectors that Wycheproof calls acceptable, the module returns what the default provider returns.
 */
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ffc_keys.h"
#include "vector.h"

enum { MAX_LINE = 1 << 16, MAX_SECRET = 512, MIN_VECTORS = 1000 };

static OSSL_LIB_CTX *lib;

static BIGNUM *number(const char *hex)
{
    BIGNUM *n = NULL;

    BN_hex2bn(&n, hex);
    return n;
}

static struct bytes decode(char *hex)
{
    static uint8_t nothing;

    return strcmp(hex, "-") == 0 ? (struct bytes){ &nothing, 0 } : vector_decode(hex);
}

static int verify(int side, const struct ffc_numbers *n, const char *hash, struct bytes text, struct bytes sig)
{
    EVP_PKEY *key = ffc_from_numbers(lib, side, "DSA", n);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = key != NULL && EVP_DigestVerifyInit_ex(ctx, NULL, hash, lib, BY(side), key, NULL) == 1
             && EVP_DigestVerify(ctx, sig.data, sig.len, text.data, text.len) == 1;

    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return ok;
}

/* P Q G Y HASH MESSAGE SIGNATURE */
static void run_signature(const char *result, char *field[7], const char *id)
{
    struct ffc_numbers n = {
        .p = number(field[0]), .q = number(field[1]), .g = number(field[2]), .pub = number(field[3])
    };
    struct bytes text = decode(field[5]), sig = decode(field[6]);
    int ok = verify(MODULE, &n, field[4], text, sig);

    if (strcmp(result, "acceptable") == 0)
        CHECK(ok == verify(DEFAULT, &n, field[4], text, sig), "%s: another verdict", id);
    else
        CHECK(ok == (strcmp(result, "valid") == 0), "%s: verdict %d", id, ok);
    ffc_numbers_free(&n);
}

static int derive(EVP_PKEY *key, EVP_PKEY *peer, uint8_t *secret, size_t *len)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, key, BY(MODULE));
    int ok = EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer(ctx, peer) == 1
             && EVP_PKEY_derive(ctx, secret, len) == 1;

    EVP_PKEY_CTX_free(ctx);
    return ok;
}

/* P Q G X PEER SECRET */
static void run_exchange(const char *result, char *field[6], const char *id)
{
    struct ffc_numbers n = { .p = number(field[0]),
                             .q = number(field[1]),
                             .g = number(field[2]),
                             .priv = number(field[3]),
                             .pub = number(field[4]) };
    struct ffc_numbers other = { n.p, n.q, n.g, n.pub, NULL };
    EVP_PKEY *key, *peer = ffc_from_numbers(lib, MODULE, "DHX", &other);
    uint8_t secret[MAX_SECRET];
    size_t len = sizeof(secret);
    BIGNUM *got, *want = number(field[5]);

    n.pub = number("2"); /* the key's own public number is not used */
    key = ffc_from_numbers(lib, MODULE, "DHX", &n);
    CHECK(key != NULL && peer != NULL && derive(key, peer, secret, &len), "%s: no secret", id);
    got = BN_bin2bn(secret, (int)len, NULL);
    CHECK((BN_cmp(got, want) == 0) == (strcmp(result, "valid") == 0), "%s: another secret", id);
    BN_free(got);
    BN_free(want);
    BN_free(other.pub);
    ffc_numbers_free(&n);
    EVP_PKEY_free(key);
    EVP_PKEY_free(peer);
}

static unsigned run_file(const char *path)
{
    static char line[MAX_LINE];
    FILE *f = fopen(path, "r");
    unsigned num = 0;

    if (f == NULL) {
        fail("%s does not open", path);
        return 0;
    }
    while (fgets(line, sizeof(line), f) != NULL) {
        char *word[10] = { NULL }, *save = NULL;

        for (unsigned i = 0; i < 10 && (i == 0 || word[i - 1] != NULL); i++)
            word[i] = strtok_r(i == 0 ? line : NULL, " \n", &save);
        if (word[8] == NULL)
            fail("%s: line %u is short", path, num + 1);
        else if (strcmp(word[0], "DSA") == 0 && word[9] != NULL)
            run_signature(word[1], word + 2, word[9]);
        else
            run_exchange(word[1], word + 2, word[8]);
        num++;
    }
    fclose(f);
    return num;
}

int main(int argc, char **argv)
{
    struct harness h;
    EVP_KEYMGMT *keymgmt;

    harness_open(&h);
    lib = h.lib[MODULE];
    keymgmt = EVP_KEYMGMT_fetch(lib, "DSA", "provider=afterburner");
    if (keymgmt == NULL) {
        puts("not offered at this level");
        return SKIPPED;
    }
    EVP_KEYMGMT_free(keymgmt);
    CHECK(argc > 1, "%s", "no files");
    for (int i = 1; i < argc; i++)
        CHECK(run_file(argv[i]) > MIN_VECTORS, "%s: vectors are missing", argv[i]);
    ERR_clear_error();
    harness_close(&h);
    printf("%u failures\n", failures);
    return failures != 0;
}
