/*
 * Use the module without EVP: load it with dlopen, give it a core without any upcall, and call its functions as
 * libcrypto does. This reaches mistakes that EVP prevents: wrong lengths of key and IV, too little room for the output,
 * and calls in the wrong order.
 */
#include <dlfcn.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

enum { MAX_KEY = 100, MAX_IV = 300, ROOM = 256 };

typedef void any_fn(void);

struct functions {
    const char *name;
    OSSL_FUNC_cipher_newctx_fn *newctx;
    OSSL_FUNC_cipher_freectx_fn *freectx;
    OSSL_FUNC_cipher_dupctx_fn *dupctx;
    OSSL_FUNC_cipher_encrypt_init_fn *encrypt_init;
    OSSL_FUNC_cipher_decrypt_init_fn *decrypt_init;
    OSSL_FUNC_cipher_update_fn *update;
    OSSL_FUNC_cipher_final_fn *final;
    OSSL_FUNC_cipher_get_params_fn *get_params;
    size_t key_len, iv_len, block_len;
    unsigned mode;
};

static unsigned long tried;

static any_fn *find(const OSSL_DISPATCH *table, int id)
{
    for (; table->function_id != 0; table++)
        if (table->function_id == id)
            return table->function;
    return NULL;
}

static void read_functions(struct functions *f, const OSSL_ALGORITHM *a)
{
    const OSSL_DISPATCH *t = a->implementation;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_KEYLEN, &f->key_len),
        OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_IVLEN, &f->iv_len),
        OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, &f->block_len),
        OSSL_PARAM_construct_uint(OSSL_CIPHER_PARAM_MODE, &f->mode),
        OSSL_PARAM_construct_end(),
    };

    f->name = a->algorithm_names;
    f->newctx = (OSSL_FUNC_cipher_newctx_fn *)find(t, OSSL_FUNC_CIPHER_NEWCTX);
    f->freectx = (OSSL_FUNC_cipher_freectx_fn *)find(t, OSSL_FUNC_CIPHER_FREECTX);
    f->dupctx = (OSSL_FUNC_cipher_dupctx_fn *)find(t, OSSL_FUNC_CIPHER_DUPCTX);
    f->encrypt_init = (OSSL_FUNC_cipher_encrypt_init_fn *)find(t, OSSL_FUNC_CIPHER_ENCRYPT_INIT);
    f->decrypt_init = (OSSL_FUNC_cipher_decrypt_init_fn *)find(t, OSSL_FUNC_CIPHER_DECRYPT_INIT);
    f->update = (OSSL_FUNC_cipher_update_fn *)find(t, OSSL_FUNC_CIPHER_UPDATE);
    f->final = (OSSL_FUNC_cipher_final_fn *)find(t, OSSL_FUNC_CIPHER_FINAL);
    f->get_params = (OSSL_FUNC_cipher_get_params_fn *)find(t, OSSL_FUNC_CIPHER_GET_PARAMS);
    if (f->newctx == NULL || f->freectx == NULL || f->dupctx == NULL || f->encrypt_init == NULL
        || f->decrypt_init == NULL || f->update == NULL || f->final == NULL || f->get_params == NULL
        || !f->get_params(params))
        fail("%s: a function is missing", f->name);
}

/* GCM and OCB accept any length in range; CCM's is 15 - L, where L is 8 until it is set. */
static bool takes_iv_len(const struct functions *f, size_t len)
{
    switch (f->mode) {
    case EVP_CIPH_GCM_MODE: return len >= 1 && len <= 128;
    case EVP_CIPH_OCB_MODE: return len >= 1 && len <= 15;
    case EVP_CIPH_CCM_MODE: return len == 7;
    default: return len == f->iv_len;
    }
}

static bool has_no_iv(const struct functions *f)
{
    return f->mode == EVP_CIPH_ECB_MODE || f->mode == EVP_CIPH_SIV_MODE;
}

static void check_key_lengths(const struct functions *f, void *provctx, const uint8_t *bytes)
{
    for (size_t len = 0; len < MAX_KEY; len++)
        for (unsigned enc = 0; enc < 2; enc++) {
            void *ctx = f->newctx(provctx);
            int ok = (enc ? f->encrypt_init : f->decrypt_init)(ctx, bytes, len, NULL, 0, NULL);

            if (ok != (len == f->key_len))
                fail("%s: a key of %zu bytes is %s", f->name, len, ok ? "accepted" : "refused");
            f->freectx(ctx);
            tried++;
        }
}

