/*
 * Keys that their owner changes while contexts hold them (EVP_PKEY_set1_encoded_public_key), and the use of those
 * contexts afterwards: compare the module with the default provider by the same calls on keys with the same numbers.
 * Nothing may crash, each call returns the same, secrets and verdicts are equal, and a signature is valid under the key
 * that made it.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

#include "keys.h"

enum { MAX_POINT = 1100, MAX_OUT = 1100, DIGEST_LEN = 32 };

static const uint8_t message[DIGEST_LEN] = { 1, 2, 3 };
static unsigned num_compared;

/* ---- how a key is changed ---- */

enum change { TO_NOTHING, TO_INFINITY, TO_OTHER, TO_OTHER_COMPRESSED, TO_RUBBISH, NUM_CHANGES };
static const char *const change_names[] = { "nothing", "infinity", "another key", "another key, compressed",
                                            "rubbish" };

struct point {
    uint8_t bytes[MAX_POINT];
    size_t len;
};

static struct point encode(EVP_PKEY *key)
{
    struct point p = { { 0 }, 0 };

    if (!EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, p.bytes, sizeof(p.bytes), &p.len))
        p.len = 0;
    return p;
}

static struct point point_of(enum change change, EVP_PKEY *other)
{
    struct point p = encode(other);

    if (change == TO_INFINITY)
        p = (struct point){ { 0 }, 1 };
    if (change == TO_OTHER_COMPRESSED && p.len > 1) {
        p.bytes[0] = (uint8_t)(2 + (p.bytes[p.len - 1] & 1));
        p.len = (p.len + 1) / 2;
    }
    if (change == TO_RUBBISH)
        p.bytes[p.len / 2] ^= 0x55;
    return p;
}

static int change_key(EVP_PKEY *key, enum change change, EVP_PKEY *other)
{
    struct point p = point_of(change, other);

    return change == TO_NOTHING ? 2 : EVP_PKEY_set1_encoded_public_key(key, p.bytes, p.len);
}

/* ---- how a context is used ---- */

enum use {
    SIGN,
    VERIFY,
    DIGEST_SIGN,
    DIGEST_SIGN_COPY,
    DIGEST_VERIFY,
    DERIVE,
    DERIVE_FROM,
    GENERATE,
    SEAL,
    OPEN,
    NUM_USES
};
static const char *const use_names[] = { "sign",          "verify",     "digest sign", "digest sign in a copy",
                                         "digest verify", "derive",     "derive from", "generate",
                                         "encapsulate",   "decapsulate" };

struct keys {
    EVP_PKEY *own, *changed; /* equal at first; one of them is changed */
    EVP_PKEY *peer, *other;
};

struct outcome {
    int begun, changed, length, done;
    size_t len, out_len;
    uint8_t out[MAX_OUT];
};

struct contexts {
    EVP_PKEY_CTX *p;
    EVP_MD_CTX *m, *copy;
    struct point sig, sealed, secret;
};

static struct point signature_of(EVP_PKEY *key, int side)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, BY(side));
    struct point sig = { { 0 }, sizeof(sig.bytes) };

    if (EVP_PKEY_sign_init(ctx) <= 0 || EVP_PKEY_sign(ctx, sig.bytes, &sig.len, message, sizeof(message)) <= 0)
        sig.len = 0;
    EVP_PKEY_CTX_free(ctx);
    return sig;
}

static int begin_digest(struct contexts *c, int side, EVP_PKEY *key, enum use use)
{
    c->m = EVP_MD_CTX_new();
    c->copy = EVP_MD_CTX_new();
    if (use == DIGEST_VERIFY)
        return EVP_DigestVerifyInit_ex(c->m, NULL, "SHA256", keys_lib, PREFER(side), key, NULL)
               && EVP_DigestVerifyUpdate(c->m, message, sizeof(message));
    return EVP_DigestSignInit_ex(c->m, NULL, "SHA256", keys_lib, PREFER(side), key, NULL)
           && EVP_DigestSignUpdate(c->m, message, sizeof(message)) && EVP_MD_CTX_copy_ex(c->copy, c->m);
}

