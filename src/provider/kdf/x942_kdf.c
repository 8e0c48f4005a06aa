/*
 * X942KDF-ASN1 for OpenSSL (ANSI X9.42, RFC 2631 sec. 2.1.2): hash(secret | OtherInfo), where OtherInfo is an ASN.1
 * structure with a counter in it. The derivation is in src/crypto/kdf/sskdf.c. Key wraps other than AES's, named under
 * properties or not, and long structures fall back to the default provider.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>
#include <string.h>
#include <strings.h>

#include "afterburner/sskdf.h"
#include "ct/ct.h"
#include "provider/der.h"
#include "provider/error.h"
#include "provider/kdf/digest_kdf.h"
#include "provider/param.h"

enum { SECRET, OTHER_FIELDS, PARTY_U, PARTY_V, PUBLIC, PRIVATE };
enum { MAX_FIELDS = 768, MAX_INFO = 896, MAX_LEN = 1 << 30, COUNTER_LEN = 4 };

/* A key wrap that the derived key is for: its names, the last byte of its OID (RFC 3565), and its key's bits. */
struct ab_x942_wrap {
    const char *names[4];
    uint8_t arc;
    uint32_t key_bits;
};

static const struct ab_x942_wrap wraps[] = {
    { { "AES-128-WRAP", "AES128-WRAP", "id-aes128-wrap", "2.16.840.1.101.3.4.1.5" }, 5, 128 },
    { { "AES-192-WRAP", "AES192-WRAP", "id-aes192-wrap", "2.16.840.1.101.3.4.1.25" }, 25, 192 },
    { { "AES-256-WRAP", "AES256-WRAP", "id-aes256-wrap", "2.16.840.1.101.3.4.1.45" }, 45, 256 },
};

static OSSL_FUNC_kdf_newctx_fn new;
static OSSL_FUNC_kdf_settable_ctx_params_fn settable_ctx_params;

static void set_defaults(struct ab_digest_kdf *k)
{
    k->u.x942.wrap = NULL;
    k->u.x942.has_key_bits = 1;
}

/* ---- parameters ---- */

static const struct ab_x942_wrap *find_wrap(const OSSL_PARAM *p)
{
    if (p->data_type != OSSL_PARAM_UTF8_STRING || p->data == NULL)
        return NULL;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 4; j++)
            if (strcasecmp(p->data, wraps[i].names[j]) == 0)
                return &wraps[i];
    return NULL;
}

static int has_both(const OSSL_PARAM params[], const char *key, const char *other)
{
    return ab_param_locate_const(params, key) != NULL && ab_param_locate_const(params, other) != NULL;
}

/*
 * The default provider fetches the cipher, and before 3.6 finds none if there are properties. From 3.6 on it refuses
 * two names of one input.
 */
static int is_foreign(const OSSL_PARAM params[])
{
    const OSSL_PARAM *wrap = ab_param_locate_const(params, OSSL_KDF_PARAM_CEK_ALG);

    return (wrap != NULL
            && (find_wrap(wrap) == NULL || ab_param_locate_const(params, OSSL_KDF_PARAM_PROPERTIES) != NULL))
           || has_both(params, OSSL_KDF_PARAM_SECRET, OSSL_KDF_PARAM_KEY)
           || has_both(params, OSSL_KDF_PARAM_X942_PARTYUINFO, OSSL_KDF_PARAM_UKM);
}

/* An empty byte string changes nothing, whatever its type. */
static int set_part(const struct ab_provctx *prov, struct ab_octets *o, const OSSL_PARAM *p)
{
    return p->data == NULL || p->data_size == 0 || ab_octets_set_param(prov, o, p);
}

/* The public information takes the place of the key's bits. */
static int set_numbers(struct ab_digest_kdf *k, const OSSL_PARAM params[])
{
    const OSSL_PARAM *has_key_bits = ab_param_locate_const(params, OSSL_KDF_PARAM_X942_USE_KEYBITS),
                     *wrap = ab_param_locate_const(params, OSSL_KDF_PARAM_CEK_ALG);

    if (has_key_bits != NULL && !ab_param_get_int(has_key_bits, &k->u.x942.has_key_bits)) {
        AB_RAISE_DETAIL(k->prov, AB_R_INVALID_PARAMETER, "%s", has_key_bits->key);
        return 0;
    }
    if (ab_param_locate_const(params, OSSL_KDF_PARAM_X942_SUPP_PUBINFO) != NULL)
        k->u.x942.has_key_bits = 0;
    if (wrap != NULL)
        k->u.x942.wrap = find_wrap(wrap);
    return 1;
}