static void check_iv_lengths(const struct functions *f, void *provctx, const uint8_t *bytes)
{
    if (has_no_iv(f))
        return;
    for (size_t len = 0; len < MAX_IV; len++) {
        void *ctx = f->newctx(provctx);
        int ok = f->encrypt_init(ctx, NULL, 0, bytes, len, NULL);

        if (ok != takes_iv_len(f, len))
            fail("%s: an IV of %zu bytes is %s", f->name, len, ok ? "accepted" : "refused");
        f->freectx(ctx);
        tried++;
    }
}

/* Too little room is an error, and no byte is written. */
static void check_room(const struct functions *f, void *provctx, const uint8_t *bytes)
{
    for (size_t len = 1; len < ROOM / 2; len++) {
        uint8_t out[ROOM], before[ROOM];
        void *ctx = f->newctx(provctx);
        size_t out_len = 0, room = f->block_len == 1 ? len - 1 : len / 16 * 16;
        int ok;

        memset(out, 0xa5, sizeof(out));
        memcpy(before, out, sizeof(out));
        ok = f->encrypt_init(ctx, bytes, f->key_len, has_no_iv(f) ? NULL : bytes, has_no_iv(f) ? 0 : f->iv_len, NULL)
             && f->update(ctx, out, &out_len, room == 0 ? 0 : room - 1, bytes, len);
        if (ok && out_len != 0)
            fail("%s: %zu bytes into room for %zu", f->name, len, room - 1);
        if (memcmp(out, before, sizeof(out)) != 0)
            fail("%s: %zu bytes into room for %zu: something was written", f->name, len, room - 1);
        f->freectx(ctx);
        tried++;
    }
}

static void check_bare_context(const struct functions *f, void *provctx)
{
    uint8_t out[64], in[32] = { 0 };
    size_t len = 0;
    void *ctx = f->newctx(provctx), *copy = f->dupctx(ctx);

    if (f->update(ctx, out, &len, sizeof(out), in, 32))
        fail("%s: data without a key is accepted", f->name);
    f->final(ctx, out, &len, sizeof(out));
    f->freectx(ctx);
    if (copy == NULL || f->update(copy, out, &len, sizeof(out), in, 32))
        fail("%s: a copy of a bare context is not one", f->name);
    f->freectx(copy);
    f->freectx(NULL);
}

/* ---- digests ---- */

struct digest_functions {
    const char *name;
    OSSL_FUNC_digest_newctx_fn *newctx;
    OSSL_FUNC_digest_freectx_fn *freectx;
    OSSL_FUNC_digest_dupctx_fn *dupctx;
    OSSL_FUNC_digest_init_fn *init;
    OSSL_FUNC_digest_update_fn *update;
    OSSL_FUNC_digest_final_fn *final;
    OSSL_FUNC_digest_get_params_fn *get_params;
    size_t len;
    int is_xof;
};

static void read_digest_functions(struct digest_functions *f, const OSSL_ALGORITHM *a)
{
    const OSSL_DISPATCH *t = a->implementation;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_size_t(OSSL_DIGEST_PARAM_SIZE, &f->len),
        OSSL_PARAM_construct_int(OSSL_DIGEST_PARAM_XOF, &f->is_xof),
        OSSL_PARAM_construct_end(),
    };

    f->name = a->algorithm_names;
    f->newctx = (OSSL_FUNC_digest_newctx_fn *)find(t, OSSL_FUNC_DIGEST_NEWCTX);
    f->freectx = (OSSL_FUNC_digest_freectx_fn *)find(t, OSSL_FUNC_DIGEST_FREECTX);
    f->dupctx = (OSSL_FUNC_digest_dupctx_fn *)find(t, OSSL_FUNC_DIGEST_DUPCTX);
    f->init = (OSSL_FUNC_digest_init_fn *)find(t, OSSL_FUNC_DIGEST_INIT);
    f->update = (OSSL_FUNC_digest_update_fn *)find(t, OSSL_FUNC_DIGEST_UPDATE);
    f->final = (OSSL_FUNC_digest_final_fn *)find(t, OSSL_FUNC_DIGEST_FINAL);
    f->get_params = (OSSL_FUNC_digest_get_params_fn *)find(t, OSSL_FUNC_DIGEST_GET_PARAMS);
    if (f->newctx == NULL || f->freectx == NULL || f->dupctx == NULL || f->init == NULL || f->update == NULL
        || f->final == NULL || f->get_params == NULL || !f->get_params(params))
        fail("%s: a function is missing", f->name);
}

