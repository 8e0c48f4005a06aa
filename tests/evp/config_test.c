/*
 * Settings in the provider's section of openssl.cnf and in the environment: which are accepted, which are refused, and
 * that the error names what is wrong.
 */
#include <openssl/core_names.h>
#include <openssl/decoder.h>
#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/cpu.h"
#include "harness.h"

static const struct {
    const char *settings;
    const char *refusal; /* a part of the error's text; NULL: accepted */
} cases[] = {
    { "", NULL },
    { "cpu = aesni", NULL },
    { "cpu = none", NULL },
    { "cpu = nonsense", "cpu = nonsense" },
    { "cpu = AESNI2", "known: none, sse41, avx2, avx512, aesni, vaes256, vaes512" },
    { "algorithms = ALL", NULL },
    { "algorithms = AES-128-CTR, AES-256-CTR", NULL },
    { "algorithms = -AES-128-CTR", NULL },
    { "algorithms = aes-128-ctr", NULL },
    { "algorithms = ALL, -2.16.840.1.101.3.4.1.2", NULL },
    { "algorithms = AES-128-FOO", "AES-128-FOO" },
    { "algorithms = -AES-128-FOO", "AES-128-FOO" },
    { "algorithms = AES-128-CTR AES-128-CT", "AES-128-CT" },
    { "algorithms = CHACHA20, chacha20-poly1305, POLY1305", NULL },
    { "algorithms = SEED-OFB", "SEED-OFB" },
    { "threads = 0", NULL },
    { "threads = 4", NULL },
    { "threads = 1024", NULL },
    { "threads = 1025", "threads = 1025" },
    { "threads = -1", "threads = -1" },
    { "threads = many", "threads = many" },
    { "threads = 2x", "threads = 2x" },
    { "threads = 99999999999999999999999", "threads = 9999" },
    { "log = off", NULL },
    { "log = error", NULL },
    { "log = loud", "log = loud" },
    { "log = 7", "log = 7" },
    { "unheard_of = 1", NULL },
};

/* Collect the texts in OpenSSL's error queue. */
static void collect_errors(char *text, size_t size)
{
    const char *data;
    int flags;
    size_t len = 0;

    text[0] = '\0';
    while (ERR_get_error_all(NULL, NULL, NULL, &data, &flags) != 0 && len + 1 < size) {
        int n = snprintf(text + len, size - len, "%s | ", flags & ERR_TXT_STRING ? data : "");

        len += n > 0 ? (size_t)n : 0;
    }
}

static OSSL_LIB_CTX *load(const char *settings, OSSL_PROVIDER **prov, char *errors, size_t size)
{
    OSSL_LIB_CTX *lib;

    ERR_clear_error();
    lib = open_module("afterburner", settings, prov);
    collect_errors(errors, size);
    return lib;
}

static void unload(OSSL_LIB_CTX *lib, OSSL_PROVIDER *prov)
{
    OSSL_PROVIDER_unload(prov);
    OSSL_LIB_CTX_free(lib);
}

static void expect(const char *settings, const char *refusal)
{
    OSSL_PROVIDER *prov;
    char errors[2048];
    OSSL_LIB_CTX *lib = load(settings, &prov, errors, sizeof(errors));

    if (refusal == NULL && lib == NULL)
        fail("\"%s\" is refused: %s", settings, errors);
    else if (refusal != NULL && lib != NULL)
        fail("\"%s\" is accepted", settings);
    else if (refusal != NULL && strstr(errors, refusal) == NULL)
        fail("\"%s\": the error does not say \"%s\" but: %s", settings, refusal, errors);
    if (lib != NULL)
        unload(lib, prov);
}

static void expect_environment(const char *name, const char *value, const char *settings, const char *refusal)
{
    setenv(name, value, 1);
    expect(settings, refusal);
    unsetenv(name);
}

static bool offers(OSSL_LIB_CTX *lib, const char *name)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(lib, name, NULL);
    EVP_SIGNATURE *signature = EVP_SIGNATURE_fetch(lib, name, NULL);
    EVP_KEM *kem = EVP_KEM_fetch(lib, name, NULL);
    EVP_MD *digest = EVP_MD_fetch(lib, name, NULL);

    EVP_CIPHER_free(cipher);
    EVP_SIGNATURE_free(signature);
    EVP_KEM_free(kem);
    EVP_MD_free(digest);
    return cipher != NULL || signature != NULL || kem != NULL || digest != NULL;
}

