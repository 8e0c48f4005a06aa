/* The parameters of RSA signatures: padding, salt, digest and mask function, as one consistent set. */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <string.h>
#include <strings.h>

#include "provider/hash_names.h"
#include "provider/health.h"
#include "provider/param.h"
#include "provider/property.h"
#include "provider/signature/rsa_signing.h"

/* since OpenSSL 3.1 */
#ifndef RSA_PSS_SALTLEN_AUTO_DIGEST_MAX
# define RSA_PSS_SALTLEN_AUTO_DIGEST_MAX (-4)
#endif

/* All parameters of a context. A list of them is applied to a copy, which is taken if it is consistent. */
struct parameters {
    int pad_mode, salt_len;
    const struct ab_hash *hash, *mgf1_hash;
    char digest[AB_SIGNATURE_MAX_DIGEST_NAME], mgf1_digest[AB_SIGNATURE_MAX_DIGEST_NAME];
    bool is_mgf1_set;
};

static struct parameters current(const struct ab_rsa_signing *s)
{
    struct parameters p = { s->pad_mode, s->salt_len, s->head.hash, s->mgf1_hash, "", "", s->is_mgf1_set };

    memcpy(p.digest, s->head.digest_name, sizeof(p.digest));
    memcpy(p.mgf1_digest, s->mgf1_digest, sizeof(p.mgf1_digest));
    return p;
}

static void take(struct ab_rsa_signing *s, const struct parameters *p)
{
    s->pad_mode = p->pad_mode;
    s->salt_len = p->salt_len;
    s->head.hash = p->hash;
    s->mgf1_hash = p->mgf1_hash;
    memcpy(s->head.digest_name, p->digest, sizeof(p->digest));
    memcpy(s->mgf1_digest, p->mgf1_digest, sizeof(p->mgf1_digest));
    s->is_mgf1_set = p->is_mgf1_set;
}

static int lowest_salt_rule(const struct ab_rsa_signing *s)
{
    return s->head.base.prov->release >= AB_RELEASE(3, 1) ? RSA_PSS_SALTLEN_AUTO_DIGEST_MAX : RSA_PSS_SALTLEN_MAX;
}

/* The digest is kept, as in the default provider: the next init may rely on it. */
void ab_rsa_parameters_reset(struct ab_rsa_signing *s)
{
    s->pad_mode = ab_rsa_signing_key(s)->twin.type == AB_KEY_RSA ? RSA_PKCS1_PADDING : RSA_PKCS1_PSS_PADDING;
    s->salt_len = s->head.base.prov->release >= AB_RELEASE(3, 1) ? RSA_PSS_SALTLEN_AUTO_DIGEST_MAX
                                                                 : RSA_PSS_SALTLEN_AUTO;
}

/* ---- digests ---- */

static enum ab_rsa_digest identify(const struct ab_hash *hash)
{
    static const unsigned char digests[AB_NUM_HASHES] = {
        [AB_HASH_SHA1] = AB_RSA_SHA1,
        [AB_HASH_SHA224] = AB_RSA_SHA224,
        [AB_HASH_SHA256] = AB_RSA_SHA256,
        [AB_HASH_SHA384] = AB_RSA_SHA384,
        [AB_HASH_SHA512] = AB_RSA_SHA512,
        [AB_HASH_SHA512_224] = AB_RSA_SHA512_224,
        [AB_HASH_SHA512_256] = AB_RSA_SHA512_256,
        [AB_HASH_SM3] = AB_RSA_SM3,
        [AB_HASH_RIPEMD160] = AB_RSA_RIPEMD160,
        [AB_HASH_MD5] = AB_RSA_MD5,
        [AB_HASH_MD5_SHA1] = AB_RSA_MD5_SHA1,
        [AB_HASH_SHA3_224] = AB_RSA_SHA3_224,
        [AB_HASH_SHA3_256] = AB_RSA_SHA3_256,
        [AB_HASH_SHA3_384] = AB_RSA_SHA3_384,
        [AB_HASH_SHA3_512] = AB_RSA_SHA3_512,
    };

    return hash == NULL ? AB_RSA_NO_DIGEST : (enum ab_rsa_digest)digests[hash->algorithm->id];
}