static int begin_kem(struct contexts *c, const struct keys *k, int side, enum use use)
{
#if OPENSSL_VERSION_PREREQ(3, 2)
    const OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(OSSL_KEM_PARAM_OPERATION, (char *)"DHKEM", 5),
                                  OSSL_PARAM_END };
    EVP_PKEY_CTX *ctx;
    int ok;

    if (use == SEAL)
        return EVP_PKEY_encapsulate_init(c->p, params);
    ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, k->changed, BY(side));
    c->sealed.len = sizeof(c->sealed.bytes);
    c->secret.len = sizeof(c->secret.bytes);
    ok = EVP_PKEY_encapsulate_init(ctx, params) > 0
         && EVP_PKEY_encapsulate(ctx, c->sealed.bytes, &c->sealed.len, c->secret.bytes, &c->secret.len) > 0;
    EVP_PKEY_CTX_free(ctx);
    return ok ? EVP_PKEY_decapsulate_init(c->p, params) : 0;
#else
    (void)c, (void)k, (void)side, (void)use;
    return 0;
#endif
}

static int begin(struct contexts *c, const struct keys *k, int side, enum use use)
{
    EVP_PKEY *key = use == DERIVE_FROM ? k->peer : k->changed;

    c->p = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, BY(side));
    switch (use) {
    case SIGN: return EVP_PKEY_sign_init(c->p);
    case VERIFY: c->sig = signature_of(k->own, side); return EVP_PKEY_verify_init(c->p);
    case DIGEST_SIGN:
    case DIGEST_SIGN_COPY:
    case DIGEST_VERIFY: return begin_digest(c, side, key, use);
    case DERIVE: return EVP_PKEY_derive_init(c->p) <= 0 ? 0 : EVP_PKEY_derive_set_peer(c->p, k->peer);
    case DERIVE_FROM: return EVP_PKEY_derive_init(c->p) <= 0 ? 0 : EVP_PKEY_derive_set_peer(c->p, k->changed);
    case GENERATE: return EVP_PKEY_keygen_init(c->p);
    default: return begin_kem(c, k, side, use);
    }
}

/* Signatures are random, so check whether this one is valid under the key before the change. */
static int check_signature(const struct keys *k, int side, struct outcome *o)
{
    EVP_MD_CTX *m = EVP_MD_CTX_new();
    EVP_PKEY_CTX *p = EVP_PKEY_CTX_new_from_pkey(keys_lib, k->own, BY(side));
    int is_of_digest = EVP_PKEY_verify_init(p) > 0 && EVP_PKEY_verify(p, o->out, o->out_len, message, DIGEST_LEN) == 1;
    int is_of_message = EVP_DigestVerifyInit_ex(m, NULL, "SHA256", keys_lib, PREFER(side), k->own, NULL) > 0
                        && EVP_DigestVerify(m, o->out, o->out_len, message, sizeof(message)) == 1;

    EVP_MD_CTX_free(m);
    EVP_PKEY_CTX_free(p);
    memset(o->out, 0, sizeof(o->out));
    o->out_len = 0;
    return o->done == 1 ? 10 + is_of_digest + 2 * is_of_message : o->done;
}

static void use_kem(struct contexts *c, struct outcome *o, enum use use)
{
#if OPENSSL_VERSION_PREREQ(3, 2)
    uint8_t secret[MAX_OUT];
    size_t secret_len = sizeof(secret);

    o->out_len = sizeof(o->out);
    if (use == OPEN) {
        o->done = EVP_PKEY_decapsulate(c->p, o->out, &o->out_len, c->sealed.bytes, c->sealed.len);
        if (o->done == 1) /* the secret is random: compare it with the one that was sealed */
            o->done = 10 + (o->out_len == c->secret.len && memcmp(o->out, c->secret.bytes, o->out_len) == 0);
        memset(o->out, 0, sizeof(o->out));
        return;
    }
    o->length = EVP_PKEY_encapsulate(c->p, NULL, &o->len, NULL, &secret_len);
    secret_len = sizeof(secret);
    o->done = EVP_PKEY_encapsulate(c->p, o->out, &o->out_len, secret, &secret_len);
    memset(o->out, 0, sizeof(o->out)); /* random, so not compared */
#else
    (void)c, (void)o, (void)use;
#endif
}

