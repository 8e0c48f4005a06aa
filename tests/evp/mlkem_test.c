/*
 * ML-KEM-512, -768 and -1024: the module against the default provider from OpenSSL 3.5 on, by the same calls. Both are
 * in one library context, so keys, files and ciphertexts also go from one to the other. Before 3.5 the module is
 * compared with itself, and with known answers of OpenSSL 3.5.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kems.h"

enum { NUM_KEYS = 12, SEED_LEN = 64, Q = 3329 };

static struct random rnd = { 203 };

static const struct set {
    const char *name;
    const char *alias, *oid;
    size_t public_len, private_len, ciphertext_len;
    /* SHA-256 of public key, private key, ciphertext and secret, of the seed 0, 1, 2 ... and the message 64, 65 ... */
    const char *answer;
} sets[] = {
    { "ML-KEM-512", "MLKEM512", "2.16.840.1.101.3.4.4.1", 800, 1632, 768,
      "094268cd5f74dbed82d7a917d8d4783e62e46d2814724749e70e6cadc71d3e8f" },
    { "ML-KEM-768", "MLKEM768", "2.16.840.1.101.3.4.4.2", 1184, 2400, 1088,
      "25f3b9f099d59cfe12686e44509027b307a357778ccd696c142228895fa75a08" },
    { "ML-KEM-1024", "id-alg-ml-kem-1024", "2.16.840.1.101.3.4.4.3", 1568, 3168, 1568,
      "b70ba3f0df1545ab0cc8910e1a7c49bbabc2b730ca7702b3bbf48412eeee2d4c" },
}, *set;

/* ---- making keys ---- */

/* The parts of a key of one seed. */
struct material {
    uint8_t seed[SEED_LEN], private_key[MAX_ENCODED_KEY], public_key[MAX_ENCODED_KEY];
};

static void get_part(EVP_PKEY *key, const char *name, uint8_t *out, size_t wanted)
{
    size_t len = 0;

    CHECK(EVP_PKEY_get_octet_string_param(key, name, out, MAX_ENCODED_KEY, &len) == 1 && len == wanted,
          "%s: %s of %zu bytes", set->name, name, len);
}

static void make_material(struct material *m)
{
    EVP_PKEY *key;

    random_bytes(&rnd, m->seed, SEED_LEN);
    key = key_from_seed(MODULE, set->name, m->seed, SEED_LEN);
    get_part(key, "priv", m->private_key, set->private_len);
    get_part(key, "pub", m->public_key, set->public_len);
    EVP_PKEY_free(key);
}

static struct key_parts parts_of(const struct material *m, bool seed, bool private_key, bool public_key)
{
    return (struct key_parts){
        m->seed,
        m->private_key,
        m->public_key,
        seed ? SEED_LEN : 0,
        private_key ? set->private_len : 0,
        public_key ? set->public_len : 0,
    };
}

/* ---- known answers ---- */

static void check_answer(void)
{
    uint8_t seed[SEED_LEN], message[32], part[MAX_ENCODED_KEY], digest[32];
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    char hex[65];
    struct sent s;
    EVP_PKEY *key;

    for (unsigned i = 0; i < SEED_LEN; i++)
        seed[i] = (uint8_t)i;
    for (unsigned i = 0; i < sizeof(message); i++)
        message[i] = (uint8_t)(SEED_LEN + i);
    key = key_from_seed(MODULE, set->name, seed, SEED_LEN);
    kem_encapsulate(key, message, &s);
    CHECK(key != NULL && s.ret && EVP_DigestInit_ex(md, EVP_sha256(), NULL), "%s: no answer", set->name);
    get_part(key, "pub", part, set->public_len);
    EVP_DigestUpdate(md, part, set->public_len);
    get_part(key, "priv", part, set->private_len);
    EVP_DigestUpdate(md, part, set->private_len);
    EVP_DigestUpdate(md, s.ciphertext, s.ciphertext_len);
    EVP_DigestUpdate(md, s.secret, s.secret_len);
    EVP_DigestFinal_ex(md, digest, NULL);
    for (unsigned i = 0; i < sizeof(digest); i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    CHECK(strcmp(hex, set->answer) == 0, "%s: the answer is %s", set->name, hex);
    EVP_MD_CTX_free(md);
    EVP_PKEY_free(key);
}

/* ---- the same on both sides ---- */

static void check_names(void)
{
    const char *const names[] = { set->name, set->alias, set->oid };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        EVP_KEYMGMT *keymgmt = EVP_KEYMGMT_fetch(keys_lib, names[i], BY(MODULE));
        EVP_KEM *kem = EVP_KEM_fetch(keys_lib, names[i], BY(MODULE));

        CHECK(keymgmt != NULL && EVP_KEYMGMT_is_a(keymgmt, set->name), "%s: no keys of %s", set->name, names[i]);
        CHECK(kem != NULL && EVP_KEM_is_a(kem, set->name), "%s: no KEM %s", set->name, names[i]);
        EVP_KEYMGMT_free(keymgmt);
        EVP_KEM_free(kem);
    }
}