static OSSL_PARAM *add_numbers(struct ab_digest_kdf *k, OSSL_PARAM *next)
{
    const struct ab_x942_wrap *wrap = k->u.x942.wrap;

    *next++ = (OSSL_PARAM)OSSL_PARAM_int(OSSL_KDF_PARAM_X942_USE_KEYBITS, &k->u.x942.has_key_bits);
    if (wrap != NULL)
        *next++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_CEK_ALG, (char *)wrap->names[0], 0);
    return next;
}

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SECRET, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_UKM, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_X942_ACVPINFO, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_X942_PARTYUINFO, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_X942_PARTYVINFO, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_X942_SUPP_PUBINFO, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_X942_SUPP_PRIVINFO, NULL, 0),
        OSSL_PARAM_int(OSSL_KDF_PARAM_X942_USE_KEYBITS, NULL),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_CEK_ALG, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return list;
}

/* ---- OtherInfo ---- */

struct info {
    uint8_t bytes[MAX_INFO];
    size_t len, counter_at; /* where the counter's four bytes are */
};

/* KeySpecificInfo: the wrap's OID and the counter. */
static uint8_t *write_key_info(struct info *info, uint8_t *at, const struct ab_x942_wrap *wrap)
{
    const uint8_t oid[] = { 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, wrap->arc };

    at = ab_der_write_head(at, AB_DER_SEQUENCE, ab_der_element_len(sizeof(oid)) + ab_der_element_len(COUNTER_LEN));
    at = ab_der_write(at, AB_DER_OID, oid, sizeof(oid));
    at = ab_der_write_head(at, AB_DER_OCTET_STRING, COUNTER_LEN);
    info->counter_at = (size_t)(at - info->bytes);
    return at + COUNTER_LEN;
}

/* [tag] EXPLICIT OCTET STRING */
static uint8_t *write_field(uint8_t *at, unsigned tag, const uint8_t *data, size_t len)
{
    at = ab_der_write_head(at, (uint8_t)(AB_DER_CONSTRUCTED_0 + tag), ab_der_element_len(len));
    return ab_der_write(at, AB_DER_OCTET_STRING, data, len);
}

static uint8_t *write_part(uint8_t *at, unsigned tag, const struct ab_octets *o)
{
    return o->data == NULL ? at : write_field(at, tag, o->data, o->len);
}

/* What follows the head of OtherInfo. "acvp-info" is DER already. */
static uint8_t *write_fields(const struct ab_digest_kdf *k, struct info *info, uint8_t *at)
{
    const struct ab_octets *fields = &k->parts[OTHER_FIELDS];
    uint32_t key_bits = __builtin_bswap32(k->u.x942.wrap->key_bits);

    at = write_key_info(info, at, k->u.x942.wrap);
    if (fields->len != 0)
        memcpy(at, fields->data, fields->len);
    at = write_part(at + fields->len, 0, &k->parts[PARTY_U]);
    at = write_part(at, 1, &k->parts[PARTY_V]);
    if (k->u.x942.has_key_bits)
        at = write_field(at, 2, (const uint8_t *)&key_bits, sizeof(key_bits));
    at = write_part(at, 2, &k->parts[PUBLIC]);
    return write_part(at, 3, &k->parts[PRIVATE]);
}

/* Write the fields where the longest head ends, and then the head before them. */
static void write_info(const struct ab_digest_kdf *k, struct info *info, const uint8_t **begin)
{
    enum { LONGEST_HEAD = 4 };
    uint8_t *fields = info->bytes + LONGEST_HEAD;
    size_t len = (size_t)(write_fields(k, info, fields) - fields), head = ab_der_element_len(len) - len;

    ab_der_write_head(fields - head, AB_DER_SEQUENCE, len);
    *begin = fields - head;
    info->len = head + len;
}

