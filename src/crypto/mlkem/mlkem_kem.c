/* Encapsulation and decapsulation (FIPS 203 sec. 5.2, 5.3, 6.2, 6.3, 7.2, 7.3). */
#include <string.h>

#include "afterburner/mlkem_batch.h"
#include "crypto/mlkem/mlkem_hash.h"
#include "crypto/mlkem/mlkem_parts.h"
#include "ct/ct.h"

enum { MAX_K = AB_MLKEM_MAX_K, BYTES_PER_BIT = AB_MLKEM_N / 8 };

/* ---- K-PKE ---- */

/* noise := y, e1, e2 of algorithm 14, lines 9 to 17. */
static void sample_noise(const struct ab_mlkem_key *key, ab_mlkem_poly noise[AB_MLKEM_MAX_NOISE],
                         const uint8_t randomness[32])
{
    const struct ab_mlkem_params *params = key->params;
    const unsigned k = params->rank;

    if (params->eta1 == params->eta2) {
        key->kernels->sample_noise(noise, randomness, 0, 2 * k + 1, params->eta1);
        return;
    }
    key->kernels->sample_noise(noise, randomness, 0, k, params->eta1);
    key->kernels->sample_noise(noise + k, randomness, k, k + 1, params->eta2);
}

/* c1 := u = A^T y + e1, compressed: algorithm 14, lines 19 and 22. */
static void encrypt_u(const struct ab_mlkem_key *key, uint8_t *c1, const struct ab_mlkem_factor *y,
                      const ab_mlkem_poly *e1)
{
    const struct ab_mlkem_kernels *kernels = key->kernels;
    const unsigned k = key->params->rank;
    const ab_mlkem_poly *a = key->polys + ab_mlkem_a_at(key->params);
    ab_mlkem_poly u __attribute__((aligned(64)));

    for (unsigned i = 0; i < k; i++) {
        kernels->inner_product(u, a + i, k, y, k);
        kernels->inverse_ntt(u);
        kernels->add(u, e1[i]);
        kernels->compress(c1 + (size_t)i * BYTES_PER_BIT * key->params->d_u, u, key->params->d_u);
    }
    ab_wipe(u, sizeof(u));
}

/* c2 := v = t y + e2 + the message, compressed: lines 20, 21 and 23. */
static void encrypt_v(const struct ab_mlkem_key *key, uint8_t *c2, const struct ab_mlkem_factor *y,
                      const ab_mlkem_poly e2, const uint8_t message[AB_MLKEM_MESSAGE_LEN])
{
    const struct ab_mlkem_kernels *kernels = key->kernels;
    ab_mlkem_poly v __attribute__((aligned(64))), mu __attribute__((aligned(64)));

    kernels->inner_product(v, key->polys, 1, y, key->params->rank);
    kernels->inverse_ntt(v);
    kernels->add(v, e2);
    kernels->decompress(mu, message, 1);
    kernels->add(v, mu);
    kernels->compress(c2, v, key->params->d_v);
    ab_wipe(v, sizeof(v));
    ab_wipe(mu, sizeof(mu));
}

/* K-PKE.Encrypt, algorithm 14. */
static void encrypt(const struct ab_mlkem_key *key, uint8_t *ciphertext, const uint8_t message[AB_MLKEM_MESSAGE_LEN],
                    const uint8_t randomness[32])
{
    const unsigned k = key->params->rank;
    struct ab_mlkem_factor y[MAX_K] __attribute__((aligned(64)));
    ab_mlkem_poly noise[AB_MLKEM_MAX_NOISE] __attribute__((aligned(64)));

    sample_noise(key, noise, randomness);
    for (unsigned i = 0; i < k; i++) {
        key->kernels->ntt(noise[i]);
        key->kernels->prepare(&y[i], noise[i]);
    }
    encrypt_u(key, ciphertext, y, noise + k);
    encrypt_v(key, ciphertext + (size_t)k * BYTES_PER_BIT * key->params->d_u, y, noise[2 * k], message);
    ab_wipe(y, sizeof(y));
    ab_wipe(noise, sizeof(noise));
}

