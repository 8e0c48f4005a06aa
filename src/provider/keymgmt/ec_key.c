/* Native numbers and twins of keys on elliptic curves, and the names of curves. */
#include "provider/keymgmt/ec_key.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ct/ct.h"
#include "provider/context.h"
#include "provider/fallback/fallback.h"
#include "provider/health.h"

/* OpenSSL's names; for curves of NIST also NIST's names. */
static const char *const names[AB_NUM_CURVES] = {
    [AB_P192] = "prime192v1",
    [AB_P256] = "prime256v1",
    [AB_P384] = "secp384r1",
    [AB_P521] = "secp521r1",
};

struct ab_ec_key *ab_ec_key_new(struct ab_provctx *prov)
{
    struct ab_ec_key *key = ab_alloc_zeros(prov, sizeof(*key), "key");

    if (key == NULL)
        return NULL;
    key->prov = prov;
    ab_twin_init(&key->twin, prov, AB_KEY_EC);
    atomic_init(&key->references, 1);
    return key;
}

struct ab_ec_key *ab_ec_key_hold(struct ab_ec_key *key)
{
    atomic_fetch_add_explicit(&key->references, 1, memory_order_relaxed);
    return key;
}

void ab_ec_key_free(struct ab_ec_key *key)
{
    if (key == NULL || atomic_fetch_sub_explicit(&key->references, 1, memory_order_acq_rel) != 1)
        return;
    ab_twin_clear(&key->twin);
    ab_wipe(key->private_key, sizeof(key->private_key));
    free(key);
}

/* ---- curves ---- */

/* OpenSSL compares NIST's names exactly, its own without regard to case. */
static int is_named(const struct ab_ec_kernels *curve, const char *name)
{
    const char *nist = names[ab_curve_id(curve)] == NULL ? NULL : ab_curve_name(curve);

    return (nist != NULL && strcmp(name, nist) == 0) || strcasecmp(name, ab_ec_curve_name(curve)) == 0;
}

static int default_takes_curve(struct ab_provctx *prov, const char *name)
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)name, 0), OSSL_PARAM_END };
    struct ab_twin twin;
    int ok;

    ab_twin_init(&twin, prov, AB_KEY_EC);
    ok = ab_twin_import(&twin, OSSL_KEYMGMT_SELECT_ALL_PARAMETERS, params);
    ab_twin_clear(&twin);
    return ok;
}

/*
 * Some distributions remove curves from their OpenSSL. Do not offer these: keys on them could be generated but not
 * written. Without the default provider there is nothing to query, and every curve is offered.
 */
static int is_in_openssl(struct ab_provctx *prov, enum ab_curve_id id)
{
    enum { UNKNOWN, THERE, MISSING };
    unsigned char state = atomic_load_explicit(&prov->curve_in_openssl[id], memory_order_relaxed);

    if (state == UNKNOWN) { /* concurrent threads find the same answer */
        state = !ab_fallback_is_there(prov) || default_takes_curve(prov, ab_ec_curve_name(*ab_curve_list(id)))
                    ? THERE
                    : MISSING;
        atomic_store_explicit(&prov->curve_in_openssl[id], state, memory_order_relaxed);
    }
    return state == THERE;
}

/*
 * P-224 stays with OpenSSL, which has faster code of its own for it. (It has none for the same curve under its WTLS
 * name.) curveSM2 serves its hybrid with ML-KEM alone: OpenSSL's type EC has no keys on it.
 */
static int serves_ec(enum ab_curve_id id)
{
    return id != AB_P224 && id != AB_CURVESM2;
}

const struct ab_ec_kernels *ab_ec_curve_named(struct ab_provctx *prov, const char *name)
{
    for (unsigned id = 0; id < AB_NUM_CURVES; id++)
        if (serves_ec((enum ab_curve_id)id) && is_named(*ab_curve_list((enum ab_curve_id)id), name))
            return is_in_openssl(prov, (enum ab_curve_id)id) ? ab_health_curve(prov, (enum ab_curve_id)id) : NULL;
    return NULL;
}

const char *ab_ec_curve_name(const struct ab_ec_kernels *curve)
{
    const char *name = names[ab_curve_id(curve)];

    return name == NULL ? ab_curve_name(curve) : name;
}

/* ---- native numbers ---- */

int ab_ec_key_set_public(struct ab_ec_key *key, const uint8_t *encoded, size_t len)
{
    uint8_t xy[AB_EC_MAX_XY_LEN];

    if (encoded == NULL || !ab_ec_decode(key->curve, xy, encoded, len))
        return 0;
    memcpy(key->public_key, xy, 2 * ab_curve_field_len(key->curve));
    key->has_public = true;
    return 1;
}