static int fits(const struct ab_digest_kdf *k)
{
    size_t len = 0;

    for (unsigned i = OTHER_FIELDS; i <= PRIVATE; i++) {
        if (k->parts[i].len > MAX_FIELDS)
            return 0;
        len += k->parts[i].len;
    }
    return len <= MAX_FIELDS;
}

/* ---- derivation ---- */

static int has_consistent_info(const struct ab_digest_kdf *k)
{
    int has_fields = k->parts[PARTY_U].data != NULL || k->parts[PARTY_V].data != NULL || k->parts[PUBLIC].data != NULL
                     || k->parts[PRIVATE].data != NULL;

    if (k->u.x942.has_key_bits && k->parts[PUBLIC].data != NULL)
        AB_RAISE_CODE(k->prov, ERR_LIB_PROV, PROV_R_INVALID_PUBINFO);
    else if (k->parts[OTHER_FIELDS].data != NULL && has_fields)
        AB_RAISE_CODE(k->prov, ERR_LIB_PROV, PROV_R_INVALID_DATA);
    else
        return 1;
    return 0;
}

static int has_all(const struct ab_digest_kdf *k, size_t len)
{
    if (!has_consistent_info(k) || !ab_digest_kdf_has(k, SECRET, AB_R_MISSING_SECRET))
        return 0;
    if (k->hash == NULL)
        AB_RAISE_DETAIL(k->prov, AB_R_MISSING_MESSAGE_DIGEST, "X942KDF-ASN1");
    else if (k->u.x942.wrap == NULL)
        AB_RAISE_CODE(k->prov, ERR_LIB_PROV, PROV_R_MISSING_CEK_ALG);
    else if (len == 0 || len > MAX_LEN || k->parts[SECRET].len > MAX_LEN)
        AB_RAISE_DETAIL(k->prov, AB_R_BAD_LENGTH, "%zu bytes", len);
    else
        return 1;
    return 0;
}

static int derive(struct ab_digest_kdf *k, uint8_t *out, size_t len)
{
    const struct ab_octets *secret = &k->parts[SECRET];
    const uint8_t *begin, *counter;
    struct info info;

    if (!has_all(k, len))
        return 0;
    if (!fits(k))
        return ab_digest_kdf_fall_back(k) && ab_fallback_kdf_derive(&k->fallback, out, len);
    write_info(k, &info, &begin);
    counter = info.bytes + info.counter_at;
    ab_x942_kdf(k->hash, secret->data, secret->len, begin, (size_t)(counter - begin), counter + COUNTER_LEN,
                (size_t)(begin + info.len - counter) - COUNTER_LEN, out, len);
    ab_wipe(&info, sizeof(info));
    return 1;
}

static const struct ab_digest_kdf_desc desc = {
    .name = "X942KDF-ASN1",
    .parts = { { OSSL_KDF_PARAM_SECRET, OSSL_KDF_PARAM_KEY },
               { OSSL_KDF_PARAM_X942_ACVPINFO, NULL },
               { OSSL_KDF_PARAM_X942_PARTYUINFO, OSSL_KDF_PARAM_UKM },
               { OSSL_KDF_PARAM_X942_PARTYVINFO, NULL },
               { OSSL_KDF_PARAM_X942_SUPP_PUBINFO, NULL },
               { OSSL_KDF_PARAM_X942_SUPP_PRIVINFO, NULL } },
    .set_part = set_part,
    .is_foreign = is_foreign,
    .set_defaults = set_defaults,
    .set_numbers = set_numbers,
    .add_numbers = add_numbers,
    .derive = derive,
    .lenient_since = AB_RELEASE(3, 4),
    .has_digest_size = 1,
};

static void *new(void *provctx)
{
    return ab_digest_kdf_new(provctx, &desc);
}

const OSSL_DISPATCH ab_x942_kdf_functions[] = {
    AB_KDF_FN(NEWCTX, new),
    AB_KDF_FN(SETTABLE_CTX_PARAMS, settable_ctx_params),
    AB_DIGEST_KDF_CONTEXT_ENTRIES,
    AB_DIGEST_KDF_PARAM_ENTRIES,
    { 0, NULL },
};
