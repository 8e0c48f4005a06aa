/*
 * Random programs of calls over keys and the contexts that hold them, run with both providers side by side. Keys are
 * replaced, changed, copied and freed while contexts use them; contexts begin one operation and then another, are
 * copied at every step and freed in every order; digests, paddings and lengths change at any time.
 *
 * Every call must return the same with both. What is random (signatures, ciphertexts, encapsulated secrets) is kept
 * from both and given to later calls; what is not must be equal byte for byte.
 *
 * --seed N      first seed; program i runs with seed N + i
 * --programs N  number of programs
 * --only FAMILY keys of ML-DSA or SLH-DSA, which are in no other program
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw.h"
#include "keys.h"

enum { KEYS = 3, SLOTS = 3, KEPT = 6, MAX_CALLS = 80, MAX_TYPES = 20, ROOM = 36000, MAX_DATA = 300 };

enum operation { SIGN, VERIFY, RECOVER, ENCRYPT, DECRYPT, DERIVE, ENCAPSULATE, DECAPSULATE, NUM_OPERATIONS };
static const char *const operation_names[] = { "sign",    "verify", "verify-recover", "encrypt",
                                               "decrypt", "derive", "encapsulate",    "decapsulate" };

/* Two pairs of numbers of one type, held by both providers, and what they are good for. */
struct type {
    const char *name, *type;
    unsigned operations; /* a bit for each */
    EVP_PKEY *key[2][NUM_SIDES];
};

struct octets {
    uint8_t bytes[ROOM];
    size_t len;
};

/* What an operation made that another one takes back, and of how much data, from where. */
struct kept {
    struct octets octets;
    int made_by;
    size_t at, data_len;
};

/* A context of a key, and one that takes a message. `state` of what it was begun for; -1: nothing. */
struct slot {
    EVP_PKEY_CTX *ctx[NUM_SIDES];
    const struct type *of; /* the key of ctx */
    EVP_MD_CTX *md[NUM_SIDES];
    int begun, md_begun;
    bool has_data, has_ended; /* of the message */
    size_t len;               /* of what the message has so far */
    const struct type *md_of; /* what EVP keeps in md for the next init, which may name another key in vain; NULL */
};

struct run {
    struct random rnd;
    struct type types[MAX_TYPES];
    unsigned num_types;
    const struct type *of[KEYS]; /* what the keys below are of */
    EVP_PKEY *key[KEYS][NUM_SIDES];
    struct slot slots[SLOTS];
    struct kept kept[KEPT]; /* from either side */
    unsigned num_kept;
    uint8_t data[MAX_DATA];
    struct drawn drawn;
    struct program_log log;
    bool is_pure; /* its keys are all of ML-DSA or SLH-DSA */
    bool diverged;
};

static struct run the_run;
static unsigned long num_programs, num_calls, num_successes[NUM_OPERATIONS];

/* ---- comparison ---- */

static void diverge(struct run *r, const char *what, const int ret[NUM_SIDES])
{
    r->diverged = true;
    fail("%s: default returns %d, the module %d, at the end of:%s", what, ret[DEFAULT], ret[MODULE], r->log.text);
}

/* Returns whether both have succeeded. A negative result is a failure like 0 except where callers tell them apart. */
static bool same(struct run *r, const char *what, const int ret[NUM_SIDES])
{
    num_calls++;
    log_add(&r->log, " -> %d", ret[DEFAULT]);
    if (ret[DEFAULT] != ret[MODULE])
        diverge(r, what, ret);
    return !r->diverged && ret[DEFAULT] > 0;
}

static void same_octets(struct run *r, const char *what, const struct octets o[NUM_SIDES])
{
    const int len[NUM_SIDES] = { (int)o[DEFAULT].len, (int)o[MODULE].len };

    if (o[DEFAULT].len != o[MODULE].len || memcmp(o[DEFAULT].bytes, o[MODULE].bytes, o[DEFAULT].len) != 0)
        diverge(r, what, len);
}

/* ---- drawing ---- */

static const char *draw_digest(struct run *r)
{
    static const char *const names[] = { "SHA1",       "SHA384",   "SHA512", "SHA224",     "MD5",
                                         "SHA512-256", "SHA3-256", "SM3",    "RIPEMD-160", "BLAKE2B-512" };

    return random_chance(&r->rnd, 60) ? "SHA256" : names[random_below(&r->rnd, sizeof(names) / sizeof(names[0]))];
}

static size_t draw_len(struct run *r)
{
    static const size_t usual[] = { 20, 48, 64, 28, 0, 1, 117, 128, 129, 200 };

    return random_chance(&r->rnd, 50) ? 32 : usual[random_below(&r->rnd, sizeof(usual) / sizeof(usual[0]))];
}