/* Too little room for a digest of fixed length is an error, and no byte is written; the exact length suffices. */
static void check_digest_room(const struct digest_functions *f, void *provctx, const uint8_t *bytes)
{
    for (size_t room = 0; room <= f->len + 3 && !f->is_xof; room++) {
        uint8_t out[ROOM], before[ROOM];
        void *ctx = f->newctx(provctx);
        size_t out_len = 0;
        int ok;

        memset(out, 0xa5, sizeof(out));
        memcpy(before, out, sizeof(out));
        ok = f->init(ctx, NULL) && f->update(ctx, bytes, ROOM) && f->final(ctx, out, &out_len, room);
        if (ok != (room >= f->len))
            fail("%s: room for %zu bytes is %s", f->name, room, ok ? "accepted" : "refused");
        if (memcmp(out + (ok ? f->len : 0), before, sizeof(out) - f->len) != 0 || (ok && out_len != f->len))
            fail("%s: room for %zu bytes: something else was written", f->name, room);
        f->freectx(ctx);
        tried++;
    }
}

/*
 * Calls before any init and after the final call do not crash, whatever they return, and an init starts a new message.
 */
static void check_digest_order(const struct digest_functions *f, void *provctx, const uint8_t *bytes)
{
    uint8_t first[ROOM] = { 0 }, again[ROOM] = { 0 };
    void *ctx = f->newctx(provctx), *copy = f->dupctx(ctx);
    size_t len = 0, room = f->is_xof ? 32 : sizeof(first);

    f->update(ctx, bytes, ROOM);
    f->final(ctx, first, &len, room);
    f->update(ctx, bytes, 3);
    f->final(ctx, first, &len, room);
    for (unsigned i = 0; i < 2; i++)
        if (!f->init(i == 0 ? ctx : copy, NULL) || !f->update(i == 0 ? ctx : copy, bytes, 100))
            fail("%s: an init does not start a new message", f->name);
    f->final(ctx, first, &len, room);
    f->final(copy, again, &len, room);
    if (memcmp(first, again, sizeof(first)) != 0)
        fail("%s: an init leaves something of the message before", f->name);
    f->freectx(ctx);
    f->freectx(copy);
    f->freectx(NULL);
    tried++;
}

static void check_digests(const OSSL_ALGORITHM *list, void *provctx, const uint8_t *bytes)
{
    for (; list != NULL && list->algorithm_names != NULL; list++) {
        struct digest_functions f = { 0 };

        read_digest_functions(&f, list);
        check_digest_room(&f, provctx, bytes);
        check_digest_order(&f, provctx, bytes);
    }
}

/* ---- MACs ---- */

struct mac_functions {
    const char *name;
    OSSL_FUNC_mac_newctx_fn *newctx;
    OSSL_FUNC_mac_freectx_fn *freectx;
    OSSL_FUNC_mac_dupctx_fn *dupctx;
    OSSL_FUNC_mac_init_fn *init;
    OSSL_FUNC_mac_update_fn *update;
    OSSL_FUNC_mac_final_fn *final;
    OSSL_FUNC_mac_settable_ctx_params_fn *settable;
    OSSL_FUNC_mac_set_ctx_params_fn *set;
    OSSL_PARAM params[4]; /* of digest, cipher and IV, those that it accepts */
    uint8_t iv[12];
};

/* Only GMAC accepts an IV. */
static void choose_mac_params(struct mac_functions *f, void *provctx)
{
    const OSSL_PARAM *list = f->settable(NULL, provctx);
    bool takes_iv = OSSL_PARAM_locate_const(list, OSSL_MAC_PARAM_IV) != NULL;
    char *cipher = takes_iv ? "AES-256-GCM" : "AES-256-CBC";
    unsigned num = 0;

    if (OSSL_PARAM_locate_const(list, OSSL_MAC_PARAM_DIGEST) != NULL)
        f->params[num++] = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, "SHA2-256", 0);
    if (OSSL_PARAM_locate_const(list, OSSL_MAC_PARAM_CIPHER) != NULL)
        f->params[num++] = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, cipher, 0);
    if (takes_iv)
        f->params[num++] = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, f->iv, sizeof(f->iv));
    f->params[num] = OSSL_PARAM_construct_end();
}