/* Check whether `name` is offered under these settings. */
static void expect_offer(const char *settings, const char *name, bool wanted)
{
    OSSL_PROVIDER *prov;
    char errors[2048];
    OSSL_LIB_CTX *lib = load(settings, &prov, errors, sizeof(errors));

    if (lib == NULL) {
        fail("\"%s\" is refused: %s", settings, errors);
        return;
    }
    if (offers(lib, name) != wanted)
        fail("\"%s\": %s is %s", settings, name, wanted ? "not offered" : "offered");
    unload(lib, prov);
}

/* Check whether files of keys of `name` are read and written under these settings. */
static void expect_files(const char *settings, const char *name, bool wanted)
{
    OSSL_PROVIDER *prov;
    char errors[2048];
    OSSL_LIB_CTX *lib = load(settings, &prov, errors, sizeof(errors));
    OSSL_DECODER *decoder;
    OSSL_ENCODER *encoder;

    if (lib == NULL) {
        fail("\"%s\" is refused: %s", settings, errors);
        return;
    }
    decoder = OSSL_DECODER_fetch(lib, name, NULL);
    encoder = OSSL_ENCODER_fetch(lib, name, NULL);
    if ((decoder != NULL) != wanted || (encoder != NULL) != wanted)
        fail("\"%s\": files of %s are %s", settings, name, wanted ? "not offered" : "offered");
    OSSL_DECODER_free(decoder);
    OSSL_ENCODER_free(encoder);
    unload(lib, prov);
}

/* Before 3.2 files of ML-KEM's keys are offered only by name, and from 3.5 on the default provider has them. */
static void check_named_files(void)
{
    const bool always = OpenSSL_version_num() >= 0x30200000, ours = OpenSSL_version_num() < 0x30500000;

    expect_offer("", "ML-KEM-768", true);
    expect_files("", "ML-KEM-768", always && ours);
    expect_files("algorithms = ALL", "ML-KEM-768", always && ours);
    expect_files("algorithms = ALL, ML-KEM-768", "ML-KEM-768", ours);
    expect_files("algorithms = ALL, ML-KEM-768", "ML-KEM-512", always && ours);
    expect_files("algorithms = -ML-KEM-768", "ML-KEM-768", false);
    expect_files("algorithms = ALL, ML-DSA-65", "ML-DSA-65", ours);
}

/* Before 3.2 ML-DSA is offered only by name, and before 3.5 SLH-DSA. */
static void check_named(void)
{
    const bool always = OpenSSL_version_num() >= 0x30200000, has_slh_dsa = OpenSSL_version_num() >= 0x30500000;

    expect_offer("", "ML-DSA-65", always);
    expect_offer("algorithms = ALL", "ML-DSA-65", always);
    expect_offer("algorithms = ALL, -ML-DSA-65", "ML-DSA-65", false);
    expect_offer("algorithms = ALL, ML-DSA-65", "ML-DSA-65", true);
    expect_offer("algorithms = ALL, mldsa65", "ML-DSA-65", true);
    expect_offer("algorithms = ALL, ML-DSA-65", "ML-DSA-44", always);
    expect_offer("algorithms = ML-DSA-65, -ML-DSA-65", "ML-DSA-65", false);
    expect_offer("algorithms = ML-DSA-65", "AES-128-CTR", false);
    expect_offer("algorithms = ML-DSA-44, ALL", "ML-DSA-44", true);
    expect_offer("", "SLH-DSA-SHA2-128f", has_slh_dsa);
    expect_offer("algorithms = ALL, SLH-DSA-SHA2-128f", "SLH-DSA-SHA2-128f", true);
    expect_offer("algorithms = ALL, SLH-DSA-SHA2-128f", "SLH-DSA-SHA2-128s", has_slh_dsa);
}

