/* Choose the digest or cipher of a MAC or KDF named NAME/DIGEST or NAME/CIPHER. */
#include "compound.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <string.h>

#include "names.h"

enum { TRIAL_LEN = 16 };

static int takes(const OSSL_PARAM *settable, const char *param)
{
    return settable != NULL && OSSL_PARAM_locate_const(settable, param) != NULL;
}

void lab_compound_name(struct lab_compound *v, const char *algorithm)
{
    size_t len = strcspn(algorithm, "/");

    memset(v, 0, sizeof(*v));
    snprintf(v->name, sizeof(v->name), "%.*s", (int)len, algorithm);
    snprintf(v->inner, sizeof(v->inner), "%s", algorithm[len] == '/' ? algorithm + len + 1 : "");
}

/* Refuse digests of length 0: the digest NULL makes some KDFs of OpenSSL loop forever. */
static const OSSL_PROVIDER *choose_digest(struct lab_compound *v, const struct lab_side *side)
{
    EVP_MD *md = EVP_MD_fetch(side->libctx, v->inner, NULL);
    const OSSL_PROVIDER *provider = md == NULL || EVP_MD_get_size(md) <= 0 ? NULL : EVP_MD_get0_provider(md);

    if (provider != NULL)
        v->param = "digest";
    EVP_MD_free(md);
    return provider;
}

/* Return whether the cipher has the required mode: OpenSSL 3.0 accepts any cipher and computes something else. */
static int is_fit(const char *outer, const EVP_CIPHER *cipher)
{
    static const struct {
        const char *outer;
        int mode;
    } modes[] = { { "CMAC", EVP_CIPH_CBC_MODE },
                  { "KBKDF", EVP_CIPH_CBC_MODE },
                  { "KRB5KDF", EVP_CIPH_CBC_MODE },
                  { "GMAC", EVP_CIPH_GCM_MODE },
                  { "SRTPKDF", EVP_CIPH_CTR_MODE } };

    unsigned long more = EVP_CIPHER_get_flags(cipher) & (EVP_CIPH_FLAG_CTS | EVP_CIPH_FLAG_AEAD_CIPHER);

    if (EVP_CIPHER_get_key_length(cipher) == 0 || (more != 0 && EVP_CIPHER_get_mode(cipher) == EVP_CIPH_CBC_MODE))
        return 0; /* no cipher with a key, or CBC with more than CBC */
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
        if (strcmp(modes[i].outer, outer) == 0)
            return EVP_CIPHER_get_mode(cipher) == modes[i].mode;
    return 1;
}

static const OSSL_PROVIDER *choose_cipher(struct lab_compound *v, const struct lab_side *side)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(side->libctx, v->inner, NULL);
    const OSSL_PROVIDER *provider = cipher == NULL || !is_fit(v->name, cipher) ? NULL
                                                                               : EVP_CIPHER_get0_provider(cipher);

    if (provider != NULL) {
        v->param = "cipher";
        v->key_len = (size_t)EVP_CIPHER_get_key_length(cipher);
    }
    EVP_CIPHER_free(cipher);
    return provider;
}

int lab_compound_choose(struct lab_compound *v, const struct lab_side *side, const OSSL_PARAM *settable,
                        const OSSL_PROVIDER *outer, char *why)
{
    int digest = takes(settable, "digest"), cipher = takes(settable, "cipher"), wanted = digest || cipher;
    const char *name = OSSL_PROVIDER_get0_name(outer);
    const OSSL_PROVIDER *inner = NULL;

    if (wanted != (v->inner[0] != '\0'))
        return lab_refuse(why, wanted ? "no algorithm inside it works" : "not offered");
    if (digest)
        inner = choose_digest(v, side);
    if (inner == NULL && cipher)
        inner = choose_cipher(v, side);
    if (wanted && inner == NULL)
        return lab_refuse(why, "not offered");
    snprintf(v->provider, sizeof(v->provider), "%s", name);
    if (inner != NULL && strcmp(OSSL_PROVIDER_get0_name(inner), name) != 0)
        snprintf(v->provider, sizeof(v->provider), "%s+%s", name, OSSL_PROVIDER_get0_name(inner));
    return 1;
}

/* ---- listing ---- */

/* Return whether protocols in use today choose this algorithm. */
static int is_common(const char *inner)
{
    static const char *const common[] = { "SHA-1",       "SHA2-256",    "SHA2-384",    "SHA2-512",
                                          "AES-128-CBC", "AES-256-CBC", "AES-128-GCM", "AES-256-GCM" };

    for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
        if (strcmp(common[i], inner) == 0)
            return 1;
    return 0;
}

/* Report every operation of the kind. */
static void report(const struct lab_listing *l, const char *algorithm, unsigned flags, const char *provider)
{
    for (const char *const *operation = l->kind->operations; *operation != NULL; operation++)
        l->found(l->arg, algorithm, *operation, l->flags | flags, provider);
}

static int offer(const struct lab_listing *l, const char *inner)
{
    struct lab_request request = { .bytes = TRIAL_LEN, .trial = 1 };
    char why[LAB_WHY_LEN];
    void *state;
    int works;

    if (snprintf(request.algorithm, sizeof(request.algorithm), "%s/%s", l->name, inner) >= LAB_NAME_LEN)
        return 0;
    state = l->kind->new(NULL, l->side, &request, why);
    works = state != NULL && l->kind->run(state, 1);
    if (works)
        report(l, request.algorithm, is_common(inner) ? 0 : LAB_UNCOMMON, l->kind->provider(state));
    if (state != NULL)
        l->kind->free(state);
    return works;
}

static size_t offer_all(const struct lab_listing *l, const char *param,
                        void (*collect)(const struct lab_side *side, struct lab_names *names))
{
    struct lab_names names = { 0 };
    size_t num = 0;

    if (takes(l->settable, param))
        collect(l->side, &names);
    for (size_t i = 0; i < names.num; i++)
        num += offer(l, names.list[i].text) != 0;
    lab_names_free(&names);
    return num;
}

void lab_compounds_list(const struct lab_listing *l)
{
    size_t num = offer_all(l, "digest", lab_names_of_digests) + offer_all(l, "cipher", lab_names_of_ciphers);

    if (num == 0)
        report(l, l->name, 0, OSSL_PROVIDER_get0_name(l->provider));
    ERR_clear_error();
}