/* K-PKE.Decrypt, algorithm 15. */
static void decrypt(const struct ab_mlkem_key *key, uint8_t message[AB_MLKEM_MESSAGE_LEN], const uint8_t *ciphertext)
{
    const struct ab_mlkem_kernels *kernels = key->kernels;
    const struct ab_mlkem_params *params = key->params;
    const size_t u_len = (size_t)BYTES_PER_BIT * params->d_u;
    struct ab_mlkem_factor u[MAX_K] __attribute__((aligned(64)));
    ab_mlkem_poly w __attribute__((aligned(64))), v __attribute__((aligned(64)));

    for (unsigned i = 0; i < params->rank; i++) {
        kernels->decompress(w, ciphertext + i * u_len, params->d_u);
        kernels->ntt(w);
        kernels->prepare(&u[i], w);
    }
    kernels->decompress(v, ciphertext + params->rank * u_len, params->d_v);
    kernels->inner_product(w, key->polys + ab_mlkem_s_at(params), 1, u, params->rank);
    kernels->inverse_ntt(w);
    kernels->subtract(w, v);
    kernels->compress(message, w, 1);
    ab_wipe(w, sizeof(w));
}

/* ---- the KEM, for up to max_lanes operations at once ---- */

/* in: m || H(ek) of each operation. secret_randomness: G of that, the shared secret and the encryption's randomness. */
struct step {
    uint8_t in[AB_MLKEM_MAX_LANES][AB_MLKEM_MESSAGE_LEN + AB_MLKEM_H_LEN];
    uint8_t secret_randomness[AB_MLKEM_MAX_LANES][AB_MLKEM_G_LEN];
};

/* Derive the secrets and the randomness of the messages in s->in. */
static void derive(struct step *s, const struct ab_mlkem_key *const keys[], unsigned num)
{
    const uint8_t *in_of[AB_MLKEM_MAX_LANES] = { NULL };

    for (unsigned i = 0; i < num; i++) {
        memcpy(s->in[i] + AB_MLKEM_MESSAGE_LEN, keys[i]->public_hash, AB_MLKEM_H_LEN);
        in_of[i] = s->in[i];
    }
    ab_mlkem_g(keys[0]->kernels, s->secret_randomness, in_of, sizeof(s->in[0]), num);
}

static void wipe(struct step *s, unsigned num)
{
    ab_wipe(s->in, num * sizeof(s->in[0]));
    ab_wipe(s->secret_randomness, num * sizeof(s->secret_randomness[0]));
}

static void encapsulate(const struct ab_mlkem_key *const keys[], uint8_t *const ciphertexts[],
                        uint8_t (*secrets)[AB_MLKEM_SECRET_LEN], const uint8_t (*messages)[AB_MLKEM_MESSAGE_LEN],
                        unsigned num)
{
    struct step s;

    for (unsigned i = 0; i < num; i++)
        memcpy(s.in[i], messages[i], AB_MLKEM_MESSAGE_LEN);
    derive(&s, keys, num);
    for (unsigned i = 0; i < num; i++) {
        encrypt(keys[i], ciphertexts[i], s.in[i], s.secret_randomness[i] + AB_MLKEM_SECRET_LEN);
        AB_PUBLIC(ciphertexts[i], keys[i]->params->ciphertext_len); /* to be sent */
        memcpy(secrets[i], s.secret_randomness[i], AB_MLKEM_SECRET_LEN);
    }
    wipe(&s, num);
}

/* out := J(z || c), the secrets of invalid ciphertexts. */
static void reject(const struct ab_mlkem_key *const keys[], uint8_t (*out)[AB_MLKEM_SECRET_LEN],
                   const uint8_t *const ciphertexts[], unsigned num)
{
    uint8_t in[AB_MLKEM_MAX_LANES][sizeof(keys[0]->z) + AB_MLKEM_MAX_CIPHERTEXT_LEN];
    const size_t len = keys[0]->params->ciphertext_len;
    const uint8_t *in_of[AB_MLKEM_MAX_LANES] = { NULL };

    for (unsigned i = 0; i < num; i++) {
        memcpy(in[i], keys[i]->z, sizeof(keys[i]->z));
        memcpy(in[i] + sizeof(keys[i]->z), ciphertexts[i], len);
        in_of[i] = in[i];
    }
    ab_mlkem_j(keys[0]->kernels, out, in_of, sizeof(keys[0]->z) + len, num);
    for (unsigned i = 0; i < num; i++)
        ab_wipe(in[i], sizeof(keys[i]->z));
}

