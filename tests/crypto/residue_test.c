/*
 * No secret stays in memory after it was used: each private operation runs on a stack of its own, which is searched
 * afterwards, and every block of memory is searched as it is freed.
 * The search looks for private keys, nonces, primes, exponents and shared secrets as bytes in either order (which
 * covers words too): 16 consecutive bytes, from the front and from the end. A deliberate offender for stack and heap
 * must be detected. The search cannot see vector registers, nor Montgomery and other forms of a number.
 */
#define _GNU_SOURCE /* memmem */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "afterburner/dsa.h"
#include "afterburner/ec_batch.h"
#include "afterburner/rsa.h"
#include "crypto/ffc/ffc.h"
#include "crypto/nonce/nonce.h"
#include "harness/harness.h"
#include "harness/random_source.h"
#include "crypto/ffc_group.h"

enum { STACK_LEN = 1 << 20, MAX_SECRETS = 8, MAX_SECRET = 256, RUN = 16, DIGEST_LEN = 64 };

/* ---- secrets ---- */

static struct secret {
    uint8_t bytes[2][MAX_SECRET]; /* the second one reversed */
    size_t len;
} secrets[MAX_SECRETS];
static size_t num_secrets;

static void watch_for(const void *secret, size_t len)
{
    struct secret *s = &secrets[num_secrets++];

    CHECK(num_secrets <= MAX_SECRETS && len >= RUN && len <= MAX_SECRET);
    memcpy(s->bytes[0], secret, len);
    for (size_t i = 0; i < len; i++)
        s->bytes[1][i] = s->bytes[0][len - 1 - i];
    s->len = len;
}

static int holds_secret(const void *memory, size_t len)
{
    for (size_t i = 0; i < num_secrets; i++)
        for (unsigned order = 0; order < 2; order++)
            for (size_t start = 0; start <= secrets[i].len - RUN;
                 start += secrets[i].len == RUN ? RUN : secrets[i].len - RUN)
                if (memmem(memory, len, secrets[i].bytes[order] + start, RUN) != NULL) {
                    t_where.extra = i;
                    return 1;
                }
    return 0;
}

/* ---- where secrets may be left ---- */

static uint8_t stack[STACK_LEN] __attribute__((aligned(64)));
static int is_watching;
static unsigned num_freed;

void __real_free(void *p);
void __wrap_free(void *p);

/* Replaces free in everything that is linked into this program. */
void __wrap_free(void *p)
{
    if (p != NULL && is_watching)
        num_freed += (unsigned)holds_secret(p, malloc_usable_size(p));
    __real_free(p);
}

static void run(void (*operation)(void))
{
    static ucontext_t inside, outside;

    memset(stack, 0, sizeof(stack));
    num_freed = 0;
    is_watching = 1;
    getcontext(&inside);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = sizeof(stack);
    inside.uc_link = &outside;
    makecontext(&inside, operation, 0);
    swapcontext(&outside, &inside);
    is_watching = 0;
}

static void check(const char *name, void (*operation)(void))
{
    t_where.check = name;
    run(operation);
    CHECK(!holds_secret(stack, sizeof(stack)));
    CHECK(num_freed == 0);
}

/* ---- deliberate offenders ---- */

static uint8_t key[AB_EC_MAX_ORDER_LEN];

/* Make the compiler assume that *p is read. */
static void keep(const void *p)
{
    __asm__ volatile("" : : "r"(p) : "memory");
}

/* Below so much that the end of the context does not write over it. */
static void leave_on_stack(void)
{
    uint8_t copy[64 * RUN];

    memcpy(copy, key, RUN);
    keep(copy);
}

static void leave_in_memory(void)
{
    uint8_t *copy = malloc(sizeof(key));

    if (!CHECK(copy != NULL))
        return;
    memcpy(copy, key, sizeof(key));
    keep(copy);
    free(copy);
}

static void check_offenders(void)
{
    t_random_bytes(key, sizeof(key));
    num_secrets = 0;
    watch_for(key, RUN);
    t_where.check = "deliberate offenders are caught";
    run(leave_on_stack);
    CHECK(holds_secret(stack, sizeof(stack)) && num_freed == 0);
    run(leave_in_memory);
    CHECK(num_freed == 1);
}

/* ---- elliptic curves ---- */

static struct ab_cpu cpu;
static struct ab_bignum bignum;
static const struct ab_hash *sha512;
static const struct ab_ec_kernels *curve;
static const struct ab_ec_batch_kernels *lanes;
static uint8_t xy[AB_EC_MAX_XY_LEN], digest[DIGEST_LEN], signature[AB_ECDSA_MAX_LEN], shared[AB_EC_MAX_FIELD_LEN];

