/* Keys of RSA: a native key, the parameters it was imported from, and a twin made from these. */
#include "provider/keymgmt/rsa_key.h"

#include <openssl/core_names.h>
#include <stdlib.h>
#include <string.h>

#include "provider/context.h"
#include "provider/error.h"
#include "provider/health.h"
#include "provider/keep_first.h"
#include "provider/keymgmt/rsa_numbers.h"

enum {
    PRIVATE = OSSL_KEYMGMT_SELECT_PRIVATE_KEY,
    PAIR = OSSL_KEYMGMT_SELECT_KEYPAIR,
    OTHER = OSSL_KEYMGMT_SELECT_OTHER_PARAMETERS
};

static void free_native(void *native)
{
    ab_rsa_key_free(native);
}

struct ab_rsa_keydata *ab_rsa_keydata_new(struct ab_provctx *prov, enum ab_key_type type)
{
    struct ab_rsa_keydata *key = ab_alloc_zeros(prov, sizeof(*key), "key");

    if (key == NULL)
        return NULL;
    ab_twin_init(&key->twin, prov, type);
    atomic_init(&key->references, 1);
    return key;
}

struct ab_rsa_keydata *ab_rsa_keydata_hold(struct ab_rsa_keydata *key)
{
    atomic_fetch_add_explicit(&key->references, 1, memory_order_relaxed);
    return key;
}

void ab_rsa_keydata_free(struct ab_rsa_keydata *key)
{
    if (key == NULL || atomic_fetch_sub_explicit(&key->references, 1, memory_order_acq_rel) != 1)
        return;
    ab_twin_clear(&key->twin);
    ab_param_copy_free(&key->imported);
    free_native(key->native);
    free_native(key->native_public);
    free(key);
}

/* ---- native numbers ---- */

static struct ab_rsa_key *make_native(struct ab_provctx *prov, int selection, const OSSL_PARAM params[])
{
    const struct ab_bignum *bignum = ab_health_rsa(prov);
    struct ab_rsa_numbers numbers;

    if (bignum == NULL || !ab_rsa_numbers_read(&numbers, params, (selection & PRIVATE) != 0)
        || !ab_rsa_numbers_gain(&numbers))
        return NULL;
    return ab_rsa_key_new(bignum, &numbers);
}

struct taking {
    struct ab_rsa_keydata *key;
    struct ab_rsa_key *native;
};

static int take(const OSSL_PARAM params[], void *arg)
{
    struct taking *t = arg;

    t->native = make_native(t->key->twin.prov, PAIR, params);
    return 1;
}

const struct ab_rsa_key *ab_rsa_keydata_native(struct ab_rsa_keydata *key)
{
    struct taking t = { key, atomic_load_explicit(&key->native, memory_order_acquire) };

    if (t.native != NULL)
        return t.native;
    if (key->imported.list != NULL)
        t.native = make_native(key->twin.prov, key->imported_selection, key->imported.list);
    else
        ab_twin_export(&key->twin, PAIR, take, &t);
    return t.native == NULL ? NULL : ab_keep_first(&key->native, t.native, free_native);
}

const struct ab_rsa_key *ab_rsa_keydata_native_public(struct ab_rsa_keydata *key)
{
    struct ab_rsa_key *made = atomic_load_explicit(&key->native_public, memory_order_acquire);

    if (made != NULL)
        return made;
    if (!key->is_private || atomic_load_explicit(&key->native, memory_order_relaxed) != NULL)
        return ab_rsa_keydata_native(key);
    made = make_native(key->twin.prov, OSSL_KEYMGMT_SELECT_PUBLIC_KEY, key->imported.list);
    return made == NULL ? NULL : ab_keep_first(&key->native_public, made, free_native);
}