/* Select by mask: secret := the derived secret, or `rejected` if the message does not encrypt to this ciphertext. */
static void choose(const struct ab_mlkem_key *key, uint8_t secret[AB_MLKEM_SECRET_LEN], const uint8_t *ciphertext,
                   const uint8_t message[AB_MLKEM_MESSAGE_LEN], const uint8_t secret_randomness[AB_MLKEM_G_LEN],
                   const uint8_t rejected[AB_MLKEM_SECRET_LEN])
{
    const size_t len = key->params->ciphertext_len;
    uint8_t same[AB_MLKEM_MAX_CIPHERTEXT_LEN];
    uint64_t is_wrong;

    encrypt(key, same, message, secret_randomness + AB_MLKEM_SECRET_LEN);
    is_wrong = ~ab_ct_is_zero((uint64_t)ab_ct_memcmp(same, ciphertext, len));
    for (unsigned i = 0; i < AB_MLKEM_SECRET_LEN; i++)
        secret[i] = (uint8_t)ab_ct_select(is_wrong, rejected[i], secret_randomness[i]);
    ab_wipe(same, len);
}

static void decapsulate(const struct ab_mlkem_key *const keys[], uint8_t (*secrets)[AB_MLKEM_SECRET_LEN],
                        const uint8_t *const ciphertexts[], unsigned num)
{
    uint8_t rejected[AB_MLKEM_MAX_LANES][AB_MLKEM_SECRET_LEN];
    struct step s;

    for (unsigned i = 0; i < num; i++)
        decrypt(keys[i], s.in[i], ciphertexts[i]);
    derive(&s, keys, num);
    reject(keys, rejected, ciphertexts, num);
    for (unsigned i = 0; i < num; i++)
        choose(keys[i], secrets[i], ciphertexts[i], s.in[i], s.secret_randomness[i], rejected[i]);
    wipe(&s, num);
    ab_wipe(rejected, num * sizeof(rejected[0]));
}

/* ---- one by one ---- */

typedef uint8_t (*secret_array)[AB_MLKEM_SECRET_LEN];
typedef const uint8_t (*message_array)[AB_MLKEM_MESSAGE_LEN];

void ab_mlkem_encapsulate_message(const struct ab_mlkem_key *key, uint8_t *ciphertext,
                                  uint8_t secret[AB_MLKEM_SECRET_LEN], const uint8_t message[AB_MLKEM_MESSAGE_LEN])
{
    encapsulate(&key, &ciphertext, (secret_array)(void *)secret, (message_array)(const void *)message, 1);
}

int ab_mlkem_encapsulate(const struct ab_mlkem_key *key, uint8_t *ciphertext, uint8_t secret[AB_MLKEM_SECRET_LEN],
                         const struct ab_random_source *random)
{
    uint8_t message[AB_MLKEM_MESSAGE_LEN];
    int ok = random->bytes(random->arg, message, sizeof(message));

    if (ok)
        ab_mlkem_encapsulate_message(key, ciphertext, secret, message);
    ab_wipe(message, sizeof(message));
    return ok;
}

int ab_mlkem_decapsulate(const struct ab_mlkem_key *key, uint8_t secret[AB_MLKEM_SECRET_LEN], const uint8_t *ciphertext,
                         size_t len)
{
    if (len != key->params->ciphertext_len)
        return 0;
    decapsulate(&key, (secret_array)(void *)secret, &ciphertext, 1);
    return 1;
}

/* ---- many ---- */

void ab_mlkem_encapsulate_messages(const struct ab_mlkem_key *const keys[], uint8_t *const ciphertexts[],
                                   uint8_t (*secrets)[AB_MLKEM_SECRET_LEN],
                                   const uint8_t (*messages)[AB_MLKEM_MESSAGE_LEN], size_t num)
{
    for (unsigned now; num > 0; num -= now, keys += now, ciphertexts += now, secrets += now, messages += now) {
        now = ab_mlkem_in_step(keys[0], num);
        encapsulate(keys, ciphertexts, secrets, messages, now);
    }
}

void ab_mlkem_decapsulate_many(const struct ab_mlkem_key *const keys[], uint8_t (*secrets)[AB_MLKEM_SECRET_LEN],
                               const uint8_t *const ciphertexts[], size_t num)
{
    for (unsigned now; num > 0; num -= now, keys += now, ciphertexts += now, secrets += now) {
        now = ab_mlkem_in_step(keys[0], num);
        decapsulate(keys, secrets, ciphertexts, now);
    }
}
