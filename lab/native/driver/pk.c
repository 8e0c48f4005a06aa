/* What the public-key kinds share: read the name of scheme and key, open and free their state. */
#include "pk.h"

#include <openssl/err.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variants.h"

const unsigned char lab_pk_message[LAB_PK_MESSAGE] = { 0x3a, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3,
                                                       2,    3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5 };

/* Schemes whose key type, or whose fetched operation, has another name. */
static const struct scheme {
    const char *kind, *fetched, *name, *type;
} schemes
    [] = {
        { "signature", "RSA", "RSA", "RSA" },
        { "signature", "RSA", "RSA-PSS", "RSA" }, /* TLS 1.3's rsa_pss_rsae_sha256 */
        { "signature", "ECDSA", "ECDSA", "EC" },
        { "exchange", "ECDH", "ECDH", "EC" },
        { "exchange", "DH", "DH", "DH" },
        { "exchange", "DH", "DHX", "DHX" },
    };
enum { NUM_SCHEMES = sizeof(schemes) / sizeof(schemes[0]) };

int lab_pk_room(struct lab_pk_buffer *buffer, size_t len)
{
    unsigned char *data = realloc(buffer->data, len + 1);

    if (data == NULL)
        return 0;
    buffer->data = data;
    buffer->len = buffer->room = len;
    return 1;
}

static const char *find_type(const char *kind, const char *scheme)
{
    for (size_t i = 0; i < NUM_SCHEMES; i++)
        if (strcmp(schemes[i].kind, kind) == 0 && strcmp(schemes[i].name, scheme) == 0)
            return schemes[i].type;
    return scheme;
}

void lab_pk_split(const char *algorithm, char scheme[LAB_NAME_LEN], char variant[LAB_NAME_LEN])
{
    int len = (int)strcspn(algorithm, "/");

    snprintf(scheme, LAB_NAME_LEN, "%.*s", len, algorithm);
    snprintf(variant, LAB_NAME_LEN, "%s", algorithm[len] == '/' ? algorithm + len + 1 : "");
}

static void read_names(struct lab_pk_state *s, const struct lab_request *request)
{
    lab_pk_split(request->algorithm, s->scheme, s->key_name.variant);
    snprintf(s->key_name.type, sizeof(s->key_name.type), "%s", find_type(request->kind, s->scheme));
}

struct lab_pk_state *lab_pk_begin(const struct lab_request *request, char *why)
{
    struct lab_pk_state *s = calloc(1, sizeof(*s));

    ERR_clear_error();
    if (s == NULL)
        lab_refuse(why, "out of memory");
    else
        read_names(s, request);
    return s;
}

void lab_pk_clear(struct lab_pk_state *s)
{
    if (s->md_ctx == NULL)
        EVP_PKEY_CTX_free(s->ctx);
    EVP_MD_CTX_free(s->md_ctx);
    EVP_PKEY_free(s->key);
    free(s->product.data);
    free(s->secret.data);
}

void lab_pk_free(void *state)
{
    lab_pk_clear(state);
    free(state);
}

void *lab_pk_end(struct lab_pk_state *s, int ok)
{
    if (ok)
        return s;
    if (s != NULL)
        lab_pk_free(s);
    return NULL;
}

size_t lab_pk_bytes(const void *state)
{
    (void)state;
    return 0;
}

const char *lab_pk_provider(const void *state)
{
    const struct lab_pk_state *s = state;
    const OSSL_PROVIDER *provider = EVP_PKEY_CTX_get0_provider(s->ctx);

    return provider == NULL ? "none" : OSSL_PROVIDER_get0_name(provider);
}

int lab_pk_run(void *state, size_t num)
{
    struct lab_pk_state *s = state;

    for (size_t i = 0; i < num; i++)
        if (s->once(s) <= 0)
            return 0;
    return 1;
}

void lab_pk_output(const void *state, const unsigned char **out, size_t *len)
{
    const struct lab_pk_state *s = state;

    *out = s->same == NULL ? NULL : s->same->data;
    *len = s->same == NULL ? 0 : s->same->len;
}

uint64_t lab_pk_keys(const void *state)
{
    return ((const struct lab_pk_state *)state)->keys;
}

/* ---- listing ---- */

struct scheme_listing {
    const struct lab_pk_listing *listing;
    const char *scheme;
    const OSSL_PROVIDER *provider;
};

/*
 * Return whether the operation is common, given a common key: RSASVE is in no protocol, RFC 9180 has only NIST's
 * curves, and the time of a search for large primes varies so much that it needs many rounds.
 */
static int is_common(const struct lab_kind *kind, const char *scheme, const char *variant)
{
    if (kind == &lab_kind_kem)
        return variant[0] == '\0' || strncmp(variant, "P-", 2) == 0;
    return kind != &lab_kind_keymgmt || strcmp(scheme, "RSA") != 0 || strcmp(variant, "2048") == 0;
}

/*
 * RSA of 512 bits has room for a PKCS #1 v1.5 signature over SHA-256, but not for a salt as well, nor for OAEP; and
 * OpenSSL cannot generate DSA keys of this size (key_dsa512.h).
 */
static int is_possible(const struct lab_kind *kind, const char *scheme, const char *variant)
{
    if (strcmp(variant, "512") != 0)
        return 1;
    if (strcmp(scheme, "DSA") == 0)
        return kind == &lab_kind_signature;
    return kind != &lab_kind_asym_cipher && strcmp(scheme, "RSA-PSS") != 0;
}

static void list_variant(void *arg, const char *variant, int common)
{
    const struct scheme_listing *s = arg;
    const struct lab_pk_listing *l = s->listing;
    char algorithm[LAB_NAME_LEN];

    if (!is_possible(l->kind, s->scheme, variant))
        return;
    common = common && is_common(l->kind, s->scheme, variant);
    snprintf(algorithm, sizeof(algorithm), "%s%s%s", s->scheme, variant[0] == '\0' ? "" : "/", variant);
    for (const char *const *operation = l->kind->operations; *operation != NULL; operation++)
        l->found(l->arg, algorithm, *operation, common ? 0 : LAB_UNCOMMON, OSSL_PROVIDER_get0_name(s->provider));
}

static int is_mac_or_kdf(OSSL_LIB_CTX *libctx, const char *name)
{
    EVP_MAC *mac = EVP_MAC_fetch(libctx, name, NULL);
    EVP_KDF *kdf = EVP_KDF_fetch(libctx, name, NULL);

    EVP_MAC_free(mac);
    EVP_KDF_free(kdf);
    return mac != NULL || kdf != NULL;
}

void lab_pk_list(const struct lab_pk_listing *listing, const char *name, const OSSL_PROVIDER *provider)
{
    struct scheme_listing s = { listing, name, provider };
    OSSL_LIB_CTX *libctx = listing->side->libctx;
    size_t num_schemes = 0;

    for (size_t i = 0; i < NUM_SCHEMES; i++)
        if (strcmp(schemes[i].kind, listing->kind->name) == 0 && strcmp(schemes[i].fetched, name) == 0) {
            s.scheme = schemes[i].name;
            lab_variants_list(libctx, schemes[i].type, list_variant, &s);
            num_schemes++;
        }
    if (num_schemes == 0 && lab_key_type_is_offered(libctx, name) && !is_mac_or_kdf(libctx, name))
        lab_variants_list(libctx, name, list_variant, &s);
    ERR_clear_error();
}
