/* Keys and signatures of ML-DSA: round trips, exports and imports, and what is malformed in each field. */
#include "crypto/mldsa_keys.h"

#include <stddef.h>
#include <string.h>

#include "afterburner/mldsa_batch.h"
#include "crypto/mldsa/mldsa_kat.h"
#include "harness/harness.h"
#include "harness/random_source.h"
#include "kernels/mldsa/mldsa_kernels.h"

enum { NUM_TRIPS = 25, NUM_TRIPS_SLOW = 1, MAX_MESSAGE = 700, MAX_LEN = AB_MLDSA_MAX_PRIVATE_LEN + 1 };

static struct ab_mldsa_key key, other;
static uint8_t mu[AB_MLDSA_MU_LEN], signature[AB_MLDSA_MAX_SIGNATURE_LEN + 1];

/* ---- messages ---- */

/* The same mu from a message in parts, from all at once, and from what is encoded already. */
static void check_messages(void)
{
    const size_t len = t_random_below(MAX_MESSAGE), context_len = t_random_below(256);
    uint8_t message[2 + 255 + MAX_MESSAGE], again[AB_MLDSA_MU_LEN], *text = message + 2 + context_len;
    struct ab_mldsa_message m, copy;

    t_where.check = "messages, a context of extra bytes";
    t_where.len = len;
    t_where.extra = context_len;
    t_random_bytes(message, sizeof(message));
    message[0] = 0;
    message[1] = (uint8_t)context_len;
    CHECK(ab_mldsa_message_init(&m, &key, message + 2, context_len));
    for (size_t at = 0, part; at < len; at += part) {
        part = t_random_below(300);
        part = part < len - at ? part : len - at;
        ab_mldsa_message_update(&m, text + at, part);
        copy = m;
        ab_mldsa_message_wipe(&m);
        m = copy;
    }
    ab_mldsa_message_final(&m, mu);
    ab_mldsa_message_init_encoded(&m, &key);
    ab_mldsa_message_update(&m, message, 2 + context_len + len);
    ab_mldsa_message_final(&m, again);
    CHECK_BYTES(again, mu, sizeof(mu));
    CHECK(!ab_mldsa_message_init(&m, &key, message, 256));
    CHECK(ab_mldsa_message_init(&m, &key, NULL, 0));
    ab_mldsa_message_update(&m, NULL, 0);
    ab_mldsa_message_final(&m, again);
    CHECK(memcmp(again, mu, sizeof(mu)) != 0);
    t_where.len = 0;
}

/* ---- signatures ---- */

static int is_valid(const uint8_t *in)
{
    return ab_mldsa_verify(&key, in, key.params->signature_len, mu);
}

/* Hedged signatures differ, deterministic ones do not; none is valid with a bit of it or of mu inverted. */
static void check_trip(void)
{
    static uint8_t again[AB_MLDSA_MAX_SIGNATURE_LEN];
    const uint8_t random[AB_MLDSA_RANDOM_LEN] = { 0 };
    const size_t len = key.params->signature_len, at = t_random_below(len);

    t_where.check = "round trips";
    CHECK(ab_mldsa_sign_with(&key, signature, mu, random));
    CHECK(ab_mldsa_sign_with(&key, again, mu, random));
    CHECK_BYTES(again, signature, len);
    CHECK(is_valid(signature));
    CHECK(ab_mldsa_sign(&key, signature, mu, &t_random_source));
    CHECK(memcmp(again, signature, len) != 0);
    CHECK(is_valid(signature));
    CHECK(!ab_mldsa_sign(&key, again, mu, &t_no_random_source));
    CHECK(!ab_mldsa_verify(&key, signature, len - 1, mu));
    CHECK(!ab_mldsa_verify(&key, signature, len + 1, mu));
    signature[at] ^= (uint8_t)(1 << t_random_below(8));
    CHECK(!is_valid(signature));
    mu[t_random_below(sizeof(mu))] ^= (uint8_t)(1 << t_random_below(8));
    CHECK(!is_valid(again));
}