/* One seed makes one key; a message makes one ciphertext and one secret. */
static void check_seeds(void)
{
    uint8_t seed[SEED_LEN], message[32];

    for (unsigned i = 0; i < NUM_KEYS; i++) {
        EVP_PKEY *key[NUM_SIDES];
        struct sent sent[NUM_SIDES];

        random_bytes(&rnd, seed, SEED_LEN);
        random_bytes(&rnd, message, sizeof(message));
        key[DEFAULT] = key_from_seed(kems_other, set->name, seed, SEED_LEN);
        key[MODULE] = key_from_seed(MODULE, set->name, seed, SEED_LEN);
        keys_compare(set->name, key);
        for (int side = 0; side < NUM_SIDES; side++)
            kem_encapsulate(key[side], message, &sent[side]);
        CHECK(sent[0].ret == 1 && memcmp(&sent[0], &sent[1], sizeof(sent[0])) == 0, "%s: ikme", set->name);
        keys_free(key);
    }
    for (size_t len = 0; len < SEED_LEN; len += 21) {
        EVP_PKEY *key[NUM_SIDES] = { key_from_seed(kems_other, set->name, seed, len),
                                     key_from_seed(MODULE, set->name, seed, len) };

        CHECK(key[0] == NULL && key[1] == NULL, "%s: a seed of %zu bytes", set->name, len);
        keys_free(key);
    }
}

/* A message serves once: the next encapsulation of the context is random. */
static void check_message_serves_once(void)
{
    EVP_PKEY *key = key_generate(MODULE, set->name, NULL);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(keys_lib, key, NULL);
    uint8_t message[33] = { 1 };
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string("ikme", message, 32), OSSL_PARAM_END };
    struct sent s[2] = { { .ciphertext_len = MAX_CIPHERTEXT, .secret_len = MAX_SECRET },
                         { .ciphertext_len = MAX_CIPHERTEXT, .secret_len = MAX_SECRET } };

    CHECK(EVP_PKEY_encapsulate_init(ctx, params) == 1, "%s: init", set->name);
    for (int i = 0; i < 2; i++)
        CHECK(EVP_PKEY_encapsulate(ctx, s[i].ciphertext, &s[i].ciphertext_len, s[i].secret, &s[i].secret_len) == 1,
              "%s: encapsulation %d", set->name, i);
    CHECK(memcmp(s[0].secret, s[1].secret, 32) != 0, "%s: the message served twice", set->name);
    params[0].data_size = 33;
    CHECK(EVP_PKEY_encapsulate_init(ctx, params) != 1, "%s: a message of 33 bytes", set->name);
    params[0].data_size = 31;
    CHECK(EVP_PKEY_encapsulate_init(ctx, params) != 1, "%s: a message of 31 bytes", set->name);
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    ERR_clear_error();
}

static void check_generated(void)
{
    for (unsigned i = 0; i < NUM_KEYS; i++) {
        EVP_PKEY *ours = key_generate(MODULE, set->name, NULL), *theirs = key_generate(kems_other, set->name, NULL);
        EVP_PKEY *moved[NUM_SIDES] = { key_move(kems_other, set->name, ours), key_move(MODULE, set->name, theirs) };

        CHECK(ours != NULL && EVP_PKEY_eq(ours, theirs) != 1, "%s: no key, or the same twice", set->name);
        kem_check_pair("our key, their encapsulation", moved[0], ours);
        kem_check_pair("our key, their decapsulation", ours, moved[0]);
        kem_check_pair("their key, our encapsulation", moved[1], theirs);
        kem_check_pair("their key, our decapsulation", theirs, moved[1]);
        EVP_PKEY_free(ours);
        EVP_PKEY_free(theirs);
        keys_free(moved);
    }
}