/* So is Camellia, in every release, where its kernels run, but for a Zen 4, which has it by default. */
static void check_named_camellia(void)
{
    struct ab_cpu cpu;
    bool has_kernels, is_usual;

    ab_cpu_detect(&cpu);
    has_kernels = cpu.level >= AB_LEVEL_AVX2 && (cpu.bits & AB_BIT_GFNI) != 0;
    is_usual = has_kernels && cpu.level >= AB_LEVEL_AVX512 && cpu.family == 0x19
               && strcmp(cpu.vendor, "AuthenticAMD") == 0;
    expect_offer("algorithms = ALL", "CAMELLIA-128-CTR", is_usual);
    expect_offer("cpu = avx2\nalgorithms = ALL", "CAMELLIA-128-CTR", false);
    expect_offer("algorithms = ALL, CAMELLIA-128-CTR", "CAMELLIA-128-CTR", has_kernels);
    expect_offer("algorithms = ALL, camellia256", "CAMELLIA-256-CBC", has_kernels);
    expect_offer("algorithms = ALL, CAMELLIA-128-CTR", "CAMELLIA-256-CTR", is_usual);
    expect_offer("algorithms = CAMELLIA-128-CTR, -CAMELLIA-128-CTR", "CAMELLIA-128-CTR", false);
}

static bool has_hmac_of(OSSL_LIB_CTX *lib, const char *digest)
{
    EVP_MAC *mac = EVP_MAC_fetch(lib, "HMAC", NULL);
    EVP_MAC_CTX *ctx = mac == NULL ? NULL : EVP_MAC_CTX_new(mac);
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0), OSSL_PARAM_END };
    bool ok = ctx != NULL && EVP_MAC_init(ctx, (const unsigned char *)"key", 3, params);

    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    return ok;
}

/* SHA-384, SHA-512 and what is cut from it lose on Zen 3 and Zen 4 with AVX2 alone; HMAC over them gains. */
static void check_slow_digests(void)
{
    static const char *const names[] = { "SHA2-384", "SHA2-512", "SHA2-512/224", "SHA2-512/256" };
    OSSL_PROVIDER *prov;
    OSSL_LIB_CTX *lib;
    char errors[2048];
    struct ab_cpu cpu;
    bool gains_with_avx2, has_kernels;

    ab_cpu_detect(&cpu);
    has_kernels = cpu.level >= AB_LEVEL_AVX2;
    gains_with_avx2 = has_kernels && (cpu.family != 0x19 || strcmp(cpu.vendor, "AuthenticAMD") != 0);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char named[64];

        snprintf(named, sizeof(named), "algorithms = ALL, %s", names[i]);
        expect_offer("algorithms = ALL", names[i], gains_with_avx2 || cpu.level >= AB_LEVEL_AVX512);
        expect_offer("cpu = avx2\nalgorithms = ALL", names[i], gains_with_avx2);
        expect_offer(named, names[i], has_kernels);
    }
    expect_offer("algorithms = ALL", "SHA2-256", has_kernels || (cpu.bits & AB_BIT_SHA) != 0);
    lib = load("algorithms = ALL", &prov, errors, sizeof(errors));
    if (lib == NULL)
        fail("algorithms = ALL: %s", errors);
    else {
        if (has_hmac_of(lib, "SHA2-512") != has_kernels)
            fail("HMAC over SHA2-512 is %savailable", has_kernels ? "not " : "");
        unload(lib, prov);
    }
}

static void check_offers(void)
{
    expect_offer("", "AES-128-CTR", true);
    expect_offer("algorithms = AES-128-CTR", "AES-128-CTR", true);
    expect_offer("algorithms = AES-128-CTR", "AES-256-CTR", false);
    expect_offer("algorithms = AES-128-CTR", "AES-128-CBC", false);
    expect_offer("algorithms = -AES-128-CTR", "AES-128-CTR", false);
    expect_offer("algorithms = -AES-128-CTR", "AES-256-CTR", true);
    expect_offer("algorithms = -AES-128-CTR, AES-128-CTR", "AES-128-CTR", true);
    expect_offer("algorithms = ALL, -id-aes128-GCM", "AES-128-GCM", false);
    expect_offer("algorithms = -ALL, aes128", "AES-128-CBC", true);
    expect_offer("algorithms = -ALL, aes128", "AES-128-CTR", false);
    expect_offer("algorithms = -ALL", "AES-128-CTR", false);
    expect_offer("cpu = none", "AES-128-CTR", false);
    expect_offer("cpu = aesni", "AES-128-CTR", true);
}

