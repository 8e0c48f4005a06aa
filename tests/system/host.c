/* Library contexts with the module, and one exercise for any algorithm: see host.h. */
#define _GNU_SOURCE
#include "host.h"

#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../evp/newer.h"
#include "keyed.h"

enum { REPORT_SIZE = 32768, AEAD_TAG = 16, ROOM = 64, CASE_SECONDS = 900 };

/* ---- library contexts ---- */

void host_open(struct host *h)
{
    h->lib = OSSL_LIB_CTX_new();
    CHECK(h->lib != NULL);
    CHECK(OSSL_PROVIDER_set_default_search_path(h->lib, AB_MODULE_DIR));
    h->base = OSSL_PROVIDER_load(h->lib, "default");
    h->module = OSSL_PROVIDER_load(h->lib, "afterburner");
    CHECK(h->base != NULL && h->module != NULL);
    CHECK(EVP_set_default_properties(h->lib, "?provider=afterburner"));
}

void host_write_config(char path[HOST_PATH], const char *settings)
{
    FILE *file;
    int fd;

    strcpy(path, "/tmp/ab-config-XXXXXX");
    fd = mkstemp(path);
    CHECK(fd >= 0);
    file = fdopen(fd, "w");
    CHECK(file != NULL);
    fprintf(file,
            "openssl_conf = init\n[init]\nproviders = p\nalg_section = a\n[p]\ndefault = d\nafterburner = m\n"
            "[d]\nactivate = 1\n[m]\nmodule = %s/afterburner.so\nactivate = 1\n%s\n"
            "[a]\ndefault_properties = ?provider=afterburner\n",
            AB_MODULE_DIR, settings);
    CHECK(fclose(file) == 0);
}

void host_open_settings(struct host *h, const char *settings)
{
    char path[HOST_PATH];

    host_write_config(path, settings);
    h->lib = OSSL_LIB_CTX_new();
    CHECK(h->lib != NULL);
    CHECK(OSSL_LIB_CTX_load_config(h->lib, path));
    CHECK(unlink(path) == 0);
    h->base = OSSL_PROVIDER_load(h->lib, "default");
    h->module = OSSL_PROVIDER_load(h->lib, "afterburner");
    CHECK(h->base != NULL && h->module != NULL);
}

void host_close(struct host *h)
{
    CHECK(OSSL_PROVIDER_unload(h->module));
    CHECK(OSSL_PROVIDER_unload(h->base));
    OSSL_LIB_CTX_free(h->lib);
    memset(h, 0, sizeof(*h));
}

