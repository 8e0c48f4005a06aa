/*
 * ML-KEM: published vectors through every implementation that this processor can run.
 *
 *   mlkem_vectors_test FILE...    text that convert_mlkem.py writes
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afterburner/mlkem.h"
#include "harness/harness.h"

enum { MAX_FIELDS = 4, MAX_WORDS = 3 + MAX_FIELDS + 1 };

struct octets {
    uint8_t *data;
    size_t len;
};

/* A line: the operation, the parameter set, the expected result and the fields of this operation. */
struct vector {
    const char *operation;
    const struct ab_mlkem_params *params;
    int is_valid;
    struct octets fields[MAX_FIELDS];
};

static struct ab_mlkem_key key;

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

/* Fields: seed, ek, dk. */
static int keygen(const struct vector *v)
{
    uint8_t out[AB_MLKEM_MAX_PRIVATE_LEN];

    if (v->fields[0].len != AB_MLKEM_SEED_LEN)
        return 0;
    ab_mlkem_set_seed(&key, v->fields[0].data);
    ab_mlkem_get_public(&key, out);
    if (!same(v->fields[1], out, v->params->public_len))
        return 0;
    ab_mlkem_get_private(&key, out);
    return same(v->fields[2], out, v->params->private_len);
}

/* Fields: ek, m, c, K. */
static int encapsulate(const struct vector *v)
{
    uint8_t ciphertext[AB_MLKEM_MAX_CIPHERTEXT_LEN], secret[AB_MLKEM_SECRET_LEN];

    if (!ab_mlkem_set_public(&key, v->fields[0].data, v->fields[0].len) || v->fields[1].len != AB_MLKEM_MESSAGE_LEN)
        return 0;
    ab_mlkem_encapsulate_message(&key, ciphertext, secret, v->fields[1].data);
    return same(v->fields[2], ciphertext, v->params->ciphertext_len) && same(v->fields[3], secret, sizeof(secret));
}

/* Fields from the second on: c, K. The key is set. */
static int decapsulate(const struct vector *v)
{
    uint8_t secret[AB_MLKEM_SECRET_LEN];

    return ab_mlkem_decapsulate(&key, secret, v->fields[1].data, v->fields[1].len)
           && same(v->fields[2], secret, sizeof(secret));
}

static int decapsulate_by_seed(const struct vector *v)
{
    if (v->fields[0].len != AB_MLKEM_SEED_LEN)
        return 0;
    ab_mlkem_set_seed(&key, v->fields[0].data);
    return decapsulate(v);
}

static int decapsulate_by_key(const struct vector *v)
{
    return ab_mlkem_set_private(&key, v->fields[0].data, v->fields[0].len) && decapsulate(v);
}

static const struct {
    const char *name;
    int (*run)(const struct vector *v);
} operations[] = {
    { "keygen", keygen },
    { "encaps", encapsulate },
    { "decaps", decapsulate_by_seed },
    { "decaps-key", decapsulate_by_key },
};

static void run(const struct vector *v, const struct ab_mlkem_kernels *kernels)
{
    unsigned num_known = 0;

    t_where.level = ab_mlkem_level(kernels);
    ab_mlkem_init(&key, v->params, kernels);
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
        if (strcmp(operations[i].name, v->operation) == 0) {
            CHECK(operations[i].run(v) == v->is_valid);
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
    for (unsigned id = 0; id < AB_NUM_MLKEM; id++)
        if (strcmp(ab_mlkem_params((enum ab_mlkem_id)id)->name + strlen("ML-KEM-"), words[1]) == 0)
            v->params = ab_mlkem_params((enum ab_mlkem_id)id);
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
        for (const struct ab_mlkem_kernels *const *k = ab_mlkem_list(); ok && *k != NULL; k++)
            if (ab_mlkem_is_usable(*k, cpu))
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