/* Write a value of `bits` bits. */
static void put_bits(uint8_t *bytes, size_t at, unsigned bits, unsigned value)
{
    for (unsigned j = 0; j < bits; j++, at++)
        bytes[at / 8] = (uint8_t)((bytes[at / 8] & ~(1 << at % 8)) | (int)(value >> j & 1) << at % 8);
}

/* The least coefficients of z that are too great, of either sign, at every place. */
static void check_wide_z(const uint8_t *right)
{
    const struct ab_mldsa_params *params = key.params;
    const unsigned beta = params->tau * params->eta, bits = params->gamma1_bits + 1, gamma1 = 1u << (bits - 1);
    static uint8_t wrong[AB_MLDSA_MAX_SIGNATURE_LEN];

    t_where.check = "z out of range at extra";
    for (unsigned i = 0; i < params->l * AB_MLDSA_N; i += t_is_slow() ? 301 : 3) {
        t_where.extra = i;
        memcpy(wrong, right, params->signature_len);
        put_bits(wrong + params->challenge_len, (size_t)i * bits, bits, i % 2 == 0 ? beta : 2 * gamma1 - beta);
        CHECK(!is_valid(wrong));
    }
}

/* Change the hints of a copy of a signature that has some. */
struct hints {
    uint8_t signature[AB_MLDSA_MAX_SIGNATURE_LEN];
    uint8_t *places, *ends;
    unsigned num;
};

static void copy_hints(struct hints *h, const uint8_t *right)
{
    const struct ab_mldsa_params *params = key.params;

    memcpy(h->signature, right, params->signature_len);
    h->ends = h->signature + params->signature_len - params->k;
    h->places = h->ends - params->omega;
    h->num = h->ends[params->k - 1];
}

/* The first polynomial with two hints; their places are at *at and after it. */
static int find_two(const struct hints *h, unsigned *at)
{
    unsigned first = 0;

    for (unsigned i = 0; i < key.params->k; first = h->ends[i++])
        if (h->ends[i] >= first + 2) {
            *at = first;
            return 1;
        }
    return 0;
}

/* Places that do not ascend, ends that do not or are beyond omega, and places after the last end. */
static void check_wrong_hints(const uint8_t *right)
{
    const struct ab_mldsa_params *params = key.params;
    static struct hints h;
    unsigned at;

    t_where.check = "malformed hints";
    copy_hints(&h, right);
    if (CHECK(find_two(&h, &at))) {
        const uint8_t first = h.places[at];

        h.places[at] = h.places[at + 1];
        CHECK(!is_valid(h.signature)); /* equal */
        h.places[at + 1] = first;
        CHECK(!is_valid(h.signature)); /* exchanged */
    }
    copy_hints(&h, right);
    h.ends[params->k - 1] = (uint8_t)(params->omega + 1);
    CHECK(!is_valid(h.signature));
    copy_hints(&h, right);
    h.ends[params->k - 1] = 255;
    CHECK(!is_valid(h.signature));
    copy_hints(&h, right);
    h.ends[0] = (uint8_t)(h.ends[1] + 1);
    CHECK(!is_valid(h.signature));
    for (unsigned i = h.num; i < params->omega; i++) {
        copy_hints(&h, right);
        h.places[i] = 1;
        CHECK(!is_valid(h.signature));
    }
    copy_hints(&h, right);
    CHECK(is_valid(h.signature));
}

static void check_malformed_signatures(void)
{
    static uint8_t right[AB_MLDSA_MAX_SIGNATURE_LEN];
    struct hints h;
    unsigned at;

    do { /* most have two hints in one polynomial */
        t_random_bytes(mu, sizeof(mu));
        CHECK(ab_mldsa_sign(&key, right, mu, &t_random_source));
        copy_hints(&h, right);
    } while (!find_two(&h, &at));
    check_wide_z(right);
    check_wrong_hints(right);
}

