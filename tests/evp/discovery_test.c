/*
 * The module offers every AES name of the default provider, with all its aliases and OIDs, and describes it in the same
 * way. The list of names comes from OpenSSL, so a name that a later release adds fails here until the module offers it.
 * So with ChaCha20, unless the module reports that OpenSSL's own is as fast on this processor.
 * Digests, MACs and KDFs that the module offers are compared in the same way.
 */
#include <openssl/core_names.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "newer.h"

/* Parameters that are listed although they have no value in this mode or in this test. */
static const struct {
    int mode;
    const char *key, *reason;
} idle[] = {
    { EVP_CIPH_CCM_MODE, OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV,
      "shares GCM's list; CCM sends its nonce by sequence number" },
    { EVP_CIPH_GCM_MODE, OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN,
      "wants a fixed IV; tls_aead_test.c sets one and gets it" },
    { EVP_CIPH_GCM_MODE, "pipeline-tag", "wants a pipeline; pipeline_test.c has one and gets it" },
    { EVP_CIPH_STREAM_CIPHER, "pipeline-tag", "likewise, of ChaCha20-Poly1305" },
    { EVP_CIPH_CBC_MODE, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK_MAX_BUFSIZE,
      "wants a fragment's length, and the default provider aborts without; multi_block_test.c sets it" },
};

static bool is_idle(const struct cipher *c, const char *key)
{
    for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]); i++)
        if (idle[i].mode == EVP_CIPHER_get_mode(c->cipher[MODULE]) && strcmp(idle[i].key, key) == 0)
            return true;
    return false;
}

struct alias_check {
    const struct harness *h;
    const struct cipher *c;
};

/* arg: struct alias_check */
static void check_alias(const char *alias, void *arg)
{
    const struct alias_check *check = arg;
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(check->h->lib[MODULE], alias, NULL);

    if (cipher == NULL)
        fail("%s: the module does not know the alias %s", check->c->name, alias);
    else if (EVP_CIPHER_get0_provider(cipher) != EVP_CIPHER_get0_provider(check->c->cipher[MODULE])
             || !EVP_CIPHER_is_a(check->c->cipher[MODULE], alias))
        fail("%s: alias %s is something else in the module", check->c->name, alias);
    EVP_CIPHER_free(cipher);
}

static void same_number(const struct cipher *c, const char *what, unsigned long def, unsigned long mod)
{
    if (def != mod)
        fail("%s: %s is 0x%lx, default has 0x%lx", c->name, what, mod, def);
}

static void check_properties(const struct cipher *c)
{
    const EVP_CIPHER *d = c->cipher[DEFAULT], *m = c->cipher[MODULE];

    same_number(c, "key length", (unsigned long)EVP_CIPHER_get_key_length(d),
                (unsigned long)EVP_CIPHER_get_key_length(m));
    same_number(c, "iv length", (unsigned long)EVP_CIPHER_get_iv_length(d), (unsigned long)EVP_CIPHER_get_iv_length(m));
    same_number(c, "block size", (unsigned long)EVP_CIPHER_get_block_size(d),
                (unsigned long)EVP_CIPHER_get_block_size(m));
    same_number(c, "mode", (unsigned long)EVP_CIPHER_get_mode(d), (unsigned long)EVP_CIPHER_get_mode(m));
    same_number(c, "flags", EVP_CIPHER_get_flags(d), EVP_CIPHER_get_flags(m));
    same_number(c, "type", (unsigned long)EVP_CIPHER_get_type(d), (unsigned long)EVP_CIPHER_get_type(m));
    same_number(c, "nid", (unsigned long)EVP_CIPHER_get_nid(d), (unsigned long)EVP_CIPHER_get_nid(m));
}

static const OSSL_PARAM *in_list(const OSSL_PARAM *list, const char *key)
{
    return list == NULL ? NULL : OSSL_PARAM_locate_const(list, key);
}

static void check_named(const struct cipher *c, const char *what, const OSSL_PARAM *def, const OSSL_PARAM *mod)
{
    for (; def != NULL && def->key != NULL; def++) {
        const OSSL_PARAM *ours = in_list(mod, def->key);

        if (ours == NULL && is_idle(c, def->key))
            continue;
        if (ours == NULL)
            fail("%s: %s parameter %s is missing", c->name, what, def->key);
        else if (ours->data_type != def->data_type)
            fail("%s: %s parameter %s has data type %u, default has %u", c->name, what, def->key, ours->data_type,
                 def->data_type);
    }
}

