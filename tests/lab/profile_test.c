/*
 * Check that the sampling profile attributes time to where it was spent: each kind of work runs until it has yielded
 * enough samples, and most of them must belong to the part of that work. Argument: the folder of afterburner.so.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lab/native/profile/shares.h"

enum { ENOUGH = 500, INTERVAL_US = 300, BYTES = 16384, SIGNATURES = 20 };

static OSSL_LIB_CTX *stock, *ours;
static unsigned char buffer[16 * BYTES];
static EVP_PKEY *key;

/* Do one turn of a kind of work in a library context. Return 1, or 0 on failure. */
typedef int work_fn(OSSL_LIB_CTX *libctx);

static int hash(OSSL_LIB_CTX *libctx)
{
    return EVP_Q_digest(libctx, "SHA2-256", NULL, buffer, sizeof(buffer), buffer, NULL);
}

/* Encrypt short messages, so that the code before the arithmetic counts as well. */
static int encrypt(OSSL_LIB_CTX *libctx)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(libctx, "AES-128-GCM", NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int len, ok = cipher != NULL && ctx != NULL && EVP_EncryptInit_ex2(ctx, cipher, buffer, buffer, NULL);

    for (int i = 0; ok && i < 200; i++)
        ok = EVP_EncryptInit_ex2(ctx, NULL, NULL, buffer, NULL) && EVP_EncryptUpdate(ctx, buffer, &len, buffer, 4096)
             && EVP_EncryptFinal_ex(ctx, buffer, &len);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return ok;
}

/* Several signatures follow one initialisation by name, whose fetches are libcrypto's own time. */
static int sign(OSSL_LIB_CTX *libctx)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = ctx != NULL && EVP_DigestSignInit_ex(ctx, NULL, "SHA2-256", libctx, NULL, key, NULL);

    for (int i = 0; ok && i < SIGNATURES; i++) {
        size_t len = sizeof(buffer);

        ok = EVP_DigestSignInit_ex(ctx, NULL, NULL, NULL, NULL, NULL, NULL)
             && EVP_DigestSign(ctx, buffer, &len, buffer, 32);
    }
    EVP_MD_CTX_free(ctx);
    return ok;
}

static int derive(OSSL_LIB_CTX *libctx)
{
    int rounds = 2000;
    EVP_KDF *kdf = EVP_KDF_fetch(libctx, "PBKDF2", NULL);
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, "SHA2-256", 0),
                            OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, "password", 8),
                            OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, "saltsalt", 8),
                            OSSL_PARAM_int(OSSL_KDF_PARAM_ITER, &rounds), OSSL_PARAM_END };
    int ok = EVP_KDF_derive(ctx, buffer, 32, params) > 0;

    EVP_KDF_CTX_free(ctx);
    EVP_KDF_free(kdf);
    return ok;
}

static int fetch(OSSL_LIB_CTX *libctx)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(libctx, "AES-128-GCM", NULL);
    int ok = cipher != NULL;

    EVP_CIPHER_free(cipher);
    return ok;
}

/* glibc from 2.41 on answers getrandom() without the kernel, where the vDSO can. */
static int ask_kernel(OSSL_LIB_CTX *libctx)
{
    (void)libctx;
    return syscall(SYS_getrandom, buffer, sizeof(buffer), 0) > 0;
}

static int add_up(OSSL_LIB_CTX *libctx)
{
    volatile uint64_t sum = 0;

    (void)libctx;
    for (int i = 0; i < 100000; i++)
        sum += (uint64_t)i;
    return 1;
}

static int move(OSSL_LIB_CTX *libctx)
{
    (void)libctx;
    memmove(buffer, buffer + BYTES, sizeof(buffer) - BYTES);
    return 1;
}

static const struct {
    const char *name;
    work_fn *work;
    unsigned parts; /* the expected parts, as bits */
    int in_provider;
} kinds[] = {
    { "hash", hash, 1u << LAB_PART_DIGEST, 1 },
    { "encrypt", encrypt, 1u << LAB_PART_CIPHER, 1 },
    { "sign", sign, 1u << LAB_PART_SIGNATURE, 1 },
    { "derive", derive, 1u << LAB_PART_KDF, 1 },
    { "fetch", fetch, 1u << LAB_PART_LIBCRYPTO | 1u << LAB_PART_LIBC | 1u << LAB_PART_PROGRAM,
      0 }, /* including the locks of ld.so */
    { "kernel", ask_kernel, 1u << LAB_PART_KERNEL, 0 },
    { "program", add_up, 1u << LAB_PART_PROGRAM, 0 },
    { "libc", move, 1u << LAB_PART_LIBC, 0 },
};