/* ---- many at once ---- */

enum { MAX_MANY = 2 * AB_MLDSA_MAX_LANES + 1 };

static struct {
    struct ab_mldsa_key keys[2];
    const struct ab_mldsa_key *key_of[MAX_MANY];
    uint8_t mus[MAX_MANY][AB_MLDSA_MU_LEN], randoms[MAX_MANY][AB_MLDSA_RANDOM_LEN];
    uint8_t signatures[MAX_MANY][AB_MLDSA_MAX_SIGNATURE_LEN + 1], *signature_of[MAX_MANY];
    int valid[MAX_MANY];
} many;

static void start_many(const struct ab_mldsa_params *params, const struct ab_mldsa_kernels *k)
{
    for (unsigned i = 0; i < 2; i++) {
        ab_mldsa_init(&many.keys[i], params, k);
        CHECK(ab_mldsa_generate(&many.keys[i], &t_random_source));
    }
    for (unsigned i = 0; i < MAX_MANY; i++) {
        many.key_of[i] = &many.keys[i % 3 == 0];
        many.signature_of[i] = many.signatures[i];
    }
}

static int verify_many(size_t num)
{
    memset(many.valid, 0xa5, sizeof(many.valid));
    return ab_mldsa_verify_many(many.key_of, (const uint8_t *const *)many.signature_of,
                                (const uint8_t (*)[AB_MLDSA_MU_LEN])many.mus, many.valid, num);
}

/* The same signatures as one by one, and of valid ones the same answers. */
static void check_same_signatures(size_t num)
{
    const size_t len = many.keys[0].params->signature_len;

    t_random_bytes(many.mus, sizeof(many.mus));
    t_random_bytes(many.randoms, sizeof(many.randoms));
    memset(many.signatures, 0xa5, sizeof(many.signatures));
    CHECK(ab_mldsa_sign_many(many.key_of, many.signature_of, (const uint8_t (*)[AB_MLDSA_MU_LEN])many.mus,
                             (const uint8_t (*)[AB_MLDSA_RANDOM_LEN])many.randoms, num));
    for (size_t i = 0; i < num; i++) {
        CHECK(ab_mldsa_sign_with(many.key_of[i], signature, many.mus[i], many.randoms[i]));
        CHECK_BYTES(many.signatures[i], signature, len);
        CHECK(many.signatures[i][len] == 0xa5);
    }
    CHECK(verify_many(num));
    for (size_t i = 0; i < MAX_MANY; i++)
        CHECK(i < num ? many.valid[i] == 1 : many.valid[i] == (int)0xa5a5a5a5);
}

/* Spoil every third signature: c~, a coefficient of z, the end of the hints, which is malformed, or mu. */
static void check_spoilt_signatures(size_t num)
{
    const struct ab_mldsa_params *params = many.keys[0].params;
    const size_t places[] = { 0, params->challenge_len + 1, params->signature_len - 1 };

    for (size_t i = 0; i < num; i += 3)
        if (i % 4 == 3)
            many.mus[i][7] ^= 1;
        else
            many.signatures[i][places[i % 4]] ^= 0x80;
    CHECK(verify_many(num) == (num == 0));
    for (size_t i = 0; i < num; i++)
        CHECK(many.valid[i] == (i % 3 != 0));
}

static void check_many(const struct ab_mldsa_params *params, const struct ab_mldsa_kernels *k)
{
    static const size_t nums[] = { AB_MLDSA_MAX_LANES + 1, 0, 1, 3, 4, 5, MAX_MANY };

    t_where.check = "many at once, extra";
    start_many(params, k);
    for (size_t i = 0; i < (t_is_slow() ? 1 : sizeof(nums) / sizeof(nums[0])); i++) {
        t_where.extra = nums[i];
        check_same_signatures(nums[i]);
        check_spoilt_signatures(nums[i]);
        CHECK(!t_upper_halves_dirty());
    }
}

