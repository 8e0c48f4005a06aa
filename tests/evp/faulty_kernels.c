/*
 * A part of the module afterburner_faulty, which only the tests build: it acts as a processor with broken AES units and
 * broken units for hash functions, ChaCha20, Argon2, powers and curves. The linker's --wrap replaces ab_aes_list,
 * ab_sm4_list, ab_aria_list, ab_camellia_list, ab_hash_list, ab_chacha_list, ab_argon2_list, ab_bignum_pick and
 * ab_curve_list by the functions here.
 *
 * The kernels of each level named in AB_FAULTY_LEVELS (such as "vaes512,vaes256") are those of the real module, except
 * that one bit of their results is wrong: in every schedule that expand_encrypt makes, in the one that expand_decrypt
 * makes (AB_FAULTY_PART=decrypt), or in the 40th block of one CTR call (AB_FAULTY_PART=ctr).
 *
 * Hash functions: the first AB_FAULTY_HASHES implementations of each return digests with one wrong bit. ChaCha20 and
 * Poly1305: so do the first AB_FAULTY_CHACHA implementations in the key stream and in the accumulator. If that is set,
 * 0 too, none is marked as slower than OpenSSL's, so the module offers their names: tests of the provider need that.
 *
 * Argon2: the first AB_FAULTY_ARGON2 implementations fill one word of each segment wrongly.
 *
 * Modular arithmetic: the first AB_FAULTY_POWERS methods of powers that the processor can run return results with one
 * wrong bit. Curves: the first AB_FAULTY_CURVES implementations of each accept any signature.
 */
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "crypto/hash/construction.h"
#include "kernels/aes/aes_kernels.h"
#include "kernels/argon2/argon2_kernels.h"
#include "kernels/chacha/chacha_kernels.h"
#include "kernels/ec/ec_kernels.h"

enum { MAX_IMPLEMENTATIONS = 8 };

/* The number in this variable of the environment; 0 if it is not set. */
static int number_of(const char *variable)
{
    const char *text = getenv(variable);

    return text == NULL ? 0 : atoi(text);
}

static int names_level(const char *list, const char *name)
{
    return list != NULL && strstr(list, name) != NULL;
}

#define REAL_LIST __real_ab_aes_list
#define WRAPPED_LIST __wrap_ab_aes_list
#define OF_CIPHER(name) aes_##name
#include "faulty_cipher_template.h"

#define REAL_LIST __real_ab_sm4_list
#define WRAPPED_LIST __wrap_ab_sm4_list
#define OF_CIPHER(name) sm4_##name
#include "faulty_cipher_template.h"

#define REAL_LIST __real_ab_aria_list
#define WRAPPED_LIST __wrap_ab_aria_list
#define OF_CIPHER(name) aria_##name
#include "faulty_cipher_template.h"

#define REAL_LIST __real_ab_camellia_list
#define WRAPPED_LIST __wrap_ab_camellia_list
#define OF_CIPHER(name) camellia_##name
#include "faulty_cipher_template.h"

/* ---- hash functions ---- */

const struct ab_hash *__real_ab_hash_list(enum ab_hash_id id);
const struct ab_hash *__wrap_ab_hash_list(enum ab_hash_id id);

static const struct ab_hash_construction *sound_construction[AB_NUM_HASHES];

static void broken_init(struct ab_hash_ctx *c)
{
    sound_construction[c->hash->algorithm->id]->init(c);
    *(uint8_t *)&c->u ^= 0x10;
}

/* Copy the hash's algorithm with one bit of the initial state flipped. */
static const struct ab_hash_algorithm *spoil_hash(const struct ab_hash_algorithm *algorithm)
{
    static struct ab_hash_construction constructions[AB_NUM_HASHES];
    static struct ab_hash_algorithm algorithms[AB_NUM_HASHES];
    enum ab_hash_id id = algorithm->id;

    sound_construction[id] = algorithm->construction;
    constructions[id] = *algorithm->construction;
    constructions[id].init = broken_init;
    algorithms[id] = *algorithm;
    algorithms[id].construction = &constructions[id];
    return &algorithms[id];
}

static const struct ab_hash_kernels *sound_lanes;

static void broken_lanes(void *const state[], const uint8_t *const in[], size_t num_blocks, size_t block_len,
                         unsigned num_lanes)
{
    sound_lanes->compress_lanes(state, in, num_blocks, block_len, num_lanes);
    *(uint8_t *)state[0] ^= 0x10;
}

/* Copy the kernels, with lanes that compute wrong results. */
static const struct ab_hash_kernels *spoil_lanes(const struct ab_hash_kernels *kernels)
{
    static struct ab_hash_kernels spoilt;

    sound_lanes = kernels;
    spoilt = *kernels;
    spoilt.compress_lanes = broken_lanes;
    return &spoilt;
}

/* AB_FAULTY_LANES: one plus the number of the implementation of SHA-256 whose lanes are broken. */
const struct ab_hash *__wrap_ab_hash_list(enum ab_hash_id id)
{
    static struct ab_hash lists[AB_NUM_HASHES][MAX_IMPLEMENTATIONS + 1];
    const struct ab_hash *real = __real_ab_hash_list(id);
    int num_broken = number_of("AB_FAULTY_HASHES");

    for (int i = 0; i < MAX_IMPLEMENTATIONS && real[i].algorithm != NULL; i++) {
        lists[id][i] = real[i];
        if (i < num_broken)
            lists[id][i].algorithm = spoil_hash(real[i].algorithm);
        if (id == AB_HASH_SHA256 && i + 1 == number_of("AB_FAULTY_LANES"))
            lists[id][i].kernels = spoil_lanes(real[i].kernels);
    }
    return lists[id];
}