enum { SEED = 7 };

static void generate(void)
{
    t_seed(SEED);
    CHECK(ab_ec_generate(curve, key, xy, &t_random_source));
}

static void derive_public(void)
{
    CHECK(ab_ec_public(curve, xy, key));
}

static void exchange(void)
{
    CHECK(ab_ecdh(curve, shared, key, xy));
}

static void sign_hedged(void)
{
    t_seed(SEED);
    CHECK(ab_ecdsa_sign(curve, signature, digest, DIGEST_LEN, key, sha512, &t_random_source));
}

static void sign_deterministic(void)
{
    CHECK(ab_ecdsa_sign_deterministic(curve, signature, digest, DIGEST_LEN, key, sha512));
}

enum { NUM_JOBS = 3 };

/*
 * Run two or three operations of each kind, so that they run in lanes. The jobs belong to the caller, who reads shared
 * secrets from them.
 */
static void work_batch(void)
{
    static struct ab_ec_job jobs[3 * NUM_JOBS];
    struct ab_ec_batch b;

    ab_ec_batch_init(&b, curve, lanes, sha512, NULL);
    for (unsigned i = 0; i < NUM_JOBS; i++) {
        ab_ec_batch_add_sign(&b, &jobs[i], digest, DIGEST_LEN, key);
        ab_ec_batch_add_public(&b, &jobs[NUM_JOBS + i], key);
        ab_ec_batch_add_ecdh(&b, &jobs[2 * NUM_JOBS + i], key, xy);
    }
    ab_ec_batch_flush(&b);
    memcpy(signature, jobs[0].out, 2 * ab_curve_order_len(curve));
    for (unsigned i = 0; i < 3 * NUM_JOBS; i++)
        CHECK(jobs[i].ok);
}

/* Move the leftmost num_bits bits of len bytes, as many as the order has, to the low end. */
static void take_leftmost(uint8_t *bytes, size_t len, size_t num_bits)
{
    for (size_t surplus = 8 * len - num_bits; surplus > 0; surplus--)
        for (size_t i = len; i-- > 0;)
            bytes[i] = (uint8_t)(bytes[i] >> 1 | (i > 0 ? bytes[i - 1] << 7 : 0));
}

static void deterministic_nonce(uint8_t *nonce, const uint8_t *private_key, size_t num_bits)
{
    const size_t len = (num_bits + 7) / 8;
    uint8_t octets[AB_EC_MAX_ORDER_LEN] = { 0 };
    struct ab_nonce_drbg g;

    memcpy(octets + (len > DIGEST_LEN ? len - DIGEST_LEN : 0), digest, len < DIGEST_LEN ? len : DIGEST_LEN);
    ab_nonce_seed(&g, sha512, private_key, octets, len);
    ab_nonce_next(&g, nonce, len);
    take_leftmost(nonce, len, num_bits);
}

static void check_signing(const char *name, void (*operation)(void), const uint8_t *nonce)
{
    const size_t len = ab_curve_order_len(curve);

    num_secrets = 0;
    watch_for(key, len);
    watch_for(nonce, len);
    check(name, operation);
    CHECK(ab_ec_public(curve, xy, nonce));
    CHECK_BYTES(signature, xy, len); /* so this was the nonce */
}

static void check_curve(void)
{
    const size_t len = ab_curve_order_len(curve);
    uint8_t nonce[AB_EC_MAX_ORDER_LEN];

    t_where.subject = ab_curve_name(curve);
    t_where.level = ab_curve_level(curve);
    generate();
    num_secrets = 0;
    watch_for(key, len);
    check("generation", generate);
    check("public key", derive_public);
    exchange();
    if (!ab_curve_is_fallback(curve)) /* the compiler spills the operands of multiplications in C */
        watch_for(shared, ab_curve_field_len(curve));
    check("key exchange", exchange);
    t_random_bytes(digest, sizeof(digest));
    digest[0] = 0; /* below the order */
    deterministic_nonce(nonce, key, ab_curve_order_bits(curve));
    check_signing("deterministic ECDSA", sign_deterministic, nonce);
    derive_public();
    lanes = ab_ec_batch_kernels_pick(ab_curve_id(curve), &cpu);
    check_signing("batch", work_batch, nonce);
    t_seed(SEED);
    CHECK(ab_nonce_hedged(sha512, &t_random_source, &(struct ab_nonce_subject){ key, digest, len, DIGEST_LEN }, nonce,
                          len));
    take_leftmost(nonce, len, ab_curve_order_bits(curve));
    check_signing("ECDSA", sign_hedged, nonce);
}

/* ---- DSA ---- */