static bool read_mac_functions(struct mac_functions *f, const OSSL_ALGORITHM *a, void *provctx)
{
    const OSSL_DISPATCH *t = a->implementation;

    f->name = a->algorithm_names;
    f->newctx = (OSSL_FUNC_mac_newctx_fn *)find(t, OSSL_FUNC_MAC_NEWCTX);
    f->freectx = (OSSL_FUNC_mac_freectx_fn *)find(t, OSSL_FUNC_MAC_FREECTX);
    f->dupctx = (OSSL_FUNC_mac_dupctx_fn *)find(t, OSSL_FUNC_MAC_DUPCTX);
    f->init = (OSSL_FUNC_mac_init_fn *)find(t, OSSL_FUNC_MAC_INIT);
    f->update = (OSSL_FUNC_mac_update_fn *)find(t, OSSL_FUNC_MAC_UPDATE);
    f->final = (OSSL_FUNC_mac_final_fn *)find(t, OSSL_FUNC_MAC_FINAL);
    f->settable = (OSSL_FUNC_mac_settable_ctx_params_fn *)find(t, OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS);
    f->set = (OSSL_FUNC_mac_set_ctx_params_fn *)find(t, OSSL_FUNC_MAC_SET_CTX_PARAMS);
    if (f->newctx == NULL || f->freectx == NULL || f->dupctx == NULL || f->init == NULL || f->update == NULL
        || f->final == NULL || f->settable == NULL || f->set == NULL) {
        fail("%s: a function is missing", f->name);
        return false;
    }
    choose_mac_params(f, provctx);
    return true;
}

/* Too little room is an error, and no byte is written; the exact length suffices. */
static void check_mac_room(const struct mac_functions *f, void *provctx, const uint8_t *bytes)
{
    size_t least = 0;

    for (size_t room = 0; room <= ROOM / 2; room++) {
        uint8_t out[ROOM], before[ROOM];
        void *ctx = f->newctx(provctx);
        size_t out_len = 0;
        int ok;

        memset(out, 0xa5, sizeof(out));
        memcpy(before, out, sizeof(out));
        ok = f->init(ctx, bytes, 32, f->params) && f->update(ctx, bytes, ROOM) && f->final(ctx, out, &out_len, room);
        least = ok && least == 0 ? room : least;
        if (ok && out_len != least)
            fail("%s: room for %zu bytes gives %zu, yet %zu were enough", f->name, room, out_len, least);
        if (memcmp(out + (ok ? least : 0), before, sizeof(out) - least) != 0)
            fail("%s: room for %zu bytes: something else was written", f->name, room);
        f->freectx(ctx);
        tried++;
    }
    if (least == 0)
        fail("%s: no MAC is made", f->name);
}

/*
 * Calls before any init and after the final call do not crash, whatever they return, and an init starts a new message.
 */
static void check_mac_order(const struct mac_functions *f, void *provctx, const uint8_t *bytes)
{
    uint8_t first[ROOM] = { 0 }, again[ROOM] = { 0 }, behind[ROOM];
    void *ctx = f->newctx(provctx), *copy = f->dupctx(ctx);
    size_t len = 0;

    if (f->init(ctx, NULL, 0, NULL) && f->final(ctx, first, &len, ROOM))
        fail("%s: a MAC without a key", f->name);
    f->update(ctx, bytes, ROOM);
    f->update(ctx, NULL, 0);
    f->final(ctx, first, &len, ROOM);
    for (unsigned i = 0; i < 2; i++) {
        void *which = i == 0 || copy == NULL ? ctx : copy;

        if (!f->init(which, bytes, 32, f->params) || !f->update(which, bytes, 100)
            || !f->final(which, i == 0 ? first : again, &len, ROOM))
            fail("%s: an init does not start a new message", f->name);
        f->update(which, bytes, 3);
        f->final(which, behind, &len, ROOM);
    }
    if (memcmp(first, again, sizeof(first)) != 0)
        fail("%s: an init leaves something of the message before", f->name);
    f->freectx(ctx);
    f->freectx(copy);
    f->freectx(NULL);
    tried++;
}

static void check_macs(const OSSL_ALGORITHM *list, void *provctx, const uint8_t *bytes)
{
    for (; list != NULL && list->algorithm_names != NULL; list++) {
        struct mac_functions f = { 0 };

        if (read_mac_functions(&f, list, provctx)) {
            check_mac_room(&f, provctx, bytes);
            check_mac_order(&f, provctx, bytes);
        }
    }
}

/* ---- KDFs: a context without parameters derives nothing, nor does its copy, and neither crashes ---- */