/* ---- ChaCha20 and Poly1305 ---- */

const struct ab_chacha_kernels *const *__real_ab_chacha_list(void);
const struct ab_chacha_kernels *const *__wrap_ab_chacha_list(void);

static void broken_stream(const uint32_t key[8], uint32_t counter[4], const uint8_t *in, uint8_t *out, size_t len,
                          uint8_t tail[AB_CHACHA20_BLOCK])
{
    ab_chacha_portable.stream(key, counter, in, out, len, tail);
    if (len != 0)
        out[len - 1] ^= 4;
}

static void broken_poly1305(struct ab_poly1305_state *p, const uint8_t *in, size_t num)
{
    ab_chacha_portable.poly1305(p, in, num);
    p->h[0] ^= num != 0;
}

static void broken_seal(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_chacha_portable.encrypt(c, in, out, len);
    c->mac.h[1] ^= 1;
}

static void broken_open(struct ab_chacha20_poly1305 *c, const uint8_t *in, uint8_t *out, size_t len)
{
    ab_chacha_portable.decrypt(c, in, out, len);
    c->mac.h[1] ^= 1;
}

const struct ab_chacha_kernels *const *__wrap_ab_chacha_list(void)
{
    static struct ab_chacha_kernels spoilt[MAX_IMPLEMENTATIONS];
    static const struct ab_chacha_kernels *list[MAX_IMPLEMENTATIONS + 1];
    const struct ab_chacha_kernels *const *real = __real_ab_chacha_list();
    int num_broken = number_of("AB_FAULTY_CHACHA");

    for (int i = 0; i < MAX_IMPLEMENTATIONS && real[i] != NULL; i++) {
        spoilt[i] = *real[i];
        if (i < num_broken)
            spoilt[i] = (struct ab_chacha_kernels){ .needs = real[i]->needs,
                                                    .stream = broken_stream,
                                                    .poly1305 = broken_poly1305,
                                                    .encrypt = broken_seal,
                                                    .decrypt = broken_open };
        if (getenv("AB_FAULTY_CHACHA") != NULL) {
            spoilt[i].needs.is_fallback = spoilt[i].is_fallback_alone = 0;
            spoilt[i].slower_from = AB_NUM_LEVELS;
        }
        list[i] = &spoilt[i];
    }
    return list;
}

/* ---- Argon2 ---- */

const struct ab_argon2_kernels *const *__real_ab_argon2_list(void);
const struct ab_argon2_kernels *const *__wrap_ab_argon2_list(void);

static void broken_fill(const struct ab_argon2_segment *s)
{
    const size_t number = (size_t)AB_ARGON2_SLICES * s->lane + s->slice;

    ab_argon2_portable.fill(s);
    s->memory[(number + 1) * s->segment_len - 1].w[77] ^= 1;
}

const struct ab_argon2_kernels *const *__wrap_ab_argon2_list(void)
{
    static struct ab_argon2_kernels spoilt[MAX_IMPLEMENTATIONS];
    static const struct ab_argon2_kernels *list[MAX_IMPLEMENTATIONS + 1];
    const struct ab_argon2_kernels *const *real = __real_ab_argon2_list();
    int num_broken = number_of("AB_FAULTY_ARGON2");

    for (int i = 0; i < MAX_IMPLEMENTATIONS && real[i] != NULL; i++) {
        spoilt[i] = *real[i];
        if (i < num_broken)
            spoilt[i].fill = broken_fill;
        list[i] = &spoilt[i];
    }
    return list;
}

/* ---- powers ---- */

enum { MAX_POWERS = 16 };

void __real_ab_bignum_pick(struct ab_bignum *b, const struct ab_cpu *cpu);
void __wrap_ab_bignum_pick(struct ab_bignum *b, const struct ab_cpu *cpu);

static int broken_run(const struct ab_power *p, size_t num_words, size_t num_bits)
{
    int ok = ab_power_portable.run(p, num_words, num_bits);

    p->result[0] ^= 1;
    return ok;
}

void __wrap_ab_bignum_pick(struct ab_bignum *b, const struct ab_cpu *cpu)
{
    static struct ab_power_kernels methods[MAX_POWERS];
    int num_broken = number_of("AB_FAULTY_POWERS");

    __real_ab_bignum_pick(b, cpu);
    for (int i = 0; i < num_broken && i < MAX_POWERS && b->powers[i] != NULL; i++) {
        methods[i] = *b->powers[i];
        methods[i].run = broken_run;
        b->powers[i] = &methods[i];
    }
}

/* ---- curves ---- */

const struct ab_ec_kernels *const *__real_ab_curve_list(enum ab_curve_id id);
const struct ab_ec_kernels *const *__wrap_ab_curve_list(enum ab_curve_id id);

static int take_any(const uint64_t *u, const uint64_t *v, const uint64_t *qx, const uint64_t *qy, const uint64_t *r)
{
    (void)u, (void)v, (void)qx, (void)qy, (void)r;
    return 1;
}

const struct ab_ec_kernels *const *__wrap_ab_curve_list(enum ab_curve_id id)
{
    static struct ab_ec_kernels spoilt[AB_NUM_CURVES][MAX_IMPLEMENTATIONS];
    static const struct ab_ec_kernels *lists[AB_NUM_CURVES][MAX_IMPLEMENTATIONS + 1];
    const struct ab_ec_kernels *const *real = __real_ab_curve_list(id);
    int num_broken = number_of("AB_FAULTY_CURVES");

    for (int i = 0; i < MAX_IMPLEMENTATIONS && real[i] != NULL; i++) {
        spoilt[id][i] = *real[i];
        spoilt[id][i].check = take_any;
        lists[id][i] = i < num_broken ? &spoilt[id][i] : real[i];
    }
    return lists[id];
}