/* Mostly what `made_by` has made. */
static const struct kept *draw_kept(struct run *r, int made_by)
{
    static const struct kept none = { { { 0x30, 6, 2, 1, 1, 2, 1, 1 }, 8 }, SIGN, 0, 32 };
    unsigned num = r->num_kept < KEPT ? r->num_kept : KEPT, at = num == 0 ? 0 : random_below(&r->rnd, num);

    for (unsigned i = 0; i < num && random_chance(&r->rnd, 97); i++)
        if (r->kept[(at + i) % num].made_by == made_by)
            return &r->kept[(at + i) % num];
    return num == 0 ? &none : &r->kept[at];
}

static void keep(struct run *r, const struct octets o[NUM_SIDES], int made_by, size_t at, size_t data_len)
{
    for (int side = 0; side < NUM_SIDES; side++)
        r->kept[r->num_kept++ % KEPT] = (struct kept){ o[side], made_by, at, data_len };
}

static void draw_number_param(struct run *r)
{
    static const char *const keys[] = { OSSL_SIGNATURE_PARAM_PAD_MODE,
                                        OSSL_EXCHANGE_PARAM_PAD,
                                        OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE,
                                        OSSL_EXCHANGE_PARAM_KDF_OUTLEN,
                                        "nonce-type",
                                        OSSL_SIGNATURE_PARAM_DIGEST_SIZE };
    static const uint64_t values[] = { 0, 1, 1, 3, 4, 6, 6, 5, 2, 32, 1000, INT32_MAX, UINT32_MAX, UINT64_MAX };

    drawn_number(&r->drawn, &r->rnd, keys[random_below(&r->rnd, sizeof(keys) / sizeof(keys[0]))],
                 values[random_below(&r->rnd, sizeof(values) / sizeof(values[0]))]);
}

static void draw_text_param(struct run *r)
{
    static const char *const lens[] = { "digest", "max", "auto", "0", "20", "32", "-1", "-2", "-3", "900", "x" };

    switch (random_below(&r->rnd, 6)) {
    case 0: drawn_text(&r->drawn, OSSL_SIGNATURE_PARAM_PSS_SALTLEN, lens[random_below(&r->rnd, 11)]); break;
    case 1: drawn_text(&r->drawn, OSSL_PKEY_PARAM_MGF1_DIGEST, draw_digest(r)); break;
    case 2: drawn_text(&r->drawn, OSSL_EXCHANGE_PARAM_KDF_TYPE, random_chance(&r->rnd, 70) ? "X963KDF" : ""); break;
    case 3: drawn_text(&r->drawn, OSSL_EXCHANGE_PARAM_KDF_DIGEST, draw_digest(r)); break;
    case 4: drawn_text(&r->drawn, OSSL_KEM_PARAM_OPERATION, random_chance(&r->rnd, 50) ? "RSASVE" : "DHKEM"); break;
    default: drawn_text(&r->drawn, OSSL_SIGNATURE_PARAM_DIGEST, draw_digest(r));
    }
}

static void draw_param_of_pure(struct run *r)
{
    static const char *const keys[] = { "deterministic", "message-encoding", "mu" };

    if (random_chance(&r->rnd, 30))
        drawn_random_octets(&r->drawn, &r->rnd, "context-string", random_below(&r->rnd, 300));
    else
        drawn_number(&r->drawn, &r->rnd, keys[random_below(&r->rnd, 3)], random_below(&r->rnd, 3));
}

static void draw_param(struct run *r)
{
    if (r->is_pure)
        draw_param_of_pure(r);
    else if (random_chance(&r->rnd, 40))
        draw_number_param(r);
    else
        draw_text_param(r);
}

/* One or two parameters, mostly of those that some of the operations take. 4.0 refuses one that is there twice. */
static const OSSL_PARAM *draw_params(struct run *r)
{
    drawn_clear(&r->drawn);
    draw_param(r);
    if (random_chance(&r->rnd, 25))
        draw_param(r);
    return repeats_a_parameter(r->drawn.params, NULL, NULL) ? r->drawn.params + 1 : r->drawn.params;
}

/* ---- keys ---- */

static void set_key(struct run *r, unsigned i, const struct type *type, unsigned pair)
{
    keys_free(r->key[i]);
    r->of[i] = type;
    for (int side = 0; side < NUM_SIDES; side++)
        r->key[i][side] = EVP_PKEY_dup(type->key[pair][side]);
}

/* A new key in place of one that contexts may still hold. */
static void replace_key(struct run *r, unsigned i)
{
    const struct type *type = random_chance(&r->rnd, 40) ? r->of[i] : &r->types[random_below(&r->rnd, r->num_types)];

    log_add(&r->log, "\n  key %u = %s", i, type->name);
    set_key(r, i, type, random_below(&r->rnd, 2));
}