static void use_context(struct contexts *c, const struct keys *k, int side, enum use use, struct outcome *o)
{
    EVP_PKEY *made = NULL;

    o->out_len = sizeof(o->out);
    switch (use) {
    case SIGN:
        o->length = EVP_PKEY_sign(c->p, NULL, &o->len, message, sizeof(message));
        o->done = EVP_PKEY_sign(c->p, o->out, &o->out_len, message, sizeof(message));
        o->done = check_signature(k, side, o);
        break;
    case VERIFY: o->done = EVP_PKEY_verify(c->p, c->sig.bytes, c->sig.len, message, sizeof(message)); break;
    case DIGEST_SIGN:
    case DIGEST_SIGN_COPY:
        o->length = EVP_DigestSignFinal(use == DIGEST_SIGN ? c->m : c->copy, NULL, &o->len);
        o->done = EVP_DigestSignFinal(use == DIGEST_SIGN ? c->m : c->copy, o->out, &o->out_len);
        o->done = check_signature(k, side, o);
        break;
    case DIGEST_VERIFY: o->done = EVP_DigestVerifyFinal(c->m, c->sig.bytes, c->sig.len); break;
    case DERIVE:
    case DERIVE_FROM:
        o->length = EVP_PKEY_derive(c->p, NULL, &o->len);
        o->done = EVP_PKEY_derive(c->p, o->out, &o->out_len);
        break;
    case GENERATE:
        o->done = EVP_PKEY_keygen(c->p, &made);
        EVP_PKEY_free(made);
        break;
    default: use_kem(c, o, use); break;
    }
    if (use == VERIFY || use == DIGEST_VERIFY || use == GENERATE || o->done <= 0) {
        memset(o->out, 0, sizeof(o->out));
        o->out_len = 0;
    }
}

static struct outcome try(struct keys *k, int side, enum use use, enum change change)
{
    struct contexts c = { 0 };
    struct outcome o = { 0 };

    ERR_clear_error();
    o.begun = begin(&c, k, side, use) > 0;
    o.changed = change_key(k->changed, change, k->other);
    if (o.begun > 0)
        use_context(&c, k, side, use, &o);
    EVP_PKEY_CTX_free(c.p);
    EVP_MD_CTX_free(c.m);
    EVP_MD_CTX_free(c.copy);
    return o;
}

/* ---- every use, every change, on every type of key ---- */

/* Copy the default provider's keys `from` to one side. */
static int take_keys(struct keys *k, int side, const char *type, EVP_PKEY *const from[3])
{
    *k = (struct keys){ key_move(side, type, from[0]), key_move(side, type, from[0]), key_move(side, type, from[1]),
                        key_move(side, type, from[2]) };
    return k->own != NULL && k->changed != NULL && k->peer != NULL && k->other != NULL;
}

static void drop_keys(const struct keys *k)
{
    EVP_PKEY_free(k->own);
    EVP_PKEY_free(k->changed);
    EVP_PKEY_free(k->peer);
    EVP_PKEY_free(k->other);
}

static void compare(const char *what, const char *type, EVP_PKEY *const from[3], enum use use, enum change change)
{
    static struct outcome o[NUM_SIDES];
    struct keys k;

    for (int side = 0; side < NUM_SIDES; side++) {
        if (take_keys(&k, side, type, from))
            o[side] = try(&k, side, use, change);
        else
            fail("%s: the %s side does not take the keys", what, side_names[side]);
        drop_keys(&k);
    }
    num_compared++;
    CHECK(memcmp(&o[0], &o[1], sizeof(o[0])) == 0,
          "%s, %s after a change to %s: %d %d %d %d and %d %d %d %d, %zu and %zu bytes, or what they are", what,
          use_names[use], change_names[change], o[0].begun, o[0].changed, o[0].length, o[0].done, o[1].begun,
          o[1].changed, o[1].length, o[1].done, o[0].out_len, o[1].out_len);
}