/* The default provider writes and reads files; before 3.5 there are none. */
static void check_files(void)
{
    EVP_PKEY *key = kems_other == MODULE ? NULL : key_generate(MODULE, set->name, NULL);
    EVP_PKEY *read[NUM_SIDES];

    if (key == NULL)
        return;
    for (int side = 0; side < NUM_SIDES; side++)
        read[side] = key_decode(side, key);
    CHECK(read[0] != NULL && read[1] != NULL && EVP_PKEY_eq(read[0], key) == 1 && EVP_PKEY_eq(read[1], key) == 1,
          "%s: another key in the file", set->name);
    keys_compare("read from a file", read);
    keys_free(read);
    EVP_PKEY_free(key);
}

/* ---- wrong ciphertexts, lengths and keys ---- */

/* Both decapsulations succeed, with the secret of implicit rejection (FIPS 203 sec. 6.3). */
static void check_rejection(void)
{
    uint8_t seed[SEED_LEN];
    EVP_PKEY *key[NUM_SIDES];
    struct sent sent, found[NUM_SIDES];

    random_bytes(&rnd, seed, SEED_LEN);
    key[DEFAULT] = key_from_seed(kems_other, set->name, seed, SEED_LEN);
    key[MODULE] = key_from_seed(MODULE, set->name, seed, SEED_LEN);
    for (unsigned i = 0; i < 30; i++) {
        kem_encapsulate(key[MODULE], NULL, &sent);
        if (i % 3 == 2)
            random_bytes(&rnd, sent.ciphertext, set->ciphertext_len);
        else
            sent.ciphertext[random_below(&rnd, (unsigned)set->ciphertext_len)] ^= (uint8_t)(1u
                                                                                            << random_below(&rnd, 8));
        for (int side = 0; side < NUM_SIDES; side++)
            kem_decapsulate(key[side], &sent, &found[side]);
        CHECK(found[0].ret == 1 && memcmp(&found[0], &found[1], sizeof(found[0])) == 0, "%s: rejection", set->name);
        CHECK(memcmp(found[MODULE].secret, sent.secret, 32) != 0, "%s: no rejection", set->name);
    }
    CHECK(kem_encapsulate_verdicts(key[0]) == kem_encapsulate_verdicts(key[1]), "%s: encapsulation: %x and %x",
          set->name, kem_encapsulate_verdicts(key[0]), kem_encapsulate_verdicts(key[1]));
    CHECK(kem_decapsulate_verdicts(key[0]) == kem_decapsulate_verdicts(key[1]), "%s: decapsulation: %x and %x",
          set->name, kem_decapsulate_verdicts(key[0]), kem_decapsulate_verdicts(key[1]));
    keys_free(key);
}

/* Import on both sides. Returns 1 if both take it, and then it is the same key; 0 if both refuse. */
static int compare_import(const char *what, int selection, const struct key_parts *in)
{
    EVP_PKEY *key[NUM_SIDES] = { key_from_parts(kems_other, set->name, selection, in),
                                 key_from_parts(MODULE, set->name, selection, in) };
    int is_taken = key[MODULE] != NULL;

    keys_compare(what, key);
    keys_free(key);
    ERR_clear_error();
    return is_taken;
}

static void check_imports(void)
{
    static const int selections[] = { EVP_PKEY_KEYPAIR, EVP_PKEY_PUBLIC_KEY, OSSL_KEYMGMT_SELECT_PRIVATE_KEY };
    struct material m;

    make_material(&m);
    for (unsigned i = 0; i < 8 * 3; i++) {
        struct key_parts in = parts_of(&m, i & 1, i & 2, i & 4);
        int selection = selections[i / 8], is_enough = (i & 4) != 0 || ((i & 3) != 0 && i / 8 != 1);

        CHECK(compare_import("import of parts", selection, &in) == is_enough, "%s: parts %u", set->name, i);
    }
}

static void check_lengths(void)
{
    struct material m;
    struct key_parts in;

    make_material(&m);
    for (unsigned i = 0; i < 6; i++) {
        in = parts_of(&m, i / 2 == 0, i / 2 == 1, i / 2 == 2);
        in.seed_len += (size_t)(in.seed_len != 0) * (i % 2 == 0 ? 1 : (size_t)-1);
        in.private_len += (size_t)(in.private_len != 0) * (i % 2 == 0 ? 1 : (size_t)-1);
        in.public_len += (size_t)(in.public_len != 0) * (i % 2 == 0 ? 1 : (size_t)-1);
        CHECK(!compare_import("wrong length", EVP_PKEY_KEYPAIR, &in), "%s: wrong length %u", set->name, i);
    }
}