static void copy_key(struct run *r, unsigned i)
{
    unsigned from = random_below(&r->rnd, KEYS);
    EVP_PKEY *copy[NUM_SIDES];
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  key %u = copy of %u", i, from);
    for (int side = 0; side < NUM_SIDES; side++) {
        copy[side] = EVP_PKEY_dup(r->key[from][side]);
        ret[side] = copy[side] != NULL;
    }
    if (!same(r, "copy of a key", ret)) {
        keys_free(copy);
        return;
    }
    keys_free(r->key[i]);
    r->of[i] = r->of[from];
    memcpy(r->key[i], copy, sizeof(copy));
}

/* The public key of another pair, in a key that contexts may hold. */
static void change_key(struct run *r, unsigned i)
{
    EVP_PKEY *other = r->of[i]->key[random_below(&r->rnd, 2)][DEFAULT];
    struct octets point = { .len = 0 };
    int ret[NUM_SIDES];

    if (!EVP_PKEY_get_octet_string_param(other, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, point.bytes, ROOM, &point.len))
        return;
    if (random_chance(&r->rnd, 15))
        point.bytes[point.len / 2] ^= 1;
    log_add(&r->log, "\n  key %u: other public key", i);
    for (int side = 0; side < NUM_SIDES; side++)
        ret[side] = EVP_PKEY_set1_encoded_public_key(r->key[i][side], point.bytes, point.len);
    same(r, "changing a key", ret);
}

static void change_some_key(struct run *r)
{
    unsigned i = random_below(&r->rnd, KEYS);

    switch (random_below(&r->rnd, 4)) {
    case 0: copy_key(r, i); break;
    case 1: change_key(r, i); break;
    default: replace_key(r, i);
    }
}

/* ---- contexts of keys ---- */

static void free_ctx(struct slot *s)
{
    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY_CTX_free(s->ctx[side]);
        s->ctx[side] = NULL;
    }
    s->begun = -1;
}

static void new_ctx(struct run *r, struct slot *s)
{
    unsigned key = random_below(&r->rnd, KEYS);
    int ret[NUM_SIDES];

    free_ctx(s);
    log_add(&r->log, "\n  slot %td: context of key %u", s - r->slots, key);
    for (int side = 0; side < NUM_SIDES; side++) {
        s->ctx[side] = EVP_PKEY_CTX_new_from_pkey(keys_lib, r->key[key][side], PREFER(side));
        ret[side] = s->ctx[side] != NULL;
    }
    s->of = r->of[key];
    same(r, "context", ret);
}

static int begin_one(EVP_PKEY_CTX *ctx, int operation, const OSSL_PARAM *params)
{
    switch (operation) {
    case SIGN: return EVP_PKEY_sign_init_ex(ctx, params);
    case VERIFY: return EVP_PKEY_verify_init_ex(ctx, params);
    case RECOVER: return EVP_PKEY_verify_recover_init_ex(ctx, params);
    case ENCRYPT: return EVP_PKEY_encrypt_init_ex(ctx, params);
    case DECRYPT: return EVP_PKEY_decrypt_init_ex(ctx, params);
    case DERIVE: return EVP_PKEY_derive_init_ex(ctx, params);
    case ENCAPSULATE: return EVP_PKEY_encapsulate_init(ctx, params);
    default: return EVP_PKEY_decapsulate_init(ctx, params);
    }
}

/* Mostly one that the key is good for. */
static int draw_operation(struct run *r, const struct type *of)
{
    int operation;

    do
        operation = (int)random_below(&r->rnd, NUM_OPERATIONS);
    while ((of->operations & 1u << operation) == 0 && random_chance(&r->rnd, 97));
    return operation;
}

static void begin(struct run *r, struct slot *s)
{
    const OSSL_PARAM *params = random_chance(&r->rnd, 15) ? draw_params(r) : NULL;
    int operation = draw_operation(r, s->of), ret[NUM_SIDES];

    log_add(&r->log, "\n  slot %td: begin to %s", s - r->slots, operation_names[operation]);
    log_params(&r->log, params);
    for (int side = 0; side < NUM_SIDES; side++)
        ret[side] = begin_one(s->ctx[side], operation, params);
    s->begun = same(r, "begin", ret) ? operation : -1;
}

/* The default provider keeps a padding that it has refused, and fails later. Set one that both accept. */
static void set_padding_back(EVP_PKEY_CTX *const ctx[NUM_SIDES])
{
    int pkcs1 = RSA_PKCS1_PADDING;
    const OSSL_PARAM params[] = { OSSL_PARAM_int(OSSL_SIGNATURE_PARAM_PAD_MODE, &pkcs1), OSSL_PARAM_END };

    for (int side = 0; side < NUM_SIDES; side++)
        EVP_PKEY_CTX_set_params(ctx[side], params);
}

static void set(struct run *r, EVP_PKEY_CTX *const ctx[NUM_SIDES])
{
    const OSSL_PARAM *params = draw_params(r);
    int ret[NUM_SIDES];

    log_add(&r->log, ", set");
    log_params(&r->log, params);
    for (int side = 0; side < NUM_SIDES; side++)
        ret[side] = EVP_PKEY_CTX_set_params(ctx[side], params);
    if (!same(r, "parameters", ret) && OSSL_PARAM_locate_const(params, OSSL_SIGNATURE_PARAM_PAD_MODE) != NULL)
        set_padding_back(ctx);
}

