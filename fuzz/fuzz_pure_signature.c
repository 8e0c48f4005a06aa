/*
 * Verify signatures of ML-DSA and SLH-DSA. Input: the number of the parameter set, then edits of a valid signature, of
 * three bytes each: a place and what is added to the byte there. An edit that adds 0 changes nothing; one at the end
 * appends a byte. Every implementation that runs here must give the same verdict, and take the valid signature alone.
 */
#include "afterburner/cpu.h"
#include "afterburner/mldsa.h"
#include "afterburner/slhdsa.h"
#include "fuzz.h"

enum { MAX_SIGNATURE = 17088, MAX_IMPLEMENTATIONS = 5 };

/* Of SLH-DSA those with the shortest verification. */
static const enum ab_slhdsa_id slhdsa_sets[] = { AB_SLHDSA_SHA2_128S, AB_SLHDSA_SHAKE_128S, AB_SLHDSA_SHA2_128F };
enum { NUM_SLHDSA = sizeof(slhdsa_sets) / sizeof(slhdsa_sets[0]), NUM_SETS = AB_NUM_MLDSA + NUM_SLHDSA };

static const uint8_t seed[AB_SLHDSA_MAX_SEED_LEN] = { 1, 2, 3 }, text[] = "a message", zeros[AB_MLDSA_RANDOM_LEN];

struct signature {
    uint8_t bytes[MAX_SIGNATURE + 1];
    size_t len;
};

/* ---- ML-DSA: keys and a signature of each set, made once ---- */

static struct ab_mldsa_key mldsa_keys[AB_NUM_MLDSA][MAX_IMPLEMENTATIONS];
static unsigned num_mldsa;

static void find_mu(const struct ab_mldsa_key *key, uint8_t mu[AB_MLDSA_MU_LEN])
{
    struct ab_mldsa_message m;

    ab_mldsa_message_init(&m, key, NULL, 0);
    ab_mldsa_message_update(&m, text, sizeof(text));
    ab_mldsa_message_final(&m, mu);
}

static void make_mldsa(const struct ab_cpu *cpu, unsigned id, struct signature *s)
{
    const struct ab_mldsa_params *params = ab_mldsa_params((enum ab_mldsa_id)id);
    uint8_t mu[AB_MLDSA_MU_LEN];

    num_mldsa = 0;
    for (const struct ab_mldsa_kernels *const *k = ab_mldsa_list(); *k != NULL; k++)
        if (ab_mldsa_is_usable(*k, cpu)) {
            ab_mldsa_init(&mldsa_keys[id][num_mldsa], params, *k);
            ab_mldsa_set_seed(&mldsa_keys[id][num_mldsa++], seed);
        }
    find_mu(&mldsa_keys[id][0], mu);
    s->len = params->signature_len;
    expect(ab_mldsa_sign_with(&mldsa_keys[id][0], s->bytes, mu, zeros));
}

static void check_mldsa(unsigned id, const struct signature *s, int is_valid)
{
    uint8_t mu[AB_MLDSA_MU_LEN];

    find_mu(&mldsa_keys[id][0], mu);
    for (unsigned i = 0; i < num_mldsa; i++)
        expect(ab_mldsa_verify(&mldsa_keys[id][i], s->bytes, s->len, mu) == is_valid);
}

/* ---- SLH-DSA ---- */

static struct ab_slhdsa_key slhdsa_keys[NUM_SLHDSA][MAX_IMPLEMENTATIONS];
static unsigned num_slhdsa[NUM_SLHDSA];

static struct ab_slhdsa_message message_of_text(void)
{
    struct ab_slhdsa_message m;

    ab_slhdsa_message_init(&m, NULL, 0, text, sizeof(text));
    return m;
}

static void make_slhdsa(const struct ab_cpu *cpu, unsigned i, struct signature *s)
{
    const struct ab_slhdsa_params *params = ab_slhdsa_params(slhdsa_sets[i]);
    const struct ab_slhdsa_message m = message_of_text();

    for (const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list(params->id); *k != NULL; k++)
        if (ab_slhdsa_is_usable(*k, cpu)) {
            ab_slhdsa_init(&slhdsa_keys[i][num_slhdsa[i]], params, *k);
            ab_slhdsa_set_seed(&slhdsa_keys[i][num_slhdsa[i]++], seed);
        }
    s->len = params->signature_len;
    ab_slhdsa_sign_with(&slhdsa_keys[i][0], s->bytes, &m, NULL);
}

static void check_slhdsa(unsigned i, const struct signature *s, int is_valid)
{
    const struct ab_slhdsa_message m = message_of_text();

    for (unsigned k = 0; k < num_slhdsa[i]; k++)
        expect(ab_slhdsa_verify(&slhdsa_keys[i][k], s->bytes, s->len, &m) == is_valid);
}

/* The valid signature of a set, made at its first use with all that it needs. */
static const struct signature *valid_of(unsigned set)
{
    static struct signature made[NUM_SETS];
    struct ab_cpu cpu;

    if (made[set].len != 0)
        return &made[set];
    ab_cpu_detect(&cpu);
    if (set < AB_NUM_MLDSA)
        make_mldsa(&cpu, set, &made[set]);
    else
        make_slhdsa(&cpu, set - AB_NUM_MLDSA, &made[set]);
    return &made[set];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static struct signature s;
    const struct signature *valid;
    unsigned set;
    int is_valid;

    if (len == 0)
        return 0;
    set = data[0] % NUM_SETS;
    valid = valid_of(set);
    s = *valid;
    for (data++, len--; len >= 3; data += 3, len -= 3) {
        size_t place = (data[0] | (size_t)data[1] << 8) % (valid->len + 1);

        s.bytes[place] = (uint8_t)(s.bytes[place] + data[2]);
        s.len += place == s.len && data[2] != 0;
    }
    is_valid = s.len == valid->len && memcmp(s.bytes, valid->bytes, s.len) == 0;
    if (set < AB_NUM_MLDSA)
        check_mldsa(set, &s, is_valid);
    else
        check_slhdsa(set - AB_NUM_MLDSA, &s, is_valid);
    return 0;
}