/* The default provider alone, to compare results with. Made at first use, and kept to the end. */
static OSSL_LIB_CTX *reference(void)
{
    static OSSL_LIB_CTX *lib;

    if (lib == NULL) {
        OSSL_LIB_CTX *fresh = OSSL_LIB_CTX_new(), *none = NULL;

        CHECK(fresh != NULL && OSSL_PROVIDER_load(fresh, "default") != NULL);
        if (!__atomic_compare_exchange_n(&lib, &none, fresh, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            OSSL_LIB_CTX_free(fresh);
    }
    return lib;
}

/*
 * Fetch the cipher of this name or, if there is none, the digest, MAC or KDF. Returns 0 and leaves all four NULL if
 * there is none.
 */
static int fetch(OSSL_LIB_CTX *lib, const char *name, struct job *j)
{
    int found;

    ERR_set_mark();
    j->cipher = EVP_CIPHER_fetch(lib, name, NULL);
    j->md = j->cipher == NULL ? EVP_MD_fetch(lib, name, NULL) : NULL;
    j->mac = j->cipher == NULL && j->md == NULL ? EVP_MAC_fetch(lib, name, NULL) : NULL;
    j->kdf = j->cipher == NULL && j->md == NULL && j->mac == NULL ? EVP_KDF_fetch(lib, name, NULL) : NULL;
    found = j->cipher != NULL || j->md != NULL || j->mac != NULL || j->kdf != NULL;
    if (found)
        ERR_pop_to_mark();
    else
        ERR_clear_last_mark();
    return found;
}

static const OSSL_PROVIDER *provider_of(const struct job *j)
{
    return j->cipher != NULL ? EVP_CIPHER_get0_provider(j->cipher)
           : j->md != NULL   ? EVP_MD_get0_provider(j->md)
           : j->mac != NULL  ? EVP_MAC_get0_provider(j->mac)
                             : EVP_KDF_get0_provider(j->kdf);
}

static void release(struct job *j)
{
    EVP_CIPHER_free(j->cipher);
    EVP_MD_free(j->md);
    EVP_MAC_free(j->mac);
    EVP_KDF_free(j->kdf);
}

const char *host_provider_of(OSSL_LIB_CTX *lib, const char *name)
{
    const char *provider;
    struct job j;

    if (!fetch(lib, name, &j))
        return "";
    provider = OSSL_PROVIDER_get0_name(provider_of(&j));
    provider = strcmp(provider, "afterburner") == 0 ? "afterburner" : "default";
    release(&j);
    return provider;
}

int host_signs_whole_messages(const char *type)
{
    return strncmp(type, "ED", 2) == 0 || strncmp(type, "ML-DSA", 6) == 0 || strncmp(type, "SLH-DSA", 7) == 0;
}

/* Returns whether a job can use this line of the report; keys are in keys.c. */
static int is_symmetric(const char *line)
{
    static const char *const operations[] = { "cipher\t", "digest\t", "mac\t", "kdf\t" };

    for (unsigned i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
        if (strncmp(line, operations[i], strlen(operations[i])) == 0)
            return 1;
    return 0;
}

/* Each line is "operation<TAB>names<TAB>state<TAB>level<TAB>reason": src/provider/report.h. */
char **host_served(const struct host *h)
{
    char *text = malloc(REPORT_SIZE), **names = calloc(REPORT_SIZE / 16, sizeof(*names)), *save = NULL;
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("afterburner-report", text, REPORT_SIZE), OSSL_PARAM_END };
    size_t num = 0;

    CHECK(text != NULL && names != NULL);
    CHECK(OSSL_PROVIDER_get_params(h->module, params));
    for (char *line = strtok_r(text, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        char *name = strchr(line, '\t') + 1, *state = strchr(name, '\t') + 1;

        if (is_symmetric(line) && strncmp(state, "served\t", 7) == 0)
            names[num++] = strndup(name, strcspn(name, ":\t"));
    }
    CHECK(num > 0);
    free(text);
    return names;
}

void host_free_names(char **names)
{
    for (char **name = names; *name != NULL; name++)
        free(*name);
    free(names);
}

/* ---- one encryption, digest, MAC or derivation ---- */

static void fill(unsigned char *out, size_t len, unsigned *state)
{
    for (size_t i = 0; i < len; i++) {
        *state = *state * 1664525u + 1013904223u;
        out[i] = (unsigned char)(*state >> 24);
    }
}

/* AES-CBC-HMAC counts as an AEAD, but works as one only in a TLS record. */
static int is_aead(const EVP_CIPHER *cipher)
{
    return (EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_AEAD_CIPHER) != 0
           && EVP_CIPHER_get_mode(cipher) != EVP_CIPH_CBC_MODE;
}

static size_t fitting_length(const EVP_CIPHER *cipher, const char *name, size_t len)
{
    if (EVP_CIPHER_get_mode(cipher) == EVP_CIPH_WRAP_MODE)
        return strstr(name, "INV") != NULL ? (len | 7) + 17 : (len | 7) + 9;
    if (strstr(name, "-CBC-HMAC-") != NULL)
        return (len | 15) + 1;
    if (strstr(name, "CTS") != NULL || EVP_CIPHER_get_mode(cipher) == EVP_CIPH_XTS_MODE)
        return len + 16;
    return len + 1;
}

void job_open(struct job *j, OSSL_LIB_CTX *lib, const char *name, unsigned seed, size_t len)
{
    memset(j, 0, sizeof(*j));
    CHECK(fetch(lib, name, j));
    j->len = j->cipher == NULL ? len : fitting_length(j->cipher, name, len);
    j->plain = malloc(j->len + ROOM);
    j->sealed = malloc(j->len + ROOM);
    CHECK(j->plain != NULL && j->sealed != NULL);
    fill(j->key, sizeof(j->key), &seed);
    fill(j->iv, sizeof(j->iv), &seed);
    fill(j->aad, sizeof(j->aad), &seed);
    fill(j->plain, j->len, &seed);
}

static EVP_CIPHER_CTX *start(const struct job *j, EVP_CIPHER_CTX *ctx, int enc)
{
    int n;

    EVP_CIPHER_CTX_reset(ctx);
    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    CHECK(EVP_CipherInit_ex2(ctx, j->cipher, NULL, NULL, enc, NULL));
    if (is_aead(j->cipher) && (!enc || EVP_CIPHER_get_mode(j->cipher) == EVP_CIPH_CCM_MODE))
        CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, AEAD_TAG, enc ? NULL : (void *)j->tag));
    CHECK(EVP_CipherInit_ex2(ctx, NULL, j->key, j->iv, enc, NULL));
    if (EVP_CIPHER_get_mode(j->cipher) == EVP_CIPH_CCM_MODE)
        CHECK(EVP_CipherUpdate(ctx, NULL, &n, NULL, (int)j->len));
    if (is_aead(j->cipher))
        CHECK(EVP_CipherUpdate(ctx, NULL, &n, j->aad, (int)sizeof(j->aad)));
    return ctx;
}

static int crypt_all(EVP_CIPHER_CTX *ctx, unsigned char *out, const unsigned char *in, size_t len)
{
    int n, last = 0;

    CHECK(EVP_CipherUpdate(ctx, out, &n, in, (int)len));
    CHECK(EVP_CipherFinal_ex(ctx, out + n, &last));
    return n + last;
}

/* Hash the message in pieces of this many bytes. Returns the length of the digest. */
static int digest(const struct job *j, unsigned char out[ROOM], size_t piece)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    unsigned n = ROOM;

    CHECK(ctx != NULL && EVP_DigestInit_ex2(ctx, j->md, NULL));
    for (size_t at = 0; at < j->len; at += piece)
        CHECK(EVP_DigestUpdate(ctx, j->plain + at, j->len - at < piece ? j->len - at : piece));
    if ((EVP_MD_get_flags(j->md) & EVP_MD_FLAG_XOF) != 0)
        CHECK(EVP_DigestFinalXOF(ctx, out, n));
    else
        CHECK(EVP_DigestFinal_ex(ctx, out, &n));
    EVP_MD_CTX_free(ctx);
    return (int)n;
}