/* Replace coefficient number i of 12 bits by a value that is not reduced. */
static void spoil_coefficient(uint8_t *vector, unsigned i, unsigned value)
{
    uint8_t *at = vector + i / 2 * 3;

    if (i % 2 == 0) {
        at[0] = (uint8_t)value;
        at[1] = (uint8_t)((at[1] & 0xf0) | value >> 8);
    } else {
        at[1] = (uint8_t)((at[1] & 0x0f) | (value & 15) << 4);
        at[2] = (uint8_t)(value >> 4);
    }
}

/* FIPS 203 sec. 7.2 and 7.3: coefficients that are not reduced and wrong hashes; parts of two keys mixed. */
static void check_malformed(void)
{
    const unsigned num = (unsigned)(set->public_len - 32) / 3 * 2;
    struct material m, other, bad;
    struct key_parts in;

    make_material(&m);
    make_material(&other);
    for (unsigned i = 0; i < 20; i++) {
        bad = m;
        spoil_coefficient(bad.public_key, i < 2 ? i * (num - 1) : random_below(&rnd, num),
                          Q + random_below(&rnd, 4096 - Q));
        in = parts_of(&bad, false, false, true);
        CHECK(!compare_import("coefficient of t", EVP_PKEY_PUBLIC_KEY, &in), "%s: coefficient of t", set->name);
        CHECK(key_from_share(MODULE, set->name, bad.public_key, set->public_len) == NULL, "%s: share", set->name);
        bad = m;
        spoil_coefficient(bad.private_key, i < 2 ? i * (num - 1) : random_below(&rnd, num),
                          Q + random_below(&rnd, 4096 - Q));
        in = parts_of(&bad, false, true, false);
        CHECK(!compare_import("coefficient of s", EVP_PKEY_KEYPAIR, &in), "%s: coefficient of s", set->name);
        bad = m;
        bad.private_key[set->private_len - 33 - random_below(&rnd, 32 + (unsigned)set->public_len)] ^= 1;
        in = parts_of(&bad, false, true, false);
        CHECK(!compare_import("hash", EVP_PKEY_KEYPAIR, &in), "%s: wrong hash", set->name);
    }
    memcpy(bad.seed, other.seed, SEED_LEN);
    memcpy(bad.private_key, m.private_key, set->private_len);
    memcpy(bad.public_key, other.public_key, set->public_len);
    for (unsigned i = 1; i < 4; i++) {
        in = parts_of(&bad, i & 1, true, i & 2);
        CHECK(!compare_import("mixed", EVP_PKEY_KEYPAIR, &in), "%s: mixed parts %u", set->name, i);
    }
}

/* A private vector of another key beside this key's public key and hash: only the pairwise test notices. */
static void check_pairwise(void)
{
    struct material m, other;
    struct key_parts in;

    make_material(&m);
    make_material(&other);
    memcpy(m.private_key, other.private_key, set->public_len - 32);
    in = parts_of(&m, false, true, false);
    CHECK(!compare_import("pairwise test", EVP_PKEY_KEYPAIR, &in), "%s: another private vector", set->name);
}

/* As TLS sets the key of a peer. */
static void check_shares(void)
{
    struct material m;
    uint8_t share[MAX_ENCODED_KEY];

    make_material(&m);
    for (int side = 0; side < NUM_SIDES; side++) {
        int by = side == DEFAULT ? kems_other : MODULE;
        struct key_parts whole = parts_of(&m, true, false, false);
        EVP_PKEY *key = key_from_share(by, set->name, m.public_key, set->public_len);
        EVP_PKEY *pair = key_from_parts(by, set->name, EVP_PKEY_KEYPAIR, &whole);
        struct sent s;

        CHECK(key != NULL && key_get_share(key, share) == set->public_len
                  && memcmp(share, m.public_key, set->public_len) == 0,
              "%s: share", set->name);
        CHECK(EVP_PKEY_set1_encoded_public_key(key, m.public_key, set->public_len) != 1, "%s: mutated", set->name);
        CHECK(key_from_share(by, set->name, m.public_key, set->public_len - 1) == NULL, "%s: short share", set->name);
        kem_check_pair("share", key, pair);
        kem_encapsulate(key, NULL, &s);
        kem_decapsulate(key, &s, &s);
        CHECK(!s.ret, "%s: decapsulation with a public key", set->name);
        EVP_PKEY_free(key);
        key = key_generate_params(by, set->name, NULL);
        kem_encapsulate(key, NULL, &s);
        CHECK(key != NULL && !s.ret, "%s: encapsulation to an empty key", set->name);
        EVP_PKEY_free(key);
        EVP_PKEY_free(pair);
    }
    ERR_clear_error();
}