/* Returns NULL if RSA of this release does not sign with it, or if it is not ours. */
static const struct ab_hash *find_hash(const struct ab_rsa_signing *s, const char *name, const char *properties)
{
    const struct ab_hash *hash;
    enum ab_hash_id id;

    if (strlen(name) >= AB_SIGNATURE_MAX_DIGEST_NAME || !ab_property_is_met(properties)
        || !ab_hash_names_find(s->head.base.prov, name, &id)
        || (id == AB_HASH_SM3 && s->head.base.prov->release < AB_RELEASE(3, 4)))
        return NULL;
    hash = ab_health_hash(s->head.base.prov, id);
    return identify(hash) == AB_RSA_NO_DIGEST ? NULL : hash;
}

static void set_digest(struct parameters *p, const struct ab_hash *hash, const char *name)
{
    p->hash = hash;
    strcpy(p->digest, name);
    if (p->is_mgf1_set)
        return;
    p->mgf1_hash = hash;
    strcpy(p->mgf1_digest, name);
}

/* ---- padding ---- */

static enum ab_rsa_padding padding_of(int pad_mode)
{
    switch (pad_mode) {
    case RSA_PKCS1_PADDING: return AB_RSA_PKCS1;
    case RSA_PKCS1_PSS_PADDING: return AB_RSA_PSS;
    case RSA_X931_PADDING: return AB_RSA_X931;
    default: return AB_RSA_NONE;
    }
}

/* Whether padding, digest, key and operation are compatible. */
static int is_consistent(const struct ab_rsa_signing *s, const struct parameters *p)
{
    switch (p->pad_mode) {
    case RSA_PKCS1_PADDING: return ab_rsa_signing_key(s)->twin.type == AB_KEY_RSA;
    case RSA_PKCS1_PSS_PADDING: return s->head.base.begun_by != OSSL_FUNC_SIGNATURE_VERIFY_RECOVER_INIT;
    case RSA_NO_PADDING: return ab_rsa_signing_key(s)->twin.type == AB_KEY_RSA && p->hash == NULL;
    case RSA_X931_PADDING:
        return ab_rsa_signing_key(s)->twin.type == AB_KEY_RSA && p->hash != NULL
               && ab_rsa_has_digest(AB_RSA_X931, identify(p->hash));
    default: return 0;
    }
}

int ab_rsa_parameters_name_digest(struct ab_rsa_signing *s, const char *name)
{
    struct parameters p = current(s);
    const struct ab_hash *hash = find_hash(s, name, s->head.properties);

    if (hash == NULL)
        return 0;
    if (s->head.is_digest_fixed && p.hash != NULL)
        return hash->algorithm->id == p.hash->algorithm->id;
    set_digest(&p, hash, name);
    if (!is_consistent(s, &p))
        return 0;
    take(s, &p);
    return 1;
}

/* ---- parameters: a list is consistent as a whole, whatever its order ---- */

static int set_pad_mode(struct parameters *p, const OSSL_PARAM *param)
{
    static const struct {
        const char *name;
        int mode;
    } modes[] = {
        { OSSL_PKEY_RSA_PAD_MODE_PKCSV15, RSA_PKCS1_PADDING },
        { OSSL_PKEY_RSA_PAD_MODE_NONE, RSA_NO_PADDING },
        { OSSL_PKEY_RSA_PAD_MODE_X931, RSA_X931_PADDING },
        { OSSL_PKEY_RSA_PAD_MODE_PSS, RSA_PKCS1_PSS_PADDING },
    };

    if (param->data_type == OSSL_PARAM_INTEGER)
        return ab_param_get_int(param, &p->pad_mode);
    for (size_t i = 0;
         i < sizeof(modes) / sizeof(modes[0]) && param->data_type == OSSL_PARAM_UTF8_STRING && param->data != NULL; i++)
        if (strcmp(param->data, modes[i].name) == 0) {
            p->pad_mode = modes[i].mode;
            return 1;
        }
    return 0;
}