/* What can be queried of contexts: texts, bytes, numbers. */
static const struct {
    const char *key;
    unsigned type;
} gettable[] = {
    { OSSL_SIGNATURE_PARAM_DIGEST, OSSL_PARAM_UTF8_STRING },
    { OSSL_SIGNATURE_PARAM_MGF1_DIGEST, OSSL_PARAM_UTF8_STRING },
    { OSSL_SIGNATURE_PARAM_PAD_MODE, OSSL_PARAM_UTF8_STRING },
    { OSSL_SIGNATURE_PARAM_PSS_SALTLEN, OSSL_PARAM_UTF8_STRING },
    { OSSL_EXCHANGE_PARAM_KDF_TYPE, OSSL_PARAM_UTF8_STRING },
    { OSSL_EXCHANGE_PARAM_KDF_DIGEST, OSSL_PARAM_UTF8_STRING },
    { OSSL_SIGNATURE_PARAM_ALGORITHM_ID, OSSL_PARAM_OCTET_STRING },
    { OSSL_SIGNATURE_PARAM_PAD_MODE, OSSL_PARAM_INTEGER },
    { OSSL_SIGNATURE_PARAM_PSS_SALTLEN, OSSL_PARAM_INTEGER },
    { OSSL_SIGNATURE_PARAM_DIGEST_SIZE, OSSL_PARAM_UNSIGNED_INTEGER },
    { OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE, OSSL_PARAM_INTEGER },
    { OSSL_EXCHANGE_PARAM_KDF_OUTLEN, OSSL_PARAM_UNSIGNED_INTEGER },
    { "nonce-type", OSSL_PARAM_UNSIGNED_INTEGER },
};

/* Query one parameter, mostly into enough room. */
static void get(struct run *r, EVP_PKEY_CTX *const ctx[NUM_SIDES])
{
    static const size_t text_rooms[] = { 200, 200, 200, 200, 7, 4, 0 }, number_rooms[] = { 4, 4, 8, 1 };
    const unsigned i = random_below(&r->rnd, sizeof(gettable) / sizeof(gettable[0]));
    const bool is_number = gettable[i].type == OSSL_PARAM_INTEGER || gettable[i].type == OSSL_PARAM_UNSIGNED_INTEGER;
    const size_t room = is_number ? number_rooms[random_below(&r->rnd, 4)] : text_rooms[random_below(&r->rnd, 7)];
    struct octets got[NUM_SIDES] = { 0 };
    int ret[NUM_SIDES];

    log_add(&r->log, ", get %s, type %u, room %zu", gettable[i].key, gettable[i].type, room);
    for (int side = 0; side < NUM_SIDES; side++) {
        OSSL_PARAM params[2] = {
            { gettable[i].key, gettable[i].type, room == 0 ? NULL : got[side].bytes, room, OSSL_PARAM_UNMODIFIED },
            OSSL_PARAM_END,
        };

        ret[side] = EVP_PKEY_CTX_get_params(ctx[side], params);
        got[side].len = OSSL_PARAM_modified(params) ? params[0].return_size : ROOM;
    }
    if (same(r, "query", ret))
        same_octets(r, "query", got);
}

/* Change or query a context of a key, or the one within a context of a message. */
static void set_or_get(struct run *r, const char *what, const struct slot *s, EVP_PKEY_CTX *const ctx[NUM_SIDES])
{
    log_add(&r->log, "\n  slot %td: %s", s - r->slots, what);
    if (random_chance(&r->rnd, 60))
        set(r, ctx);
    else
        get(r, ctx);
}

static void set_peer(struct run *r, struct slot *s)
{
    unsigned key = random_below(&r->rnd, KEYS);
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  slot %td: peer %u", s - r->slots, key);
    for (int side = 0; side < NUM_SIDES; side++)
        ret[side] = EVP_PKEY_derive_set_peer(s->ctx[side], r->key[key][side]);
    same(r, "peer", ret);
}

static void copy_ctx(struct run *r, struct slot *s)
{
    struct slot *to = &r->slots[random_below(&r->rnd, SLOTS)];
    EVP_PKEY_CTX *copy[NUM_SIDES];
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  slot %td: copy of %td", to - r->slots, s - r->slots);
    for (int side = 0; side < NUM_SIDES; side++) {
        copy[side] = EVP_PKEY_CTX_dup(s->ctx[side]);
        ret[side] = copy[side] != NULL;
    }
    if (!same(r, "copy of a context", ret)) {
        EVP_PKEY_CTX_free(copy[DEFAULT]), EVP_PKEY_CTX_free(copy[MODULE]);
        return;
    }
    if (to != s) {
        free_ctx(to);
        to->begun = s->begun;
        to->of = s->of;
        memcpy(to->ctx, copy, sizeof(copy));
    } else { /* the original is freed, the copy carries on */
        EVP_PKEY_CTX_free(s->ctx[DEFAULT]), EVP_PKEY_CTX_free(s->ctx[MODULE]);
        memcpy(s->ctx, copy, sizeof(copy));
    }
}