static int sample(struct lab_shares *shares, const struct lab_entries *entries, work_fn *work, OSSL_LIB_CTX *libctx)
{
    const struct lab_stack *stacks;
    const char *why = "";
    size_t num;
    int ok = 1;

    if (!lab_sampler_start(INTERVAL_US, &why)) {
        printf("%s\n", why);
        return 0;
    }
    lab_sampler_on = 1;
    while (ok && lab_sampler_stacks(&stacks) < ENOUGH)
        ok = work(libctx);
    lab_sampler_on = 0;
    lab_sampler_stop();
    memset(shares, 0, sizeof(*shares));
    num = lab_sampler_stacks(&stacks);
    lab_shares_count(shares, entries, stacks, num);
    return ok;
}

static void print(const char *name, const struct lab_shares *shares)
{
    printf("%s: %zu samples, %zu lost:", name, shares->samples, shares->lost);
    for (int i = 0; i < LAB_PARTS; i++)
        if (shares->parts[i] != 0)
            printf(" %s %zu (%zu)", lab_part_names[i], shares->parts[i], shares->replaceable[i]);
    printf("\n");
}

/*
 * Return whether at least 80 % of the samples are in the expected part (and in a provider's replaceable code where that
 * applies), and at most 5 % are lost.
 */
static int is_right(const struct lab_shares *shares, unsigned parts, int in_provider)
{
    size_t there = 0, replaceable = 0;

    for (int i = 0; i < LAB_PARTS; i++) {
        there += (parts >> i & 1u) != 0 ? shares->parts[i] : 0;
        replaceable += shares->replaceable[i];
    }
    return shares->samples >= ENOUGH && 5 * there >= 4 * shares->samples && 20 * shares->lost <= shares->samples
           && (in_provider ? 5 * replaceable >= 4 * shares->samples : 5 * replaceable <= shares->samples);
}

static int check_all(const struct lab_entries *entries, OSSL_LIB_CTX *libctx, const char *side)
{
    struct lab_shares shares = { 0 };
    int failed = 0;

    key = EVP_PKEY_Q_keygen(libctx, NULL, "EC", "P-521");
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        int ok = sample(&shares, entries, kinds[i].work, libctx)
                 && is_right(&shares, kinds[i].parts, kinds[i].in_provider);

        printf("%s %s ", ok ? "ok" : "FAILED", side);
        print(kinds[i].name, &shares);
        failed |= !ok;
    }
    EVP_PKEY_free(key);
    return failed;
}

int main(int argc, char **argv)
{
    OSSL_PROVIDER *providers[3];
    struct lab_entries *entries;
    const char *why;
    int failed;

    if (argc != 2)
        return 2;
    stock = OSSL_LIB_CTX_new();
    ours = OSSL_LIB_CTX_new();
    OSSL_PROVIDER_set_default_search_path(ours, argv[1]);
    providers[0] = OSSL_PROVIDER_load(stock, "default");
    providers[1] = OSSL_PROVIDER_load(ours, "default");
    providers[2] = OSSL_PROVIDER_load(ours, "afterburner");
    entries = lab_entries_new((OSSL_LIB_CTX *[]){ stock, ours }, 2, &why);
    if (providers[2] == NULL || entries == NULL || !EVP_set_default_properties(ours, "?provider=afterburner")) {
        printf("FAILED %s\n", entries == NULL ? why : "afterburner.so does not load");
        return 1;
    }
    failed = check_all(entries, stock, "default") | check_all(entries, ours, "afterburner");
    lab_entries_free(entries);
    for (int i = 0; i < 3; i++)
        OSSL_PROVIDER_unload(providers[i]);
    OSSL_LIB_CTX_free(stock);
    OSSL_LIB_CTX_free(ours);
    return failed;
}