/* ---- configuration ---- */

/* The number of the parts seed, priv and pub that a key exports which the module generates in a library context. */
static unsigned count_parts_in(OSSL_LIB_CTX *lib, const char *settings)
{
    EVP_PKEY_CTX *ctx = lib == NULL ? NULL : EVP_PKEY_CTX_new_from_name(lib, set->name, "provider=afterburner");
    OSSL_PARAM *params = NULL;
    EVP_PKEY *key = NULL;
    unsigned num = 0;

    CHECK(ctx != NULL && EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_generate(ctx, &key) == 1
              && EVP_PKEY_todata(key, EVP_PKEY_KEYPAIR, &params) == 1,
          "%s: %s", set->name, settings);
    while (params != NULL && params[num].key != NULL)
        num++;
    OSSL_PARAM_free(params);
    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(ctx);
    return num;
}

/* The same of a module with these settings, alone in its library context. */
static unsigned count_parts(const char *settings)
{
    OSSL_PROVIDER *prov;
    OSSL_LIB_CTX *lib = open_module("afterburner", settings, &prov);
    unsigned num = count_parts_in(lib, settings);

    OSSL_PROVIDER_unload(prov);
    OSSL_LIB_CTX_free(lib);
    return num;
}

/* The same of a module beside the default provider, each with settings in its own section. */
static unsigned count_parts_beside(const char *ours, const char *theirs)
{
    OSSL_LIB_CTX *lib = open_beside(ours, theirs);
    unsigned num = count_parts_in(lib, theirs);

    OSSL_LIB_CTX_free(lib);
    return num;
}

/* Import a private key whose vector is another key's, by a module with these settings: 1 if it is taken. */
static int takes_mismatch(const char *settings)
{
    OSSL_PROVIDER *prov;
    OSSL_LIB_CTX *lib = open_module("afterburner", settings, &prov);
    EVP_PKEY_CTX *ctx = lib == NULL ? NULL : EVP_PKEY_CTX_new_from_name(lib, set->name, NULL);
    struct material m, other;
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string("priv", m.private_key, set->private_len), OSSL_PARAM_END };
    EVP_PKEY *key = NULL;
    int is_taken;

    make_material(&m);
    make_material(&other);
    memcpy(m.private_key, other.private_key, set->public_len - 32);
    CHECK(ctx != NULL && EVP_PKEY_fromdata_init(ctx) == 1, "%s: %s", set->name, settings);
    is_taken = EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_KEYPAIR, params) == 1;
    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(ctx);
    OSSL_PROVIDER_unload(prov);
    OSSL_LIB_CTX_free(lib);
    ERR_clear_error();
    return is_taken;
}

static void check_settings(void)
{
    CHECK(count_parts("ml-kem.retain_seed = yes") == 3, "%s: the seed is not kept", set->name);
    CHECK(count_parts("ml-kem.retain_seed = no") == 2, "%s: the seed is kept", set->name);
    CHECK(count_parts_beside("", "") == 3 && count_parts_beside("", "ml-kem.retain_seed = no") == 2
              && count_parts_beside("ml-kem.retain_seed = yes", "ml-kem.retain_seed = no") == 3,
          "%s: the settings of the default provider", set->name);
    CHECK(!takes_mismatch("ml-kem.import_pct_type = random"), "%s: no random test", set->name);
    CHECK(!takes_mismatch("ml-kem.import_pct_type = fixed"), "%s: no fixed test", set->name);
    CHECK(takes_mismatch("ml-kem.import_pct_type = none"), "%s: a test that is switched off", set->name);
}

int main(void)
{
    static struct harness h;

    kems_open(&h, "ML-KEM-768");
    for (set = sets; set < sets + sizeof(sets) / sizeof(sets[0]); set++) {
        check_answer();
        check_names();
        check_seeds();
        check_message_serves_once();
        check_generated();
        check_files();
        check_rejection();
        check_imports();
        check_lengths();
        check_malformed();
        check_pairwise();
        check_shares();
        check_settings();
    }
    printf("compared with %s, %u failures\n", side_names[kems_other], failures);
    harness_close(&h);
    return failures != 0;
}