/* One call of the operation that the context was begun for. `in` is what it works on. room 0: query the length. */
static int use_one(EVP_PKEY_CTX *ctx, int operation, const struct octets *in, const uint8_t *data, size_t data_len,
                   struct octets *out, size_t room)
{
    uint8_t *to = room == 0 ? NULL : out->bytes, secret[ROOM];
    size_t secret_len = sizeof(secret);

    out->len = room;
    switch (operation) {
    case SIGN: return EVP_PKEY_sign(ctx, to, &out->len, data, data_len);
    case VERIFY: return EVP_PKEY_verify(ctx, in->bytes, in->len, data, data_len);
    case RECOVER: return EVP_PKEY_verify_recover(ctx, to, &out->len, in->bytes, in->len);
    case ENCRYPT: return EVP_PKEY_encrypt(ctx, to, &out->len, data, data_len);
    case DECRYPT: return EVP_PKEY_decrypt(ctx, to, &out->len, in->bytes, in->len);
    case DERIVE: return EVP_PKEY_derive(ctx, to, &out->len);
    case ENCAPSULATE: return EVP_PKEY_encapsulate(ctx, to, &out->len, room == 0 ? NULL : secret, &secret_len);
    default: return EVP_PKEY_decapsulate(ctx, to, &out->len, in->bytes, in->len);
    }
}

/* The default provider of several releases writes beyond too little room when it recovers. */
static size_t draw_room(struct run *r, int operation)
{
    if (random_chance(&r->rnd, 75))
        return ROOM;
    return operation == RECOVER || random_chance(&r->rnd, 60) ? 0 : random_below(&r->rnd, 130);
}

static void use(struct run *r, struct slot *s)
{
    static const int taken[NUM_OPERATIONS] = {
        [VERIFY] = SIGN, [RECOVER] = SIGN, [DECRYPT] = ENCRYPT, [DECAPSULATE] = ENCAPSULATE
    };
    static struct octets out[NUM_SIDES];
    const struct kept *in = draw_kept(r, taken[s->begun]);
    bool verifies = s->begun == VERIFY && random_chance(&r->rnd, 90);
    size_t data_len = verifies ? in->data_len : draw_len(r), at = verifies ? in->at : random_below(&r->rnd, 3);
    size_t room = draw_room(r, s->begun);
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  slot %td: %s, %zu bytes at %zu, room %zu", s - r->slots, operation_names[s->begun], data_len,
            at, room);
    memset(out, 0, sizeof(out));
    for (int side = 0; side < NUM_SIDES; side++)
        ret[side] = use_one(s->ctx[side], s->begun, &in->octets, r->data + at, data_len, &out[side], room);
    if (!same(r, operation_names[s->begun], ret))
        return;
    num_successes[s->begun] += room != 0 || s->begun == VERIFY;
    if (room != 0 && (s->begun == SIGN || s->begun == ENCRYPT || s->begun == ENCAPSULATE))
        keep(r, out, s->begun, at, data_len);
    else if (s->begun != VERIFY)
        same_octets(r, operation_names[s->begun], out);
}

static void call_ctx(struct run *r, struct slot *s)
{
    if (s->ctx[DEFAULT] == NULL || random_chance(&r->rnd, 8))
        new_ctx(r, s);
    else if (s->begun < 0 || random_chance(&r->rnd, 12))
        begin(r, s);
    else if (random_chance(&r->rnd, 15))
        copy_ctx(r, s);
    else if (random_chance(&r->rnd, 10))
        set_or_get(r, "context", s, s->ctx);
    else if (s->begun == DERIVE && random_chance(&r->rnd, 50))
        set_peer(r, s);
    else
        use(r, s);
}

/* ---- contexts of messages ---- */

/* These take no digest, and EVP_Digest... gives them a message in one call alone. */
static bool signs_whole_messages(const struct type *type)
{
    return strncmp(type->type, "ED", 2) == 0 || strstr(type->type, "-DSA-") != NULL;
}

static void drop_message(struct run *r, struct slot *s)
{
    log_add(&r->log, "\n  slot %td: no message", s - r->slots);
    for (int side = 0; side < NUM_SIDES; side++)
        EVP_MD_CTX_reset(s->md[side]);
    s->md_begun = -1;
    s->md_of = NULL;
}