/* ---- keys ---- */

/* Each export, imported again, gives the same key. */
static void check_exports(const struct ab_mldsa_kernels *k)
{
    static uint8_t encoded[MAX_LEN], again[MAX_LEN];
    const struct ab_mldsa_params *params = key.params;
    uint8_t seed[AB_MLDSA_SEED_LEN];

    t_where.check = "exports and imports";
    ab_mldsa_init(&other, params, k);
    ab_mldsa_get_private(&key, encoded);
    CHECK(ab_mldsa_set_private(&other, encoded, params->private_len));
    CHECK(other.has_public && other.has_private && !other.has_seed);
    ab_mldsa_get_private(&other, again);
    CHECK_BYTES(again, encoded, params->private_len);
    CHECK(ab_mldsa_same_public(&key, &other) && ab_mldsa_same_private(&key, &other));
    ab_mldsa_get_seed(&key, seed);
    ab_mldsa_set_seed(&other, seed);
    CHECK(ab_mldsa_same_private(&key, &other) && other.has_seed);
    ab_mldsa_get_public(&key, encoded);
    CHECK(ab_mldsa_set_public(&other, encoded, params->public_len));
    CHECK(other.has_public && !other.has_private && !other.has_seed);
    CHECK(ab_mldsa_same_public(&key, &other) && !ab_mldsa_same_private(&key, &other));
    ab_mldsa_get_public(&other, again);
    CHECK_BYTES(again, encoded, params->public_len);
    CHECK(!ab_mldsa_set_public(&other, encoded, params->public_len - 1) && !other.has_public);
    CHECK(!ab_mldsa_set_public(&other, encoded, params->public_len + 1) && !other.has_public);
    CHECK(ab_mldsa_generate(&other, &t_random_source));
    CHECK(!ab_mldsa_same_public(&key, &other) && !ab_mldsa_same_private(&key, &other));
    CHECK(!ab_mldsa_generate(&other, &t_no_random_source) && !other.has_public && !other.has_private);
}

static int refuses_private(const uint8_t *encoded, size_t len)
{
    return !ab_mldsa_set_private(&other, encoded, len) && !other.has_private && !other.has_public;
}

/* A wrong bit in rho, tr, s1, s2 or t0 is noticed. K can be anything. */
static void check_wrong_bits(uint8_t *encoded)
{
    const struct ab_mldsa_params *params = key.params;

    for (size_t at = 0; at < params->private_len; at += t_is_slow() ? 1501 : 97) {
        t_where.extra = at;
        encoded[at] ^= (uint8_t)(1 << t_random_below(8));
        CHECK(refuses_private(encoded, params->private_len) == (at < 32 || at >= 64));
        ab_mldsa_get_private(&key, encoded);
    }
}

/* Every value that is not a coefficient of s1 or s2. */
static void check_wide_secrets(uint8_t *encoded)
{
    const struct ab_mldsa_params *params = key.params;
    const unsigned bits = params->eta == 2 ? 3 : 4, num = (params->l + params->k) * AB_MLDSA_N;

    for (unsigned value = 2 * params->eta + 1; value < 1u << bits; value++)
        for (unsigned i = 0; i < num; i += t_is_slow() ? num - 1 : 91) {
            t_where.extra = i;
            put_bits(encoded + 128, (size_t)i * bits, bits, value);
            CHECK(refuses_private(encoded, params->private_len));
            ab_mldsa_get_private(&key, encoded);
        }
}

static void check_malformed_keys(void)
{
    static uint8_t encoded[MAX_LEN];
    const struct ab_mldsa_params *params = key.params;

    t_where.check = "malformed private keys, at extra";
    ab_mldsa_get_private(&key, encoded);
    CHECK(refuses_private(encoded, params->private_len - 1) && refuses_private(encoded, params->private_len + 1));
    check_wrong_bits(encoded);
    check_wide_secrets(encoded);
    CHECK(ab_mldsa_set_private(&other, encoded, params->private_len));
    CHECK(ab_mldsa_same_private(&key, &other));
}

