/* What the tests of this folder share: see harness.h. */
#include "harness.h"

#include <ctype.h>
#include <openssl/conf.h>
#include <openssl/err.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "afterburner/cpu.h"

const char *const side_names[NUM_SIDES] = { "default", "afterburner" };
unsigned failures;

void fail(const char *format, ...)
{
    va_list args;

    failures++;
    va_start(args, format);
    fputs("FAIL ", stdout);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

const char *module_directory(void)
{
    const char *dir = getenv("AB_MODULE_DIR");

    return dir == NULL ? AB_BUILD_DIR : dir;
}

int has_level(const char *name)
{
    const struct ab_cap *cap = ab_cap_find(name);
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    return cap != NULL && ab_cap_is_present(cap, &cpu);
}

/* What is offered only by name, the digests on some processors. */
#define CAMELLIA_KEYS(mode) "CAMELLIA-128-" mode ", CAMELLIA-192-" mode ", CAMELLIA-256-" mode
#define CAMELLIA_BLOCKS CAMELLIA_KEYS("ECB") ", " CAMELLIA_KEYS("CBC") ", " CAMELLIA_KEYS("CBC-CTS")
#define CAMELLIA_CFB CAMELLIA_KEYS("CFB") ", " CAMELLIA_KEYS("CFB8") ", " CAMELLIA_KEYS("CFB1")
#define CAMELLIA CAMELLIA_BLOCKS ", " CAMELLIA_CFB ", " CAMELLIA_KEYS("OFB") ", " CAMELLIA_KEYS("CTR")
#define DIGESTS "SHA2-384, SHA2-512, SHA2-512/224, SHA2-512/256"
#define NAMED CAMELLIA ", " DIGESTS

/*
 * Write a configuration with these lines in the module's section. If default_settings is not NULL, the default provider
 * is active, too, with these lines in its section.
 */
static int write_config(FILE *f, const char *module, const char *settings, const char *default_settings)
{
    const char *beside = default_settings == NULL ? "" : "default = default_section\n";

    return fprintf(f,
                   "openssl_conf = init\n[init]\nproviders = list\n[list]\n%s%s = section\n"
                   "[default_section]\nactivate = 1\n%s\n"
                   "[section]\nmodule = %s/%s" AB_MODULE_SUFFIX "\nalgorithms = ALL, " NAMED "\n%s\n",
                   beside, module, default_settings == NULL ? "" : default_settings, module_directory(), module,
                   settings == NULL ? "" : settings)
           > 0;
}

static int load_config(OSSL_LIB_CTX *lib, const char *module, const char *settings, const char *default_settings)
{
    char path[] = "/tmp/ab-test-XXXXXX";
    int fd = mkstemp(path), ok;
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

    if (f == NULL)
        return 0;
    ok = write_config(f, module, settings, default_settings);
    ok = fclose(f) == 0 && ok && OSSL_LIB_CTX_load_config(lib, path);
    unlink(path);
    return ok;
}

OSSL_LIB_CTX *open_module(const char *module, const char *settings, OSSL_PROVIDER **prov)
{
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();

    *prov = NULL;
    /*
     * The section is configured but not activated, so that errors stay in the queue. 3.0.13 then forgets the path, so
     * set the directory.
     */
    if (lib != NULL && load_config(lib, module, settings, NULL)
        && OSSL_PROVIDER_set_default_search_path(lib, module_directory()))
        *prov = OSSL_PROVIDER_load(lib, module);
    if (*prov == NULL) {
        OSSL_LIB_CTX_free(lib);
        return NULL;
    }
    return lib;
}

void read_report(OSSL_PROVIDER *prov, const char *name, char line[REPORT_LINE])
{
    static char text[32768];
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("afterburner-report", text, sizeof(text)),
                            OSSL_PARAM_construct_end() };
    char *rest = text, *one;

    line[0] = '\0';
    if (!OSSL_PROVIDER_get_params(prov, params))
        return;
    while ((one = strsep(&rest, "\n")) != NULL) {
        const char *names = strchr(one, '\t');

        if (names != NULL && strncasecmp(names + 1, name, strlen(name)) == 0
            && strchr(":\t", names[1 + strlen(name)]) != NULL)
            snprintf(line, REPORT_LINE, "%s", one);
    }
}