static void begin_message(struct run *r, struct slot *s)
{
    bool again = s->md_begun >= 0 && random_chance(&r->rnd, 15); /* the same key and digest for another message */
    unsigned key = random_below(&r->rnd, KEYS);
    bool none = again || random_chance(&r->rnd, signs_whole_messages(r->of[key]) ? 95 : 10);
    const char *digest = none ? NULL : draw_digest(r);
    int operation = random_chance(&r->rnd, 50) ? SIGN : VERIFY, ret[NUM_SIDES];

    if (!again && random_chance(&r->rnd, 75))
        drop_message(r, s);
    s->md_of = s->md_of == NULL ? r->of[key] : s->md_of;
    log_add(&r->log, "\n  slot %td: message to %s by key %d, %s", s - r->slots, operation_names[operation],
            again ? -1 : (int)key, digest == NULL ? "no digest" : digest);
    for (int side = 0; side < NUM_SIDES; side++) {
        EVP_PKEY *k = again ? NULL : r->key[key][side];

        ret[side] = operation == SIGN
                        ? EVP_DigestSignInit_ex(s->md[side], NULL, digest, keys_lib, PREFER(side), k, NULL)
                        : EVP_DigestVerifyInit_ex(s->md[side], NULL, digest, keys_lib, PREFER(side), k, NULL);
    }
    s->md_begun = same(r, "begin of a message", ret) ? operation : -1;
    s->has_data = s->has_ended = false;
    s->len = 0;
}

static void update(struct run *r, struct slot *s)
{
    size_t len = draw_len(r);
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  slot %td: %zu bytes", s - r->slots, len);
    for (int side = 0; side < NUM_SIDES; side++)
        ret[side] = s->md_begun == SIGN ? EVP_DigestSignUpdate(s->md[side], r->data, len)
                                        : EVP_DigestVerifyUpdate(s->md[side], r->data, len);
    same(r, "update", ret);
    s->len = s->has_data ? 0 : len; /* several updates make a message that no other call signs */
    s->has_data = true;
}

/* EVP calls functions that these signatures do not have. */
static bool takes_pieces(const struct slot *s)
{
    return !signs_whole_messages(s->md_of);
}

static void end_message(struct run *r, struct slot *s)
{
    static struct octets out[NUM_SIDES];
    const struct kept *in = draw_kept(r, SIGN);
    bool at_once = !takes_pieces(s) || (!s->has_data && random_chance(&r->rnd, 70));
    size_t room = random_chance(&r->rnd, 80) ? ROOM : 0;
    size_t len = s->md_begun == VERIFY && random_chance(&r->rnd, 90) ? in->data_len : draw_len(r);
    int ret[NUM_SIDES];

    log_add(&r->log, "\n  slot %td: end, %s, room %zu", s - r->slots, at_once ? "at once" : "after updates", room);
    for (int side = 0; side < NUM_SIDES; side++) {
        uint8_t *to = room == 0 ? NULL : out[side].bytes;

        out[side].len = room;
        if (s->md_begun == VERIFY)
            ret[side] = at_once ? EVP_DigestVerify(s->md[side], in->octets.bytes, in->octets.len, r->data, len)
                                : EVP_DigestVerifyFinal(s->md[side], in->octets.bytes, in->octets.len);
        else
            ret[side] = at_once ? EVP_DigestSign(s->md[side], to, &out[side].len, r->data, len)
                                : EVP_DigestSignFinal(s->md[side], to, &out[side].len);
    }
    s->has_ended = true;
    if (!same(r, "end of a message", ret))
        return;
    num_successes[s->md_begun] += s->md_begun == VERIFY || room != 0;
    if (s->md_begun == SIGN && room != 0)
        keep(r, out, SIGN, 0, at_once ? len : s->len);
}

/* Since 3.4 EVP crashes when it copies an ended message over one with the same digest. */
static void copy_message(struct run *r, struct slot *s)
{
    struct slot *to = &r->slots[random_below(&r->rnd, SLOTS)];
    int ret[NUM_SIDES];

    if (to == s)
        return;
    if (is_release(3, 4) || random_chance(&r->rnd, 50))
        drop_message(r, to);
    log_add(&r->log, "\n  slot %td: message of %td", to - r->slots, s - r->slots);
    for (int side = 0; side < NUM_SIDES; side++)
        ret[side] = EVP_MD_CTX_copy_ex(to->md[side], s->md[side]);
    to->md_begun = same(r, "copy of a message", ret) ? s->md_begun : -1;
    to->has_data = s->has_data;
    to->has_ended = s->has_ended;
    to->len = s->len;
    to->md_of = s->md_of;
}

/*
 * The context of the key within the message's. EVP has none once its digest is reset. Once a message has ended, a
 * digest that is left to the default provider can no longer be set in the module.
 */
static void set_or_get_message(struct run *r, struct slot *s)
{
    EVP_PKEY_CTX *ctx[NUM_SIDES] = { EVP_MD_CTX_get_pkey_ctx(s->md[DEFAULT]), EVP_MD_CTX_get_pkey_ctx(s->md[MODULE]) };
    const int has[NUM_SIDES] = { ctx[DEFAULT] != NULL, ctx[MODULE] != NULL };

    if (same(r, "context within a message", has) && !s->has_ended)
        set_or_get(r, "message", s, ctx);
}