bool ab_rsa_keydata_is_same_public(const struct ab_rsa_keydata *a, const struct ab_rsa_keydata *b)
{
    struct ab_rsa_numbers x, y;

    return a->num_bits != 0 && a->num_bits == b->num_bits && ab_rsa_numbers_read(&x, a->imported.list, 0)
           && ab_rsa_numbers_read(&y, b->imported.list, 0) && ab_rsa_number_is_equal(&x.n, &y.n)
           && ab_rsa_number_is_equal(&x.e, &y.e);
}

/* ---- twin ---- */

static int export_imported(void *keydata, int selection, OSSL_CALLBACK *callback, void *arg)
{
    const struct ab_rsa_keydata *key = keydata;

    (void)selection;
    return key->imported.list == NULL || callback(key->imported.list, arg);
}

void *ab_rsa_keydata_twin(struct ab_rsa_keydata *key)
{
    return ab_twin_get(&key->twin, export_imported, key, key->imported_selection);
}

/* ---- import, generation and adoption ---- */

static int has_restrictions(const OSSL_PARAM params[])
{
    static const char *const names[] = {
        OSSL_PKEY_PARAM_RSA_DIGEST,
        OSSL_PKEY_PARAM_RSA_MASKGENFUNC,
        OSSL_PKEY_PARAM_RSA_MGF1_DIGEST,
        OSSL_PKEY_PARAM_RSA_PSS_SALTLEN,
    };

    for (; params->key != NULL; params++)
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            if (strcmp(params->key, names[i]) == 0)
                return 1;
    return 0;
}

static int is_empty(const struct ab_rsa_keydata *key)
{
    return key->imported.list == NULL && ab_twin_peek(&key->twin) == NULL;
}

/* Keep the parameters if the numbers that were read from them make a native key. Return -1 if they do not. */
static int keep(struct ab_rsa_keydata *key, int selection, const OSSL_PARAM params[],
                const struct ab_rsa_numbers *numbers)
{
    size_t num_bits = ab_rsa_numbers_bits(numbers);

    if (num_bits == 0)
        return -1;
    if (!ab_param_copy_make(&key->imported, params)) {
        AB_RAISE_DETAIL(key->twin.prov, AB_R_OUT_OF_MEMORY, "key");
        return 0;
    }
    key->imported_selection = selection;
    key->num_bits = num_bits;
    key->num_primes = numbers->num_primes;
    key->is_private = numbers->d.len != 0;
    return 1;
}

int ab_rsa_keydata_import(struct ab_rsa_keydata *key, int selection, const OSSL_PARAM params[])
{
    bool is_restricted = (selection & OTHER) != 0 && has_restrictions(params);
    struct ab_rsa_numbers numbers;
    int kept = -1;

    if (!is_empty(key))
        return 0;
    if ((selection & PAIR) != 0 && !is_restricted && ab_rsa_numbers_read(&numbers, params, (selection & PRIVATE) != 0)
        && ab_rsa_numbers_gain(&numbers))
        kept = keep(key, selection, params, &numbers);
    if (kept >= 0)
        return kept;
    key->is_restricted = is_restricted;
    return ab_twin_import(&key->twin, selection, params);
}

int ab_rsa_keydata_generated(struct ab_rsa_keydata *key, struct ab_rsa_key *native)
{
    OSSL_PARAM params[AB_RSA_NUMBERS_MAX];
    struct ab_rsa_numbers numbers;

    ab_rsa_key_numbers(native, &numbers);
    ab_rsa_numbers_write(&numbers, params);
    atomic_store_explicit(&key->native, native, memory_order_release);
    return keep(key, PAIR, params, &numbers) == 1;
}

static int look_for_restrictions(const OSSL_PARAM params[], void *arg)
{
    struct ab_rsa_keydata *key = arg;

    key->is_restricted = has_restrictions(params);
    return 1;
}

int ab_rsa_keydata_adopt(struct ab_rsa_keydata *key, void *twin_keydata)
{
    if (!ab_twin_adopt(&key->twin, twin_keydata))
        return 0;
    return key->twin.type == AB_KEY_RSA || ab_twin_export(&key->twin, PAIR | OTHER, look_for_restrictions, key);
}