enum { P_WORDS = 16, Q_WORDS = 4, MAX_WORDS = 24 };

static struct ab_ffc *group;
static uint64_t x[MAX_WORDS], r[MAX_WORDS], s[MAX_WORDS];

static void sign_dsa(void)
{
    const struct ab_dsa_digest d = { digest, DIGEST_LEN };

    CHECK(ab_dsa_sign(group, &(struct ab_dsa_signature){ r, s }, x, &d, sha512, &t_random_source));
}

static void sign_dsa_deterministic(void)
{
    const struct ab_dsa_digest d = { digest, DIGEST_LEN };

    CHECK(ab_dsa_sign_deterministic(group, &(struct ab_dsa_signature){ r, s }, x, &d, sha512));
}

static void check_dsa(void)
{
    uint64_t k[MAX_WORDS] = { 0 }, power[MAX_WORDS];
    uint8_t nonce[8 * Q_WORDS], private_key[8 * Q_WORDS];

    t_where.subject = "DSA";
    t_where.level = bignum.kernels->needs.name;
    group = t_random_group(&bignum, 64 * P_WORDS, 64 * Q_WORDS);
    CHECK(ab_ffc_words(group) <= MAX_WORDS);
    t_random_bytes(x, 8 * Q_WORDS);
    x[Q_WORDS - 1] >>= 1;
    ab_words_to_bytes(private_key, sizeof(private_key), x, Q_WORDS);
    deterministic_nonce(nonce, private_key, 64 * Q_WORDS);
    num_secrets = 0;
    watch_for(private_key, sizeof(private_key));
    check("DSA", sign_dsa);
    watch_for(nonce, sizeof(nonce));
    check("deterministic DSA", sign_dsa_deterministic);
    ab_words_from_bytes(k, Q_WORDS, nonce, sizeof(nonce));
    CHECK(ab_ffc_public(group, power, k, 64 * Q_WORDS) && ab_mod_reduce(group->q, power, power, group->p->num_words));
    CHECK_BYTES(r, power, 8 * Q_WORDS); /* so this was the nonce */
    ab_ffc_free(group);
}

/* ---- RSA ---- */

enum { RSA_BITS = 1024, RSA_LEN = RSA_BITS / 8 };

static struct ab_rsa_key *rsa;
static uint8_t text[RSA_LEN], result[RSA_LEN];

static void private_operation(void)
{
    CHECK(ab_rsa_private(rsa, &t_random_source, result, text, sizeof(text)) == AB_RSA_OK);
}

static void sign_pss(void)
{
    const struct ab_rsa_scheme pss = { .padding = AB_RSA_PSS, .hash = sha512, .mgf1_hash = sha512, .salt_len = 20 };

    CHECK(ab_rsa_sign(rsa, &t_random_source, &pss, text, DIGEST_LEN, result) == AB_RSA_OK);
}

static void make_rsa(void)
{
    t_seed(SEED);
    rsa = ab_rsa_generate(&bignum, &t_random_source, &(struct ab_rsa_generation){ .num_bits = RSA_BITS });
    CHECK(rsa != NULL);
}

static void free_rsa(void)
{
    ab_rsa_key_free(rsa);
}

static void check_rsa(void)
{
    struct ab_rsa_numbers n;

    t_where.subject = "RSA";
    make_rsa();
    ab_rsa_key_numbers(rsa, &n);
    num_secrets = 0;
    watch_for(n.d.bytes, RSA_LEN);
    for (unsigned i = 0; i < 2; i++) {
        watch_for(n.prime[i].bytes, RSA_LEN / 2);
        watch_for(n.exponent[i].bytes, RSA_LEN / 2);
    }
    watch_for(n.coefficient[0].bytes, RSA_LEN / 2);
    t_random_bytes(text + 1, sizeof(text) - 1); /* below n */
    check("private operation", private_operation);
    check("PSS", sign_pss);
    check("free", free_rsa);
    check("generation", make_rsa);
    check("free", free_rsa);
}

int main(void)
{
    ab_cpu_detect(&cpu);
    ab_bignum_pick(&bignum, &cpu);
    sha512 = ab_hash_pick(AB_HASH_SHA512, &cpu);
    check_offenders();
    for (unsigned id = 0; id <= AB_P521;
         id++) /* curves whose order is so near a power of two that the first nonce drawn is used */
        for (const struct ab_ec_kernels *const *c = ab_curve_list((enum ab_curve_id)id); *c != NULL; c++) {
            curve = *c;
            if (ab_curve_is_usable(curve, &cpu))
                check_curve();
        }
    check_dsa();
    check_rsa();
    return t_finish();
}