static int set_salt_len(const struct ab_rsa_signing *s, struct parameters *p, const OSSL_PARAM *param)
{
    if (p->pad_mode != RSA_PKCS1_PSS_PADDING)
        return 0;
    if (param->data_type == OSSL_PARAM_INTEGER)
        return ab_param_get_int(param, &p->salt_len) && p->salt_len >= lowest_salt_rule(s);
    if (param->data_type != OSSL_PARAM_UTF8_STRING || param->data == NULL)
        return 0;
    if (strcmp(param->data, OSSL_PKEY_RSA_PSS_SALT_LEN_DIGEST) == 0)
        p->salt_len = RSA_PSS_SALTLEN_DIGEST;
    else if (strcmp(param->data, OSSL_PKEY_RSA_PSS_SALT_LEN_MAX) == 0)
        p->salt_len = RSA_PSS_SALTLEN_MAX;
    else
        return 0;
    return 1;
}

/* The text of a parameter, "" if it is absent; NULL if it is not a UTF-8 string. */
static const char *text_of(const OSSL_PARAM params[], const char *key)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, key);

    if (p == NULL)
        return "";
    return p->data_type == OSSL_PARAM_UTF8_STRING ? p->data : NULL;
}

/*
 * Find the digest that one parameter names, with the properties of another. *hash stays NULL if none is named. Returns
 * 0 if the digest is not ours.
 */
static int read_digest(const struct ab_rsa_signing *s, const OSSL_PARAM params[], const char *key,
                       const char *properties_key, const struct ab_hash **hash, const char **name)
{
    const char *properties = text_of(params, properties_key);

    *name = text_of(params, key);
    if (*name == NULL || properties == NULL)
        return 0;
    if (ab_param_locate_const(params, key) == NULL)
        return 1;
    *hash = find_hash(s, *name,
                      ab_param_locate_const(params, properties_key) == NULL ? s->head.properties : properties);
    return *hash != NULL;
}

static int set_mgf1(const struct ab_rsa_signing *s, struct parameters *p, const OSSL_PARAM params[])
{
    const struct ab_hash *hash = NULL;
    const char *name;

    if (!read_digest(s, params, OSSL_SIGNATURE_PARAM_MGF1_DIGEST, OSSL_SIGNATURE_PARAM_MGF1_PROPERTIES, &hash, &name))
        return 0;
    if (hash == NULL)
        return 1;
    if (p->pad_mode != RSA_PKCS1_PSS_PADDING)
        return 0;
    p->mgf1_hash = hash;
    strcpy(p->mgf1_digest, name);
    p->is_mgf1_set = true;
    return 1;
}

static int set_named_digest(const struct ab_rsa_signing *s, struct parameters *p, const OSSL_PARAM params[])
{
    const struct ab_hash *hash = NULL;
    const char *name = OSSL_DIGEST_NAME_SHA1;

    if (!read_digest(s, params, OSSL_SIGNATURE_PARAM_DIGEST, OSSL_SIGNATURE_PARAM_PROPERTIES, &hash, &name)
        || (hash != NULL && s->head.is_digest_fixed))
        return 0;
    if (hash == NULL && p->hash == NULL && p->pad_mode == RSA_PKCS1_PSS_PADDING) { /* PSS requires one */
        hash = find_hash(s, name = OSSL_DIGEST_NAME_SHA1, s->head.properties);
        if (hash == NULL)
            return 0;
    }
    if (hash != NULL)
        set_digest(p, hash, name);
    return 1;
}

/* Since 4.0 a list without any of these changes nothing; before, PSS without a digest takes SHA-1 at that point. */
static int has_own(const OSSL_PARAM params[])
{
    static const char *const keys[] = {
        OSSL_SIGNATURE_PARAM_DIGEST,      OSSL_SIGNATURE_PARAM_PROPERTIES,  OSSL_SIGNATURE_PARAM_PAD_MODE,
        OSSL_SIGNATURE_PARAM_PSS_SALTLEN, OSSL_SIGNATURE_PARAM_MGF1_DIGEST, OSSL_SIGNATURE_PARAM_MGF1_PROPERTIES,
    };

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (ab_param_locate_const(params, keys[i]) != NULL)
            return 1;
    return 0;
}