typedef int get_fn(void *from, OSSL_PARAM params[]);

static int get_from_cipher(void *from, OSSL_PARAM params[])
{
    return EVP_CIPHER_get_params(from, params);
}

static int get_from_ctx(void *from, OSSL_PARAM params[])
{
    return EVP_CIPHER_CTX_get_params(from, params);
}

/*
 * Returns 1 if the parameter can be read: first its size, without memory, then its value in memory of that size. An
 * octet string that is queried without memory must return the size that it then has.
 */
static int can_get(get_fn *get, void *from, const OSSL_PARAM *named)
{
    uint8_t memory[128] = { 0 };
    OSSL_PARAM params[2] = { *named, OSSL_PARAM_END };
    size_t size;

    params[0].data = NULL;
    params[0].data_size = 0;
    params[0].return_size = OSSL_PARAM_UNMODIFIED;
    if (!get(from, params) || !OSSL_PARAM_modified(&params[0]) || params[0].return_size > sizeof(memory))
        return 0;
    size = params[0].return_size;
    params[0].data = memory;
    params[0].data_size = size;
    params[0].return_size = OSSL_PARAM_UNMODIFIED;
    return get(from, params) && OSSL_PARAM_modified(&params[0]) && params[0].return_size == size;
}

static void check_gettable(const struct cipher *c, const char *what, get_fn *get, void *from, const OSSL_PARAM *list)
{
    for (; list != NULL && list->key != NULL; list++)
        if (!is_idle(c, list->key) && !can_get(get, from, list))
            fail("%s: %s names %s, which cannot be got", c->name, what, list->key);
}

static EVP_CIPHER_CTX *encrypt_something(const struct cipher *c, enum side side)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t key[64], iv[16], text[32] = { 0 }, out[64];
    int len, wraps = EVP_CIPHER_get_mode(c->cipher[side]) == EVP_CIPH_WRAP_MODE;

    for (unsigned i = 0; i < sizeof(key); i++)
        key[i] = (uint8_t)i;
    memset(iv, 0xa6, sizeof(iv));
    if (wraps)
        EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    if (!EVP_EncryptInit_ex2(ctx, c->cipher[side], key, iv, NULL) || !EVP_EncryptUpdate(ctx, out, &len, text, 32)
        || (!wraps && !EVP_EncryptFinal_ex(ctx, out + len, &len))) {
        EVP_CIPHER_CTX_free(ctx);
        return NULL;
    }
    return ctx;
}

/*
 * Everything that can be read from a context of the default provider after a message can also be read from the
 * module's.
 */
static void check_default_gets(const struct cipher *c, EVP_CIPHER_CTX *ctx[NUM_SIDES])
{
    const OSSL_PARAM *list = EVP_CIPHER_gettable_ctx_params(c->cipher[DEFAULT]);

    for (; list != NULL && list->key != NULL; list++)
        if (!is_idle(c, list->key) && can_get(get_from_ctx, ctx[DEFAULT], list)
            && !can_get(get_from_ctx, ctx[MODULE], list))
            fail("%s: context parameter %s can be got from default only", c->name, list->key);
}

static void check_context_params(const struct cipher *c)
{
    EVP_CIPHER_CTX *ctx[NUM_SIDES] = { encrypt_something(c, DEFAULT), encrypt_something(c, MODULE) };

    if (ctx[DEFAULT] == NULL || ctx[MODULE] == NULL) {
        fail("%s: cannot encrypt with %s", c->name, side_names[ctx[DEFAULT] == NULL ? DEFAULT : MODULE]);
    } else {
        check_gettable(c, "gettable_ctx_params", get_from_ctx, ctx[MODULE],
                       EVP_CIPHER_gettable_ctx_params(c->cipher[MODULE]));
        check_default_gets(c, ctx);
    }
    EVP_CIPHER_CTX_free(ctx[DEFAULT]);
    EVP_CIPHER_CTX_free(ctx[MODULE]);
}

static void check_lists(const struct cipher *c)
{
    EVP_CIPHER *d = c->cipher[DEFAULT], *m = c->cipher[MODULE];

    check_named(c, "gettable", EVP_CIPHER_gettable_params(d), EVP_CIPHER_gettable_params(m));
    check_named(c, "settable context", EVP_CIPHER_settable_ctx_params(d), EVP_CIPHER_settable_ctx_params(m));
    check_gettable(c, "gettable_params", get_from_cipher, m, EVP_CIPHER_gettable_params(m));
    check_context_params(c);
}

