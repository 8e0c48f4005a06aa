/*
 * ML-DSA: published vectors through every implementation that this processor can run.
 *
 *   mldsa_vectors_test FILE...    text that convert_mldsa.py writes
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/mldsa.h"
#include "harness/harness.h"

enum { MAX_FIELDS = 5, MAX_WORDS = 3 + MAX_FIELDS + 1 };

struct octets {
    uint8_t *data;
    size_t len;
};

/* A line: the operation, the parameter set, the expected result and the fields of this operation. */
struct vector {
    const char *operation;
    const struct ab_mldsa_params *params;
    int is_valid;
    struct octets fields[MAX_FIELDS];
};

static struct ab_mldsa_key key;

static unsigned hex_digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Decode in place; "-" is empty. */
static struct octets decode(char *hex)
{
    struct octets out = { (uint8_t *)hex, strlen(hex) / 2 };

    for (size_t i = 0; i < out.len; i++)
        out.data[i] = (uint8_t)(hex_digit(hex[2 * i]) << 4 | hex_digit(hex[2 * i + 1]));
    return out;
}

static int same(struct octets want, const uint8_t *got, size_t len)
{
    return want.len == len && CHECK_BYTES(got, want.data, len);
}

/* A private key, or a seed, which is shorter than any. */
static int set_private(struct octets in)
{
    if (in.len != AB_MLDSA_SEED_LEN)
        return ab_mldsa_set_private(&key, in.data, in.len);
    ab_mldsa_set_seed(&key, in.data);
    return 1;
}

/* ---- mu: what each operation with a message has at `at` ---- */

typedef int mu_fn(uint8_t mu[AB_MLDSA_MU_LEN], const struct octets *at);

static int mu_of_message(uint8_t mu[AB_MLDSA_MU_LEN], const struct octets *at)
{
    struct ab_mldsa_message m;

    if (!ab_mldsa_message_init(&m, &key, at[1].data, at[1].len))
        return 0;
    ab_mldsa_message_update(&m, at->data, at->len);
    ab_mldsa_message_final(&m, mu);
    return 1;
}

static int mu_of_encoded(uint8_t mu[AB_MLDSA_MU_LEN], const struct octets *at)
{
    struct ab_mldsa_message m;

    ab_mldsa_message_init_encoded(&m, &key);
    ab_mldsa_message_update(&m, at->data, at->len);
    ab_mldsa_message_final(&m, mu);
    return 1;
}

static int mu_itself(uint8_t mu[AB_MLDSA_MU_LEN], const struct octets *at)
{
    if (at->len != AB_MLDSA_MU_LEN)
        return 0;
    memcpy(mu, at->data, AB_MLDSA_MU_LEN);
    return 1;
}

/* ---- operations; num_message fields are the message ---- */

/* Fields: seed, pk, sk. */
static int keygen(const struct vector *v, mu_fn *get_mu, unsigned num_message)
{
    uint8_t out[AB_MLDSA_MAX_PRIVATE_LEN];

    (void)get_mu, (void)num_message;
    if (v->fields[0].len != AB_MLDSA_SEED_LEN)
        return 0;
    ab_mldsa_set_seed(&key, v->fields[0].data);
    ab_mldsa_get_public(&key, out);
    if (!same(v->fields[1], out, v->params->public_len))
        return 0;
    ab_mldsa_get_private(&key, out);
    return same(v->fields[2], out, v->params->private_len);
}

/* Fields: the key, rnd, the message, the signature. */
static int sign(const struct vector *v, mu_fn *get_mu, unsigned num_message)
{
    uint8_t out[AB_MLDSA_MAX_SIGNATURE_LEN], mu[AB_MLDSA_MU_LEN];

    return set_private(v->fields[0]) && v->fields[1].len == AB_MLDSA_RANDOM_LEN && get_mu(mu, v->fields + 2)
           && ab_mldsa_sign_with(&key, out, mu, v->fields[1].data)
           && same(v->fields[2 + num_message], out, v->params->signature_len);
}

/* Fields: the key, the message, the signature. */
static int verify(const struct vector *v, mu_fn *get_mu, unsigned num_message)
{
    const struct octets *signature = v->fields + 1 + num_message;
    uint8_t mu[AB_MLDSA_MU_LEN];

    return ab_mldsa_set_public(&key, v->fields[0].data, v->fields[0].len) && get_mu(mu, v->fields + 1)
           && ab_mldsa_verify(&key, signature->data, signature->len, mu);
}

static const struct {
    const char *name;
    int (*run)(const struct vector *v, mu_fn *get_mu, unsigned num_message);
    mu_fn *get_mu;
    unsigned num_message;
} operations[] = {
    { "keygen", keygen, NULL, 0 },
    { "sign", sign, mu_of_message, 2 },
    { "sign-encoded", sign, mu_of_encoded, 1 },
    { "sign-mu", sign, mu_itself, 1 },
    { "verify", verify, mu_of_message, 2 },
    { "verify-encoded", verify, mu_of_encoded, 1 },
    { "verify-mu", verify, mu_itself, 1 },
};

static void run(const struct vector *v, const struct ab_mldsa_kernels *kernels)
{
    unsigned num_known = 0;

    t_where.level = ab_mldsa_level(kernels);
    ab_mldsa_init(&key, v->params, kernels);
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
        if (strcmp(operations[i].name, v->operation) == 0) {
            CHECK(operations[i].run(v, operations[i].get_mu, operations[i].num_message) == v->is_valid);
            num_known++;
        }
    CHECK(num_known == 1);
}

/* Split a line into *v; its last word is its name. */
static int read_vector(struct vector *v, char *line)
{
    char *words[MAX_WORDS], *rest = line;
    unsigned num = 0;

    for (char *word; num < MAX_WORDS && (word = strsep(&rest, " \n")) != NULL && *word != '\0'; num++)
        words[num] = word;
    if (num < 5)
        return 0;
    *v = (struct vector){ .operation = words[0], .is_valid = strcmp(words[2], "valid") == 0 };
    for (unsigned id = 0; id < AB_NUM_MLDSA; id++)
        if (strcmp(ab_mldsa_params((enum ab_mldsa_id)id)->name + strlen("ML-DSA-"), words[1]) == 0)
            v->params = ab_mldsa_params((enum ab_mldsa_id)id);
    for (unsigned i = 3; i + 1 < num; i++)
        v->fields[i - 3] = decode(words[i]);
    t_where.subject = words[0];
    t_where.check = words[num - 1];
    return v->params != NULL;
}

static unsigned run_file(const char *name, const struct ab_cpu *cpu)
{
    FILE *f = fopen(name, "r");
    char *line = NULL;
    size_t size = 0;
    unsigned num = 0;
    struct vector v;

    CHECK(f != NULL);
    if (f == NULL)
        return 0;
    for (; getline(&line, &size, f) > 0; num++) {
        const int ok = read_vector(&v, line);

        CHECK(ok);
        for (const struct ab_mldsa_kernels *const *k = ab_mldsa_list(); ok && *k != NULL; k++)
            if (ab_mldsa_is_usable(*k, cpu))
                run(&v, *k);
    }
    free(line);
    fclose(f);
    t_where = (struct t_where){ 0 };
    printf("%s: %u vectors\n", name, num);
    return num;
}

int main(int argc, char **argv)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (int i = 1; i < argc; i++)
        CHECK(run_file(argv[i], &cpu) > 0);
    return t_finish();
}