static void call_md(struct run *r, struct slot *s)
{
    if (s->md_begun < 0 || random_chance(&r->rnd, 10))
        begin_message(r, s);
    else if (random_chance(&r->rnd, 4))
        drop_message(r, s);
    else if (random_chance(&r->rnd, 15))
        copy_message(r, s);
    else if (random_chance(&r->rnd, 12))
        set_or_get_message(r, s);
    else if (random_chance(&r->rnd, 50))
        update(r, s);
    else
        end_message(r, s);
}

/* ---- programs ---- */

static void open_run(struct run *r)
{
    log_clear(&r->log);
    r->diverged = false;
    r->num_kept = 0;
    random_bytes(&r->rnd, r->data, sizeof(r->data));
    for (unsigned i = 0; i < KEYS; i++) {
        const struct type *type = i == 0 || random_chance(&r->rnd, 25) ? &r->types[random_below(&r->rnd, r->num_types)]
                                                                       : r->of[0];

        log_add(&r->log, "\n  key %u = %s", i, type->name);
        set_key(r, i, type, random_below(&r->rnd, 2));
    }
    for (unsigned i = 0; i < SLOTS; i++) {
        r->slots[i] = (struct slot){ .begun = -1, .md_begun = -1 };
        for (int side = 0; side < NUM_SIDES; side++)
            r->slots[i].md[side] = EVP_MD_CTX_new();
    }
}

/* What is left goes in an order that is drawn, keys before the contexts that hold them among it. */
static void close_run(struct run *r)
{
    unsigned first = random_below(&r->rnd, KEYS + SLOTS);

    for (unsigned n = 0; n < KEYS + SLOTS; n++) {
        unsigned i = (first + n) % (KEYS + SLOTS);

        if (i < KEYS) {
            keys_free(r->key[i]);
        } else {
            free_ctx(&r->slots[i - KEYS]);
            EVP_MD_CTX_free(r->slots[i - KEYS].md[DEFAULT]);
            EVP_MD_CTX_free(r->slots[i - KEYS].md[MODULE]);
        }
    }
    ERR_clear_error();
}

static void run_program(struct run *r)
{
    open_run(r);
    for (unsigned n = random_below(&r->rnd, MAX_CALLS) + 5; n > 0 && !r->diverged; n--) {
        struct slot *s = &r->slots[random_below(&r->rnd, SLOTS)];

        if (random_chance(&r->rnd, 6))
            change_some_key(r);
        else if (random_chance(&r->rnd, 55))
            call_ctx(r, s);
        else
            call_md(r, s);
    }
    close_run(r);
    num_programs += !r->diverged;
}

/* ---- the keys ---- */

enum {
    SIGNS = 1u << SIGN | 1u << VERIFY,
    ENCRYPTS = 1u << ENCRYPT | 1u << DECRYPT,
    DERIVES = 1u << DERIVE,
    WRAPS = 1u << ENCAPSULATE | 1u << DECAPSULATE,
    RECOVERS = 1u << RECOVER,
};

static void hold_type(struct run *r, const struct type *t)
{
    CHECK(t->key[0][MODULE] != NULL && t->key[1][MODULE] != NULL, "no key of %s", t->name);
    if (t->key[0][MODULE] != NULL && t->key[1][MODULE] != NULL)
        r->types[r->num_types++] = *t;
}

static void add_type(struct run *r, const char *name, const char *type, const char *group, size_t bits,
                     unsigned operations)
{
    const OSSL_PARAM params[] = {
        group == NULL && bits == 0 ? (OSSL_PARAM)OSSL_PARAM_END
        : group == NULL            ? (OSSL_PARAM)OSSL_PARAM_size_t(OSSL_PKEY_PARAM_RSA_BITS, &bits)
                        : (OSSL_PARAM)OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, strlen(group)),
        OSSL_PARAM_END,
    };
    struct type t = { .name = name, .type = type, .operations = operations };

    for (unsigned i = 0; i < 2; i++) {
        t.key[i][DEFAULT] = key_generate(DEFAULT, type, params);
        t.key[i][MODULE] = key_move(MODULE, type, t.key[i][DEFAULT]);
    }
    hold_type(r, &t);
}

/* DSA has no named groups: its parameters are copied from a group of DH. */
static void add_dsa(struct run *r, const char *name, const char *group)
{
    const OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, strlen(group)),
        OSSL_PARAM_END,
    };
    struct type t = { .name = name, .type = "DSA", .operations = SIGNS };
    EVP_PKEY *parameters = key_from_data(DEFAULT, "DSA", EVP_PKEY_KEY_PARAMETERS, params);

    for (unsigned i = 0; i < 2; i++) {
        EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, parameters, BY(DEFAULT));

        if (ctx != NULL && EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_generate(ctx, &t.key[i][DEFAULT]) == 1)
            t.key[i][MODULE] = key_move(MODULE, "DSA", t.key[i][DEFAULT]);
        EVP_PKEY_CTX_free(ctx);
    }
    EVP_PKEY_free(parameters);
    hold_type(r, &t);
}