/* ChaCha20, SM4 and Camellia may be absent, and ARIA where the processor is one without kernels for it. */
static bool is_reported_absent(const struct harness *h, const struct cipher *c)
{
    char line[REPORT_LINE];

    read_report(h->prov[MODULE], c->name, line);
    return strstr(line, "\tabsent\t") != NULL
           && (cipher_is_chacha(c) || cipher_is_sm4(c) || cipher_is_camellia(c)
               || (cipher_is_aria(c) && strstr(line, "no kernels for this processor") != NULL));
}

static void check_cipher(const struct harness *h, const struct cipher *c)
{
    struct alias_check aliases = { h, c };

    if (c->cipher[DEFAULT] == NULL) {
        if (!is_newer(c->name))
            fail("%s: offered by the module only", c->name);
        check_gettable(c, "gettable_params", get_from_cipher, c->cipher[MODULE],
                       EVP_CIPHER_gettable_params(c->cipher[MODULE]));
    } else if (c->cipher[MODULE] == NULL && is_reported_absent(h, c)) {
        printf("%s: left to the default provider\n", c->name);
    } else if (c->cipher[MODULE] == NULL) {
        fail("%s: not offered by the module", c->name);
    } else {
        EVP_CIPHER_names_do_all(c->cipher[DEFAULT], check_alias, &aliases);
        check_properties(c);
        check_lists(c);
    }
}

/* ---- digests ---- */

struct digest_alias_check {
    const struct harness *h;
    const struct digest *d;
};

/* arg: struct digest_alias_check */
static void check_digest_alias(const char *alias, void *arg)
{
    const struct digest_alias_check *check = arg;
    EVP_MD *md = EVP_MD_fetch(check->h->lib[MODULE], alias, NULL);

    if (md == NULL || !EVP_MD_is_a(check->d->md[MODULE], alias))
        fail("%s: the module does not know the alias %s", check->d->name, alias);
    EVP_MD_free(md);
}

/* A key may be listed more than once, each time with another type. */
static bool has_entry(const OSSL_PARAM *list, const OSSL_PARAM *wanted)
{
    for (; list != NULL && list->key != NULL; list++)
        if (strcmp(list->key, wanted->key) == 0 && list->data_type == wanted->data_type)
            return true;
    return false;
}

static void same_list(const char *name, const char *what, const OSSL_PARAM *def, const OSSL_PARAM *mod)
{
    for (const OSSL_PARAM *p = def; p != NULL && p->key != NULL; p++)
        if (!has_entry(mod, p))
            fail("%s: %s parameter %s of type %u is missing", name, what, p->key, p->data_type);
    for (const OSSL_PARAM *p = mod; p != NULL && p->key != NULL; p++)
        if (!has_entry(def, p))
            fail("%s: %s parameter %s of type %u, which default has not", name, what, p->key, p->data_type);
}

static int get_from_digest(void *from, OSSL_PARAM params[])
{
    return EVP_MD_get_params(from, params);
}

static void check_digest_lists(const struct digest *d)
{
    const EVP_MD *def = d->md[DEFAULT], *mod = d->md[MODULE];

    same_list(d->name, "gettable", EVP_MD_gettable_params(def), EVP_MD_gettable_params(mod));
    same_list(d->name, "gettable context", EVP_MD_gettable_ctx_params(def), EVP_MD_gettable_ctx_params(mod));
    same_list(d->name, "settable context", EVP_MD_settable_ctx_params(def), EVP_MD_settable_ctx_params(mod));
    for (const OSSL_PARAM *p = EVP_MD_gettable_params(mod); p != NULL && p->key != NULL; p++)
        if (!can_get(get_from_digest, d->md[MODULE], p))
            fail("%s: gettable_params names %s, which cannot be got", d->name, p->key);
}

static void check_digest(const struct harness *h, const struct digest *d)
{
    const EVP_MD *def = d->md[DEFAULT], *mod = d->md[MODULE];
    struct digest_alias_check aliases = { h, d };

    if (def == NULL) {
        fail("%s: offered by the module only", d->name);
        return;
    }
    EVP_MD_names_do_all(def, check_digest_alias, &aliases);
    if (EVP_MD_get_size(def) != EVP_MD_get_size(mod) || EVP_MD_get_block_size(def) != EVP_MD_get_block_size(mod))
        fail("%s: another size of digest or block", d->name);
    if (EVP_MD_get_flags(def) != EVP_MD_get_flags(mod) || EVP_MD_get_type(def) != EVP_MD_get_type(mod))
        fail("%s: other flags or another type", d->name);
    check_digest_lists(d);
}