static void check_kdf_context(const char *name, const OSSL_DISPATCH *t, void *provctx)
{
    OSSL_FUNC_kdf_newctx_fn *newctx = (OSSL_FUNC_kdf_newctx_fn *)find(t, OSSL_FUNC_KDF_NEWCTX);
    OSSL_FUNC_kdf_freectx_fn *freectx = (OSSL_FUNC_kdf_freectx_fn *)find(t, OSSL_FUNC_KDF_FREECTX);
    OSSL_FUNC_kdf_dupctx_fn *dupctx = (OSSL_FUNC_kdf_dupctx_fn *)find(t, OSSL_FUNC_KDF_DUPCTX);
    OSSL_FUNC_kdf_reset_fn *reset = (OSSL_FUNC_kdf_reset_fn *)find(t, OSSL_FUNC_KDF_RESET);
    OSSL_FUNC_kdf_derive_fn *derive = (OSSL_FUNC_kdf_derive_fn *)find(t, OSSL_FUNC_KDF_DERIVE);
    uint8_t out[ROOM] = { 0 };
    static const uint8_t untouched[ROOM];
    void *ctx, *copy;

    if (newctx == NULL || freectx == NULL || dupctx == NULL || reset == NULL || derive == NULL) {
        fail("%s: a function is missing", name);
        return;
    }
    ctx = newctx(provctx);
    copy = dupctx(ctx);
    if (copy == NULL || derive(ctx, out, 32, NULL) || derive(copy, out, 32, NULL)
        || derive(ctx, out, ROOM, (OSSL_PARAM[]){ OSSL_PARAM_END }))
        fail("%s: a bare context derives, or has no copy", name);
    reset(ctx);
    reset(ctx);
    if (derive(ctx, out, 0, NULL) || memcmp(out, untouched, ROOM) != 0)
        fail("%s: a bare context derives after a reset, or writes something", name);
    freectx(ctx);
    freectx(copy);
    freectx(NULL);
    tried++;
}

static void check_kdfs(const OSSL_ALGORITHM *list, void *provctx)
{
    for (; list != NULL && list->algorithm_names != NULL; list++)
        check_kdf_context(list->algorithm_names, list->implementation, provctx);
}

static void check_module(const OSSL_DISPATCH *provider, void *provctx)
{
    OSSL_FUNC_provider_query_operation_fn *query = (OSSL_FUNC_provider_query_operation_fn *)find(
        provider, OSSL_FUNC_PROVIDER_QUERY_OPERATION);
    int no_store = 77;
    const OSSL_ALGORITHM *list = query(provctx, OSSL_OP_CIPHER, &no_store), *first = list;
    uint8_t bytes[MAX_IV + ROOM];

    for (unsigned i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(i * 7 + 1);
    if (no_store != 0)
        fail("query_operation sets no_store to %d", no_store);
    for (; list != NULL && list->algorithm_names != NULL; list++) {
        struct functions f = { 0 };

        read_functions(&f, list);
        check_key_lengths(&f, provctx, bytes);
        check_iv_lengths(&f, provctx, bytes);
        check_room(&f, provctx, bytes);
        check_bare_context(&f, provctx);
    }
    check_digests(query(provctx, OSSL_OP_DIGEST, &no_store), provctx, bytes);
    check_macs(query(provctx, OSSL_OP_MAC, &no_store), provctx, bytes);
    check_kdfs(query(provctx, OSSL_OP_KDF, &no_store), provctx);
    if (query(provctx, OSSL_OP_CIPHER, &no_store) != first)
        fail("%s", "the list of algorithms has moved");
    if (query(provctx, 4711, &no_store) != NULL)
        fail("%s", "an unknown operation has algorithms");
}

int main(int argc, char **argv)
{
    static const OSSL_DISPATCH no_upcalls[] = { { 0, NULL } };
    const OSSL_DISPATCH *provider = NULL;
    OSSL_provider_init_fn *init;
    void *provctx = NULL, *module;
    const char *cap = getenv("AFTERBURNER_CPU");
    char path[4096];

    (void)argc, (void)argv;
    if (cap != NULL && !has_level(cap)) {
        printf("this processor has no %s\n", cap);
        return SKIPPED;
    }
    snprintf(path, sizeof(path), "%s/afterburner.so", module_directory());
    module = dlopen(path, RTLD_NOW);
    init = module == NULL ? NULL : (OSSL_provider_init_fn *)dlsym(module, "OSSL_provider_init");
    if (init == NULL || !init(NULL, no_upcalls, &provider, &provctx)) {
        printf("cannot load %s\n", path);
        return 1;
    }
    check_module(provider, provctx);
    ((OSSL_FUNC_provider_teardown_fn *)find(provider, OSSL_FUNC_PROVIDER_TEARDOWN))(provctx);
    printf("%lu calls, %u failures\n", tried, failures);
    if (tried == 0 && failures == 0 && cap != NULL && strcmp(cap, "none") == 0) {
        puts("at this level nothing is offered without a configuration, which a core without upcalls has not");
        return SKIPPED;
    }
    return failures != 0 || tried == 0;
}