/* Check the level in use, as the module reports it. */
static void expect_level(const char *settings, const char *environment, const char *level, const char *aes)
{
    static char report[32768];
    char used[32] = "", errors[2048], served[64] = "absent\tnone";
    OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string("afterburner-level", used, sizeof(used)),
                            OSSL_PARAM_construct_utf8_string("afterburner-report", report, sizeof(report)),
                            OSSL_PARAM_construct_end() };
    OSSL_PROVIDER *prov;
    OSSL_LIB_CTX *lib;
    const char *line;

    if (environment != NULL)
        setenv("AFTERBURNER_CPU", environment, 1);
    lib = load(settings, &prov, errors, sizeof(errors));
    unsetenv("AFTERBURNER_CPU");
    if (lib == NULL) {
        fail("\"%s\", AFTERBURNER_CPU %s: refused: %s", settings, environment == NULL ? "unset" : environment, errors);
        return;
    }
    if (!OSSL_PROVIDER_get_params(prov, params) || strcmp(used, level) != 0)
        fail("\"%s\", AFTERBURNER_CPU %s: level %s, not %s", settings, environment == NULL ? "unset" : environment,
             used, level);
    if (aes != NULL)
        snprintf(served, sizeof(served), "served\t%s", aes);
    else if (strstr(report, "served") != NULL)
        fail("\"%s\", AFTERBURNER_CPU %s: serves something", settings, environment == NULL ? "unset" : environment);
    line = strstr(report, "cipher\tAES-128-CTR\t");
    if (line == NULL || strncmp(line + strlen("cipher\tAES-128-CTR\t"), served, strlen(served)) != 0)
        fail("\"%s\", AFTERBURNER_CPU %s: the report says %.60s", settings, environment == NULL ? "unset" : environment,
             line == NULL ? "nothing" : line);
    unload(lib, prov);
}

static void check_levels(void)
{
    static const struct {
        const char *cap, *level, *aes; /* the module's level under the cap, and its AES kernels; NULL: none */
    } caps[] = {
        { "none", "none", NULL },           { "sse41", "sse41", "aesni" },    { "aesni", "sse41", "aesni" },
        { "avx2", "avx2", "aesni" },        { "vaes256", "avx2", "vaes256" }, { "avx512", "avx512", "vaes512" },
        { "vaes512", "avx512", "vaes512" },
    };
    unsigned num = 0;

    for (unsigned i = 0; i < sizeof(caps) / sizeof(caps[0]); i++) {
        char settings[40];

        if (!has_level(caps[i].cap))
            continue;
        snprintf(settings, sizeof(settings), "cpu = %s", caps[i].cap);
        expect_level("", caps[i].cap, caps[i].level, caps[i].aes);
        expect_level(settings, NULL, caps[i].level, caps[i].aes);
        /* The lower of the two caps applies. */
        expect_level("cpu = aesni", caps[i].cap, i == 0 ? "none" : "sse41", i == 0 ? NULL : "aesni");
        expect_level(settings, "none", "none", NULL);
        num++;
    }
    printf("%u caps\n", num);
    expect_environment("AFTERBURNER_CPU", "warp9", "", "AFTERBURNER_CPU = warp9");
    expect_environment("AFTERBURNER_CPU", "", "", "AFTERBURNER_CPU = ");
    expect_environment("AFTERBURNER_CPU", "none", "", NULL);
}

/*
 * OPENSSL_ia32cap removes features of the processor: a setting that names an absent level is an error that names both.
 */
static void check_absent_levels(void)
{
    if (!has_level("vaes256")) {
        expect("cpu = vaes256", "cpu = vaes256; this processor ");
        return;
    }
    expect_environment("OPENSSL_ia32cap", ":~0x60000000000", "cpu = vaes256",
                       "cpu = vaes256; this processor has no vaes");
    expect_environment("OPENSSL_ia32cap", "~0x200000000000000", "cpu = aesni",
                       "cpu = aesni; this processor has no aes");
    expect_environment("OPENSSL_ia32cap", "~0x200000000000000", "", NULL);
}

int main(int argc, char **argv)
{
    (void)argc, (void)argv;
    setvbuf(stdout, NULL, _IOLBF, 0);
    unsetenv("AFTERBURNER_CPU");
    if (!freopen("/dev/null", "w", stderr)) /* `log` writes to stderr */
        return 1;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        expect(cases[i].settings, cases[i].refusal);
    check_offers();
    check_named();
    check_named_files();
    check_named_camellia();
    check_slow_digests();
    check_levels();
    check_absent_levels();
    printf("%zu settings, %u failures\n", sizeof(cases) / sizeof(cases[0]), failures);
    return failures != 0;
}