static void check_type(const char *what, const char *type, const char *group, size_t bits)
{
    const OSSL_PARAM params[] = {
        group == NULL && bits == 0 ? (OSSL_PARAM)OSSL_PARAM_END
        : group == NULL            ? (OSSL_PARAM)OSSL_PARAM_size_t(OSSL_PKEY_PARAM_RSA_BITS, &bits)
                        : (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, strlen(group)),
        OSSL_PARAM_END,
    };
    EVP_PKEY *from[3];

    for (unsigned i = 0; i < 3; i++)
        from[i] = key_generate(DEFAULT, type, params);
    /* Only EC has a KEM in the module; with other types, the default provider treats a copy of a key in its own way. */
    for (unsigned use = 0; use < (strcmp(type, "EC") == 0 ? NUM_USES : SEAL); use++)
        for (unsigned change = 0; change < NUM_CHANGES; change++)
            compare(what, type, from, (enum use)use, (enum change)change);
    for (unsigned i = 0; i < 3; i++)
        EVP_PKEY_free(from[i]);
}

/* ---- a key of another curve after a change ---- */

static EVP_PKEY *key_of_group(const char *group)
{
    const OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, strlen(group)),
        OSSL_PARAM_END,
    };

    return key_generate(DEFAULT, "EC", params);
}

/* Return what derive_set_peer says of a peer once the key of the context has changed. */
static int peer_after(int side, EVP_PKEY *const from[2], enum change change)
{
    EVP_PKEY *key = key_move(side, "EC", from[0]), *peer = key_move(side, "EC", from[1]);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, BY(side));
    int ret = -9;

    if (ctx != NULL && peer != NULL && EVP_PKEY_derive_init(ctx) == 1) {
        change_key(key, change, from[0]);
        ret = EVP_PKEY_derive_set_peer(ctx, peer);
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    EVP_PKEY_free(peer);
    return ret;
}

/*
 * The module does not serve P-224, nor some keys after a change. It must not take two such keys for keys on one curve.
 */
static void check_peers_of_other_curves(void)
{
    static const char *const curves[] = { "P-384", "P-256", "P-224" };
    EVP_PKEY *from[2];

    from[0] = key_of_group(curves[0]);
    for (unsigned i = 1; i < sizeof(curves) / sizeof(curves[0]); i++) {
        from[1] = key_of_group(curves[i]);
        for (unsigned change = 0; change < NUM_CHANGES; change++) {
            int theirs = peer_after(DEFAULT, from, (enum change)change);
            int ours = peer_after(MODULE, from, (enum change)change);

            num_compared++;
            CHECK(theirs == ours && ours <= 0 && ours != -9, "%s as the peer of %s after a change to %s: %d and %d",
                  curves[i], curves[0], change_names[change], theirs, ours);
        }
        EVP_PKEY_free(from[1]);
    }
    EVP_PKEY_free(from[0]);
}

int main(void)
{
    static const char *const curves[] = { "P-256",     "P-384",           "P-521",    "P-224",
                                          "secp256k1", "brainpoolP256r1", "sect233k1" };
    static const char *const plain[] = { "X25519", "X448", "ED25519", "ED448" };
    static struct harness h;

    keys_open(&h, "EC");
    for (unsigned i = 0; i < sizeof(curves) / sizeof(curves[0]); i++)
        check_type(curves[i], "EC", curves[i], 0);
    for (unsigned i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
        check_type(plain[i], plain[i], NULL, 0);
    check_type("DH", "DH", "ffdhe2048", 0);
    check_type("DHX", "DHX", "dh_2048_256", 0);
    if (key_is_offered("RSA")) /* not below the level at which OpenSSL itself uses IFMA */
        check_type("RSA", "RSA", NULL, 1024);
    check_peers_of_other_curves();
    printf("%u uses of changed keys compared, %u failures\n", num_compared, failures);
    harness_close(&h);
    return failures != 0;
}