OSSL_LIB_CTX *open_beside(const char *ours, const char *theirs)
{
    char settings[1000];
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
    int len = snprintf(settings, sizeof(settings), "activate = 1\n%s", ours);

    if (len >= (int)sizeof(settings) || !load_config(lib, "afterburner", settings, theirs)) {
        puts("no configuration");
        exit(1);
    }
    return lib;
}

struct name_choice {
    char best[NAME_SIZE];
    bool is_wanted;
};

/* The names that the tests know ciphers by. */
static bool is_usual(const char *name)
{
    return strncasecmp(name, "aes-", 4) == 0 || strncasecmp(name, "aria-", 5) == 0
           || strncasecmp(name, "camellia-", 9) == 0
           || (strncasecmp(name, "sm4-", 4) == 0 && strstr(name, "128") == NULL); /* SM4-CFB is also SM4-CFB128 */
}

static void choose_name(const char *name, void *arg)
{
    struct name_choice *choice = arg;

    if (strcasestr(name, "aes") != NULL || strcasestr(name, "aria") != NULL || strcasestr(name, "camellia") != NULL
        || strcasestr(name, "chacha20") != NULL || strcasestr(name, "sm4") != NULL)
        choice->is_wanted = true;
    if (choice->best[0] == '\0' || (is_usual(name) && !is_usual(choice->best)))
        snprintf(choice->best, sizeof(choice->best), "%s", name);
}

static struct cipher *find_or_add(struct harness *h, const char *name)
{
    for (unsigned i = 0; i < h->num_ciphers; i++)
        if (strcmp(h->ciphers[i].name, name) == 0)
            return &h->ciphers[i];
    if (h->num_ciphers == MAX_CIPHERS) {
        printf("more than %d ciphers\n", MAX_CIPHERS);
        exit(1);
    }
    snprintf(h->ciphers[h->num_ciphers].name, NAME_SIZE, "%s", name);
    return &h->ciphers[h->num_ciphers++];
}

static void add_cipher(struct harness *h, EVP_CIPHER *cipher, enum side side)
{
    struct name_choice choice = { "", false };
    struct cipher *c;

    EVP_CIPHER_names_do_all(cipher, choose_name, &choice);
    if (!choice.is_wanted)
        return;
    for (char *p = choice.best; *p != '\0'; p++)
        *p = (char)toupper((unsigned char)*p);
    c = find_or_add(h, choice.best);
    if (EVP_CIPHER_up_ref(cipher))
        c->cipher[side] = cipher;
}

static void add_default(EVP_CIPHER *cipher, void *arg)
{
    add_cipher(arg, cipher, DEFAULT);
}

static void add_module(EVP_CIPHER *cipher, void *arg)
{
    add_cipher(arg, cipher, MODULE);
}

/* Returns the number of the next element, of at most `max`. */
static unsigned count(unsigned *num, unsigned max, const char *what)
{
    if (*num == max) {
        printf("more than %u %s\n", max, what);
        exit(1);
    }
    return (*num)++;
}

static void add_digest(EVP_MD *md, void *arg)
{
    struct harness *h = arg;
    struct digest *d = &h->digests[count(&h->num_digests, MAX_DIGESTS, "digests")];

    snprintf(d->name, sizeof(d->name), "%s", EVP_MD_get0_name(md));
    d->md[MODULE] = EVP_MD_up_ref(md) ? md : NULL;
    d->md[DEFAULT] = EVP_MD_fetch(h->lib[DEFAULT], d->name, NULL);
}

static void add_mac(EVP_MAC *mac, void *arg)
{
    struct harness *h = arg;
    struct mac *m = &h->macs[count(&h->num_macs, MAX_MACS, "MACs")];

    snprintf(m->name, sizeof(m->name), "%s", EVP_MAC_get0_name(mac));
    m->mac[MODULE] = EVP_MAC_up_ref(mac) ? mac : NULL;
    m->mac[DEFAULT] = EVP_MAC_fetch(h->lib[DEFAULT], m->name, NULL);
}