/* ---- MACs and KDFs ---- */

struct keyed_check {
    const struct harness *h;
    const struct mac *mac;
    const struct kdf *kdf;
};

/* arg: struct keyed_check */
static void check_mac_alias(const char *alias, void *arg)
{
    const struct keyed_check *check = arg;
    EVP_MAC *mac = EVP_MAC_fetch(check->h->lib[MODULE], alias, NULL);

    if (mac == NULL || !EVP_MAC_is_a(check->mac->mac[MODULE], alias))
        fail("%s: the module does not know the alias %s", check->mac->name, alias);
    EVP_MAC_free(mac);
}

static void check_kdf_alias(const char *alias, void *arg)
{
    const struct keyed_check *check = arg;
    EVP_KDF *kdf = EVP_KDF_fetch(check->h->lib[MODULE], alias, NULL);

    if (kdf == NULL || !EVP_KDF_is_a(check->kdf->kdf[MODULE], alias))
        fail("%s: the module does not know the alias %s", check->kdf->name, alias);
    EVP_KDF_free(kdf);
}

static int get_from_mac(void *from, OSSL_PARAM params[])
{
    return EVP_MAC_get_params(from, params);
}

static int get_from_kdf(void *from, OSSL_PARAM params[])
{
    return EVP_KDF_get_params(from, params);
}

static void check_gets(const char *name, get_fn *get, void *from, const OSSL_PARAM *list)
{
    for (; list != NULL && list->key != NULL; list++)
        if (!can_get(get, from, list))
            fail("%s: gettable_params names %s, which cannot be got", name, list->key);
}

static void check_mac(const struct harness *h, const struct mac *m)
{
    EVP_MAC *def = m->mac[DEFAULT], *mod = m->mac[MODULE];
    struct keyed_check check = { h, m, NULL };

    if (def == NULL) {
        if (!is_newer(m->name))
            fail("%s: offered by the module only", m->name);
        return;
    }
    EVP_MAC_names_do_all(def, check_mac_alias, &check);
    same_list(m->name, "gettable", EVP_MAC_gettable_params(def), EVP_MAC_gettable_params(mod));
    same_list(m->name, "gettable context", EVP_MAC_gettable_ctx_params(def), EVP_MAC_gettable_ctx_params(mod));
    same_list(m->name, "settable context", EVP_MAC_settable_ctx_params(def), EVP_MAC_settable_ctx_params(mod));
    check_gets(m->name, get_from_mac, mod, EVP_MAC_gettable_params(mod));
}

static void check_kdf(const struct harness *h, const struct kdf *k)
{
    EVP_KDF *def = k->kdf[DEFAULT], *mod = k->kdf[MODULE];
    struct keyed_check check = { h, NULL, k };

    if (def == NULL) {
        if (!is_newer(k->name))
            fail("%s: offered by the module only", k->name);
        return;
    }
    EVP_KDF_names_do_all(def, check_kdf_alias, &check);
    same_list(k->name, "gettable", EVP_KDF_gettable_params(def), EVP_KDF_gettable_params(mod));
    same_list(k->name, "gettable context", EVP_KDF_gettable_ctx_params(def), EVP_KDF_gettable_ctx_params(mod));
    same_list(k->name, "settable context", EVP_KDF_settable_ctx_params(def), EVP_KDF_settable_ctx_params(mod));
    check_gets(k->name, get_from_kdf, mod, EVP_KDF_gettable_params(mod));
}

int main(int argc, char **argv)
{
    static struct harness h;
    unsigned shared = 0;

    (void)argc, (void)argv;
    harness_open(&h);
    for (unsigned i = 0; i < h.num_ciphers; i++) {
        check_cipher(&h, &h.ciphers[i]);
        shared += cipher_is_shared(&h.ciphers[i], NULL);
    }
    for (unsigned i = 0; i < h.num_digests; i++)
        check_digest(&h, &h.digests[i]);
    for (unsigned i = 0; i < h.num_macs; i++)
        check_mac(&h, &h.macs[i]);
    for (unsigned i = 0; i < h.num_kdfs; i++)
        check_kdf(&h, &h.kdfs[i]);
    printf("%u ciphers, %u on both sides, %u digests, %u MACs, %u KDFs, %u failures\n", h.num_ciphers, shared,
           h.num_digests, h.num_macs, h.num_kdfs, failures);
    harness_close(&h);
    return failures != 0;
}