int ab_ec_key_set_private(struct ab_ec_key *key, const uint8_t *number, size_t len)
{
    size_t order_len = ab_curve_order_len(key->curve);
    uint8_t private_key[AB_EC_MAX_ORDER_LEN] = { 0 }, beyond = 0;

    for (size_t i = 0; i < len; i++)
        if (i < order_len)
            private_key[order_len - 1 - i] = number[i];
        else
            beyond |= number[i];
    key->has_private = beyond == 0 && ab_ec_check_private(key->curve, private_key);
    if (key->has_private)
        memcpy(key->private_key, private_key, order_len);
    ab_wipe(private_key, sizeof(private_key));
    return key->has_private;
}

void ab_ec_key_get_private(const struct ab_ec_key *key, uint8_t *number)
{
    size_t len = ab_curve_order_len(key->curve);

    for (size_t i = 0; i < len; i++)
        number[i] = key->private_key[len - 1 - i];
}

/* ---- the twin ---- */

/* Export the key as it was imported or generated: by the curve's name, with an uncompressed public key. */
static int export_native(void *native, int selection, OSSL_CALLBACK *callback, void *arg)
{
    const struct ab_ec_key *key = native;
    uint8_t encoded[AB_EC_MAX_ENCODED_LEN], number[AB_EC_MAX_ORDER_LEN];
    OSSL_PARAM params[4], *p = params;
    int ok;

    (void)selection; /* always all of it */
    if (key->curve == NULL)
        return 0;
    *p++ = (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)ab_ec_curve_name(key->curve), 0);
    if (key->has_public)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(
            OSSL_PKEY_PARAM_PUB_KEY, encoded, ab_ec_encode(key->curve, encoded, AB_EC_UNCOMPRESSED, key->public_key));
    if (key->has_private) {
        ab_ec_key_get_private(key, number);
        *p++ = (OSSL_PARAM)OSSL_PARAM_BN(OSSL_PKEY_PARAM_PRIV_KEY, number, ab_curve_order_len(key->curve));
    }
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    ok = callback(params, arg);
    ab_wipe(number, sizeof(number));
    return ok;
}

void *ab_ec_key_twin(struct ab_ec_key *key)
{
    const int parameters = OSSL_KEYMGMT_SELECT_ALL_PARAMETERS;
    const int selection = parameters | (key->has_public || key->has_private ? OSSL_KEYMGMT_SELECT_KEYPAIR : 0);

    return ab_twin_get(&key->twin, export_native, key, selection);
}

static int get_one(const struct ab_twin *twin, OSSL_PARAM named, size_t *len)
{
    OSSL_PARAM params[2] = { named, OSSL_PARAM_END };

    params[0].return_size = OSSL_PARAM_UNMODIFIED;
    if (!ab_twin_get_params(twin, params) || params[0].return_size == OSSL_PARAM_UNMODIFIED)
        return 0;
    *len = params[0].return_size;
    return 1;
}

static const struct ab_ec_kernels *read_curve(const struct ab_ec_key *key)
{
    char name[32] = "";
    size_t len;

    if (!get_one(&key->twin, (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, name, sizeof(name)), &len))
        return NULL;
    return ab_ec_curve_named(key->prov, name);
}

/* The twin exports the point uncompressed, whatever the key's point format is. */
static int read_public(struct ab_ec_key *key)
{
    uint8_t encoded[AB_EC_MAX_ENCODED_LEN];
    OSSL_PARAM p = OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, encoded, sizeof(encoded));
    size_t len;

    return get_one(&key->twin, p, &len) && ab_ec_key_set_public(key, encoded, len);
}

static int read_private(struct ab_ec_key *key)
{
    uint8_t number[AB_EC_MAX_ORDER_LEN];
    OSSL_PARAM p = OSSL_PARAM_BN(OSSL_PKEY_PARAM_PRIV_KEY, number, ab_curve_order_len(key->curve));
    size_t len;
    int ok = get_one(&key->twin, p, &len) && ab_ec_key_set_private(key, number, len);

    ab_wipe(number, sizeof(number));
    return ok;
}

void ab_ec_key_forget_native(struct ab_ec_key *key)
{
    key->curve = NULL;
    key->has_public = key->has_private = key->is_plain = false;
    ab_wipe(key->private_key, sizeof(key->private_key));
}

void ab_ec_key_read_twin(struct ab_ec_key *key)
{
    const struct ab_twin *twin = &key->twin;

    ab_ec_key_forget_native(key);
    key->curve = !ab_twin_has(twin, OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS) ? NULL : read_curve(key);
    if (key->curve == NULL)
        return;
    if ((ab_twin_has(twin, OSSL_KEYMGMT_SELECT_PUBLIC_KEY) && !read_public(key))
        || (ab_twin_has(twin, OSSL_KEYMGMT_SELECT_PRIVATE_KEY) && !read_private(key)))
        ab_ec_key_forget_native(key);
}