static void add_kdf(EVP_KDF *kdf, void *arg)
{
    struct harness *h = arg;
    struct kdf *k = &h->kdfs[count(&h->num_kdfs, MAX_KDFS, "KDFs")];

    snprintf(k->name, sizeof(k->name), "%s", EVP_KDF_get0_name(kdf));
    k->kdf[MODULE] = EVP_KDF_up_ref(kdf) ? kdf : NULL;
    k->kdf[DEFAULT] = EVP_KDF_fetch(h->lib[DEFAULT], k->name, NULL);
}

/* The name is the first member of every such struct. */
static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void require(const void *pointer, const char *what)
{
    if (pointer != NULL)
        return;
    printf("cannot load %s\n", what);
    ERR_print_errors_fp(stdout);
    exit(1);
}

/*
 * The module's fallback uses the default provider of its own library context. The tests must not reach that one by
 * themselves: they fetched everything before it was loaded, and later fetches prefer the module.
 */
static void add_default_beside_module(struct harness *h)
{
    require(h->beside = OSSL_PROVIDER_load(h->lib[MODULE], "default"), "the default provider beside the module");
    EVP_set_default_properties(h->lib[MODULE], "?provider=afterburner");
}

void harness_need_level(void)
{
    const char *cap = getenv("AFTERBURNER_CPU");

    if (cap == NULL || has_level(cap))
        return;
    printf("SKIP: this processor has no %s\n", cap);
    exit(SKIPPED);
}

void harness_open(struct harness *h)
{
    const char *cap = getenv("AFTERBURNER_CPU");

    memset(h, 0, sizeof(*h));
    setvbuf(stdout, NULL, _IOLBF, 0);
    harness_need_level();
    require(h->lib[DEFAULT] = OSSL_LIB_CTX_new(), "a library context");
    require(h->prov[DEFAULT] = OSSL_PROVIDER_load(h->lib[DEFAULT], "default"), "the default provider");
    if (getenv("AB_TEST_SELF") == NULL) {
        const char *settings = getenv("AB_TEST_SETTINGS");

        require(h->lib[MODULE] = open_module("afterburner", settings, &h->prov[MODULE]), "the module");
    } else { /* the default provider against itself: shows what the test itself cannot compare */
        require(h->lib[MODULE] = OSSL_LIB_CTX_new(), "a library context");
        require(h->prov[MODULE] = OSSL_PROVIDER_load(h->lib[MODULE], "default"), "the default provider");
    }
    EVP_CIPHER_do_all_provided(h->lib[DEFAULT], add_default, h);
    EVP_CIPHER_do_all_provided(h->lib[MODULE], add_module, h);
    EVP_MD_do_all_provided(h->lib[MODULE], add_digest, h);
    EVP_MAC_do_all_provided(h->lib[MODULE], add_mac, h);
    EVP_KDF_do_all_provided(h->lib[MODULE], add_kdf, h);
    add_default_beside_module(h);
    qsort(h->ciphers, h->num_ciphers, sizeof(h->ciphers[0]), by_name);
    qsort(h->digests, h->num_digests, sizeof(h->digests[0]), by_name);
    qsort(h->macs, h->num_macs, sizeof(h->macs[0]), by_name);
    qsort(h->kdfs, h->num_kdfs, sizeof(h->kdfs[0]), by_name);
    printf("%s, level %s\n", OpenSSL_version(OPENSSL_VERSION), cap == NULL ? "highest" : cap);
}

void harness_close(struct harness *h)
{
    OSSL_PROVIDER_unload(h->beside);
    for (unsigned side = 0; side < NUM_SIDES; side++) {
        for (unsigned i = 0; i < h->num_ciphers; i++)
            EVP_CIPHER_free(h->ciphers[i].cipher[side]);
        for (unsigned i = 0; i < h->num_digests; i++)
            EVP_MD_free(h->digests[i].md[side]);
        for (unsigned i = 0; i < h->num_macs; i++)
            EVP_MAC_free(h->macs[i].mac[side]);
        for (unsigned i = 0; i < h->num_kdfs; i++)
            EVP_KDF_free(h->kdfs[i].kdf[side]);
        OSSL_PROVIDER_unload(h->prov[side]);
        OSSL_LIB_CTX_free(h->lib[side]);
    }
}