int ab_rsa_parameters_set(struct ab_rsa_signing *s, const OSSL_PARAM params[])
{
    const OSSL_PARAM *pad = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_PAD_MODE);
    const OSSL_PARAM *salt = ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_PSS_SALTLEN);
    struct parameters p = current(s);

    if (s->head.base.prov->release >= AB_RELEASE(4, 0) && !has_own(params))
        return 1;
    if ((pad != NULL && !set_pad_mode(&p, pad)) || (salt != NULL && !set_salt_len(s, &p, salt))
        || !set_mgf1(s, &p, params) || !set_named_digest(s, &p, params) || !is_consistent(s, &p))
        return 0;
    take(s, &p);
    if (ab_param_locate_const(params, OSSL_SIGNATURE_PARAM_DIGEST) != NULL)
        s->head.has_message = false; /* a message that began with another digest is lost */
    return 1;
}

/* ---- to and from the default provider ---- */

/* digest_sign_init has already named the digest. */
static int forward_with(struct ab_rsa_signing *s, int pad_mode)
{
    int is_digest_named = s->head.base.begun_by == OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT
                          || s->head.base.begun_by == OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT;
    OSSL_PARAM list[5], *next = list;

    if (s->head.hash != NULL && !is_digest_named)
        *next++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, s->head.digest_name,
                                                     strlen(s->head.digest_name));
    *next++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_SIGNATURE_PARAM_PAD_MODE, &pad_mode);
    if (pad_mode == RSA_PKCS1_PSS_PADDING) {
        *next++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, &s->salt_len);
        if (s->is_mgf1_set)
            *next++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_MGF1_DIGEST, s->mgf1_digest,
                                                         strlen(s->mgf1_digest));
    }
    *next = (OSSL_PARAM)OSSL_PARAM_END;
    return ab_fallback_op_set_params(&s->head.fallback, OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, list);
}

/*
 * The parameters of PSS are kept under another padding, but can be set under PSS only. PSS without a digest has none
 * set.
 */
int ab_rsa_parameters_forward(struct ab_rsa_signing *s)
{
    bool was_pss = s->pad_mode != RSA_PKCS1_PSS_PADDING && s->head.hash != NULL
                   && s->head.base.begun_by != OSSL_FUNC_SIGNATURE_VERIFY_RECOVER_INIT;

    if (s->pad_mode == RSA_PKCS1_PSS_PADDING && s->head.hash == NULL)
        return 1;
    return (!was_pss || forward_with(s, RSA_PKCS1_PSS_PADDING)) && forward_with(s, s->pad_mode);
}

int ab_rsa_parameters_read_back(struct ab_rsa_signing *s)
{
    struct parameters p = { .is_mgf1_set = s->is_mgf1_set };
    OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_SIGNATURE_PARAM_PAD_MODE, &p.pad_mode),
        OSSL_PARAM_int(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, &p.salt_len),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, p.digest, sizeof(p.digest)),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_MGF1_DIGEST, p.mgf1_digest, sizeof(p.mgf1_digest)),
        OSSL_PARAM_END,
    };

    if (!ab_fallback_op_get_params(&s->head.fallback, OSSL_FUNC_SIGNATURE_GET_CTX_PARAMS, list))
        return 0;
    p.is_mgf1_set |= strcasecmp(p.digest, p.mgf1_digest) != 0;
    p.hash = p.digest[0] == '\0' ? NULL : find_hash(s, p.digest, s->head.properties);
    p.mgf1_hash = p.mgf1_digest[0] == '\0' ? NULL : find_hash(s, p.mgf1_digest, s->head.properties);
    if ((p.digest[0] != '\0' && p.hash == NULL) || (p.mgf1_digest[0] != '\0' && p.mgf1_hash == NULL)
        || !is_consistent(s, &p))
        return 0;
    take(s, &p);
    return 1;
}

void ab_rsa_parameters_scheme(const struct ab_rsa_signing *s, struct ab_rsa_scheme *scheme)
{
    *scheme = (struct ab_rsa_scheme){
        .padding = padding_of(s->pad_mode),
        .digest = identify(s->head.hash),
        .hash = s->head.hash,
        .mgf1_hash = s->mgf1_hash,
        .salt_len = s->salt_len,
    };
}