/* The memory behind what a key's parameter set uses is not touched. */
static void check_size(const struct ab_mldsa_params *params, const struct ab_mldsa_kernels *k)
{
    static union {
        struct ab_mldsa_key key;
        uint8_t bytes[sizeof(struct ab_mldsa_key) + 1];
    } u;
    const size_t len = ab_mldsa_key_size(params);
    unsigned num_changed = 0;

    t_where.check = "the size of a key";
    CHECK(len % 64 == 0 && len <= sizeof(u.key));
    memset(&u, 0xa5, sizeof(u));
    ab_mldsa_init(&u.key, params, k);
    CHECK(ab_mldsa_generate(&u.key, &t_random_source));
    ab_mldsa_clear(&u.key);
    for (size_t i = len; i < sizeof(u.bytes); i++)
        num_changed += u.bytes[i] != 0xa5;
    CHECK(num_changed == 0);
}

void check_mldsa_keys(const struct ab_mldsa_kernels *k)
{
    t_where.level = ab_mldsa_level(k);
    for (unsigned id = 0; id < AB_NUM_MLDSA; id++) {
        const struct ab_mldsa_params *params = ab_mldsa_params((enum ab_mldsa_id)id);

        t_where.subject = params->name;
        t_where.check = "known answers";
        CHECK(ab_mldsa_kat(k, params->id) && ab_mldsa_quick_kat(k, params->id));
        check_size(params, k);
        ab_mldsa_init(&key, params, k);
        for (unsigned i = 0; i < (t_is_slow() ? NUM_TRIPS_SLOW : NUM_TRIPS); i++) {
            CHECK(ab_mldsa_generate(&key, &t_random_source));
            CHECK(key.has_public && key.has_private && key.has_seed);
            check_messages();
            check_trip();
        }
        check_exports(k);
        check_malformed_keys();
        check_malformed_signatures();
        check_many(params, k);
        t_where.check = "forgetting";
        ab_mldsa_forget_seed(&key);
        CHECK(!key.has_seed && key.has_private);
        check_trip();
        ab_mldsa_clear(&key);
        CHECK(!key.has_public && !key.has_private && key.kernels == k && key.params == params);
    }
}

/* ---- kernels that do nothing ---- */

typedef void any_fn(void);

static void do_nothing(void)
{
}

enum {
    FIRST = offsetof(struct ab_mldsa_kernels, ntt),
    NUM_KERNELS = (sizeof(struct ab_mldsa_kernels) - FIRST) / sizeof(any_fn *)
};

static void absorb_nothing(uint64_t *state, const uint8_t *in, size_t num_blocks, size_t block_len)
{
    (void)state, (void)in, (void)num_blocks, (void)block_len;
}

void check_broken_mldsa(void)
{
    struct ab_mldsa_kernels no_hash = ab_mldsa_portable;

    t_where.level = "none";
    t_where.check = "no hash function";
    no_hash.absorb = absorb_nothing;
    CHECK(!ab_mldsa_quick_kat(&no_hash, AB_MLDSA_65));
    t_where.check = "kernel number `extra` replaced by nothing";
    for (unsigned i = 0; i < NUM_KERNELS; i++) {
        struct ab_mldsa_kernels broken = ab_mldsa_portable;
        any_fn *replacement = do_nothing;

        t_where.extra = i;
        memcpy((char *)&broken + FIRST + i * sizeof(replacement), &replacement, sizeof(replacement));
        CHECK(!ab_mldsa_kat(&broken, AB_MLDSA_44)); /* each of the two values of gamma2 */
        CHECK(!ab_mldsa_kat(&broken, AB_MLDSA_65));
    }
}