static void make_types(struct run *r)
{
    static const char *const curves[] = { "P-256", "P-384", "P-521", "secp256k1", "brainpoolP256r1", "P-224" };
    static const char *const plain[] = { "X25519", "X448", "ED25519", "ED448" };

    for (unsigned i = 0; i < sizeof(curves) / sizeof(curves[0]); i++)
        add_type(r, curves[i], "EC", curves[i], 0, SIGNS | DERIVES | WRAPS);
    for (unsigned i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
        add_type(r, plain[i], plain[i], NULL, 0, plain[i][0] == 'X' ? DERIVES : SIGNS);
    add_type(r, "RSA of 1024 bits", "RSA", NULL, 1024, SIGNS | RECOVERS | ENCRYPTS | WRAPS);
    add_type(r, "RSA of 1536 bits", "RSA", NULL, 1536, SIGNS | RECOVERS | ENCRYPTS | WRAPS);
    add_type(r, "RSA-PSS", "RSA-PSS", NULL, 1024, SIGNS);
    add_type(r, "DH", "DH", "ffdhe2048", 0, DERIVES);
    add_dsa(r, "DSA of 1024 bits", "dh_1024_160");
    add_dsa(r, "DSA of 2048 bits", "dh_2048_224");
    add_type(r, "DHX", "DHX", "dh_2048_256", 0, DERIVES);
}

/* Families whose signatures take a context string, with the sets whose signatures are quick. */
static const struct pure {
    const char *family, *sets[3]; /* up to NULL */
} pure[] = {
    { "ML-DSA", { "ML-DSA-44", "ML-DSA-65", "ML-DSA-87" } },
    { "SLH-DSA", { "SLH-DSA-SHA2-128f", "SLH-DSA-SHA2-192f", NULL } },
};

static void make_pure_types(struct run *r, const struct pure *p)
{
    for (unsigned i = 0; i < sizeof(p->sets) / sizeof(p->sets[0]) && p->sets[i] != NULL; i++)
        add_type(r, p->sets[i], p->sets[i], NULL, 0, SIGNS);
    r->is_pure = true;
}

/* Returns NULL if there is none of that name. */
static const struct pure *find_pure(const char *family)
{
    for (unsigned i = 0; i < sizeof(pure) / sizeof(pure[0]); i++)
        if (strcmp(pure[i].family, family) == 0)
            return &pure[i];
    return NULL;
}

static void show(const char *text, size_t len)
{
    if (write(STDOUT_FILENO, text, (unsigned)len) < 0)
        _exit(2);
}

/* If either provider crashes, print the program that led to it. */
static void on_crash(int sign)
{
    show("FAIL crash at the end of:", 25);
    show(the_run.log.text, the_run.log.len);
    show("\n", 1);
    signal(sign, SIG_DFL);
    raise(sign);
}

int main(int argc, char **argv)
{
    static struct harness h;
    const char *seed = option(argc, argv, "--seed"), *programs = option(argc, argv, "--programs");
    uint64_t first = seed == NULL ? 1 : strtoull(seed, NULL, 0);
    unsigned long num = programs == NULL ? 1500 : strtoul(programs, NULL, 0), total = 0;
    struct run *r = &the_run;
    const char *only = option(argc, argv, "--only");
    const struct pure *p = only == NULL ? NULL : find_pure(only);

    if (only != NULL && p == NULL) {
        fputs("usage: --only ML-DSA|SLH-DSA\n", stderr);
        return 2;
    }
    keys_open(&h, p != NULL ? p->sets[0] : "RSA");
    signal(SIGSEGV, on_crash);
    signal(SIGABRT, on_crash);
    if (p != NULL)
        make_pure_types(r, p);
    else
        make_types(r);
    for (unsigned long i = 0; i < num && failures < 10; i++) {
        r->rnd.state = first + i;
        run_program(r);
        if (r->diverged)
            printf("  replay: --seed %llu --programs 1\n", (unsigned long long)(first + i));
    }
    printf("%lu programs agree, %lu calls, %u failures; succeeded:", num_programs, num_calls, failures);
    for (int i = 0; i < NUM_OPERATIONS; i++) {
        printf(" %s %lu", operation_names[i], num_successes[i]);
        total += num_successes[i];
    }
    puts("");
    for (unsigned i = 0; i < r->num_types; i++)
        keys_free(r->types[i].key[0]), keys_free(r->types[i].key[1]);
    harness_close(&h);
    return failures != 0 || total == 0;
}