/* Compute a digest, MAC or derivation, with the message in pieces of this many bytes. Returns the output's length. */
static int make(const struct job *j, unsigned char out[ROOM], size_t piece)
{
    return j->md != NULL    ? digest(j, out, piece)
           : j->mac != NULL ? keyed_mac_all(j, out, ROOM, piece)
                            : keyed_derive(j, out);
}

static void seal_cipher(struct job *j, EVP_CIPHER_CTX *given)
{
    EVP_CIPHER_CTX *ctx = start(j, given == NULL ? EVP_CIPHER_CTX_new() : given, 1);

    j->sealed_len = crypt_all(ctx, j->sealed, j->plain, j->len);
    if (is_aead(j->cipher))
        CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, AEAD_TAG, j->tag));
    if (given == NULL)
        EVP_CIPHER_CTX_free(ctx);
}

void job_seal(struct job *j, EVP_CIPHER_CTX *given)
{
    if (j->cipher != NULL)
        seal_cipher(j, given);
    else
        j->sealed_len = make(j, j->sealed, j->len + 1);
}

static void check_again(const struct job *j)
{
    unsigned char again[ROOM];

    CHECK(make(j, again, 61 + j->len / 64) == j->sealed_len);
    CHECK(memcmp(again, j->sealed, (size_t)j->sealed_len) == 0);
}

static void open_cipher(struct job *j, EVP_CIPHER_CTX *given)
{
    EVP_CIPHER_CTX *ctx = start(j, given == NULL ? EVP_CIPHER_CTX_new() : given, 0);
    unsigned char *out = calloc(1, j->len + ROOM);

    CHECK(out != NULL);
    /* CCM decrypts everything in its update, and its final adds nothing */
    CHECK(crypt_all(ctx, out, j->sealed, (size_t)j->sealed_len) == (int)j->len);
    CHECK(memcmp(out, j->plain, j->len) == 0);
    free(out);
    if (given == NULL)
        EVP_CIPHER_CTX_free(ctx);
}

void job_check_open(struct job *j, EVP_CIPHER_CTX *given)
{
    if (j->cipher != NULL)
        open_cipher(j, given);
    else
        check_again(j);
}

void job_check_reference(const struct job *j, const char *name)
{
    struct job other = *j;

    if (!fetch(reference(), name, &other)) {
        ERR_clear_error();
        CHECK(is_newer(name));
        return;
    }
    CHECK(strcmp(OSSL_PROVIDER_get0_name(provider_of(&other)), "default") == 0);
    other.sealed = malloc(j->len + ROOM);
    CHECK(other.sealed != NULL);
    job_seal(&other, NULL);
    CHECK(other.sealed_len == j->sealed_len);
    CHECK(memcmp(other.sealed, j->sealed, (size_t)j->sealed_len) == 0);
    CHECK(memcmp(other.tag, j->tag, sizeof(j->tag)) == 0);
    free(other.sealed);
    release(&other);
}

void job_close(struct job *j)
{
    release(j);
    free(j->plain);
    free(j->sealed);
}

void exercise(OSSL_LIB_CTX *lib, const char *name, unsigned seed, size_t len)
{
    struct job j;

    job_open(&j, lib, name, seed, len);
    job_seal(&j, NULL);
    job_check_reference(&j, name);
    job_check_open(&j, NULL);
    job_close(&j);
}

void exercise_all(const struct host *h, unsigned seed, size_t len)
{
    char **names = host_served(h);

    for (char **name = names; *name != NULL; name++) {
        CHECK(strcmp(host_provider_of(h->lib, *name), "afterburner") == 0);
        exercise(h->lib, *name, seed++, len);
    }
    host_free_names(names);
}

/* ---- cases ---- */

static int run_in_child(const struct host_case *c)
{
    int status;
    pid_t pid;

    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        alarm(CASE_SECONDS);
        c->run();
        exit(0);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return 0;
    printf("%-32s %s\n", c->name, status == 0 ? "ok" : "FAILED");
    if (WIFSIGNALED(status))
        printf("    killed by signal %d\n", WTERMSIG(status));
    return status == 0;
}

int host_main(const struct host_case *cases, int argc, char **argv)
{
    int good = 1, found = 0;

    for (const struct host_case *c = cases; c->name != NULL; c++)
        if (argc < 2) {
            good &= run_in_child(c);
            found = 1;
        } else if (strcmp(argv[1], c->name) == 0) {
            c->run();
            found = 1;
        }
    return good && found ? 0 : 1;
}