bool cipher_is_chacha(const struct cipher *c)
{
    return strncmp(c->name, "CHACHA20", 8) == 0;
}

bool cipher_is_aria(const struct cipher *c)
{
    return strncmp(c->name, "ARIA-", 5) == 0;
}

bool cipher_is_sm4(const struct cipher *c)
{
    return strncmp(c->name, "SM4-", 4) == 0;
}

bool cipher_is_camellia(const struct cipher *c)
{
    return strncmp(c->name, "CAMELLIA-", 9) == 0;
}

bool kdf_is_argon2(const struct kdf *k)
{
    return strncmp(k->name, "ARGON2", 6) == 0;
}

bool cipher_is_shared(const struct cipher *c, const char *only)
{
    return c->cipher[DEFAULT] != NULL && c->cipher[MODULE] != NULL && (only == NULL || strstr(c->name, only) != NULL);
}

bool default_has(const struct harness *h, const char *part)
{
    for (unsigned i = 0; i < h->num_ciphers; i++)
        if (h->ciphers[i].cipher[DEFAULT] != NULL && strstr(h->ciphers[i].name, part) != NULL)
            return true;
    printf("the default provider has no %s on this processor\n", part);
    return false;
}

const struct cipher *harness_find(const struct harness *h, const char *name)
{
    for (unsigned i = 0; i < h->num_ciphers; i++)
        if (strcasecmp(h->ciphers[i].name, name) == 0)
            return &h->ciphers[i];
    return NULL;
}

const struct digest *harness_find_digest(const struct harness *h, const char *name)
{
    for (unsigned i = 0; i < h->num_digests; i++)
        if (EVP_MD_is_a(h->digests[i].md[MODULE], name))
            return &h->digests[i];
    return NULL;
}

const struct mac *harness_find_mac(const struct harness *h, const char *name)
{
    for (unsigned i = 0; i < h->num_macs; i++)
        if (EVP_MAC_is_a(h->macs[i].mac[MODULE], name))
            return &h->macs[i];
    return NULL;
}

const struct kdf *harness_find_kdf(const struct harness *h, const char *name)
{
    for (unsigned i = 0; i < h->num_kdfs; i++)
        if (EVP_KDF_is_a(h->kdfs[i].kdf[MODULE], name))
            return &h->kdfs[i];
    return NULL;
}

uint64_t random_next(struct random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

unsigned random_below(struct random *r, unsigned n)
{
    return (unsigned)(random_next(r) % n);
}

bool random_chance(struct random *r, unsigned percent)
{
    return random_below(r, 100) < percent;
}

void random_bytes(struct random *r, void *out, size_t len)
{
    uint8_t *bytes = out;

    for (size_t i = 0; i < len; i++)
        bytes[i] = (uint8_t)random_next(r);
}

void print_hex(const char *label, const uint8_t *data, size_t len)
{
    printf("  %s (%zu) ", label, len);
    for (size_t i = 0; i < len; i++)
        printf("%02x", data[i]);
    putchar('\n');
}

bool has_sha256(const uint8_t *data, size_t len, const char *wanted)
{
    uint8_t digest[32];
    char hex[65];

    EVP_Q_digest(NULL, "SHA256", NULL, data, len, digest, NULL);
    for (unsigned i = 0; i < sizeof(digest); i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    if (strcmp(hex, wanted) != 0)
        print_hex("SHA-256", digest, sizeof(digest));
    return strcmp(hex, wanted) == 0;
}

bool is_turn(unsigned *turn, unsigned one_in)
{
    return !AB_IS_EMULATED || (*turn)++ % one_in == 0;
}

const char *option(int argc, char **argv, const char *name)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return argv[i + 1];
    return NULL;
}
