/*
 * SLH-DSA of the library against the lines of another implementation (src/main.rs), from the standard input: the same
 * public key, the same deterministic signature, the hedged one verified and a spoilt one refused, by every
 * implementation that runs here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "afterburner/cpu.h"
#include "afterburner/slhdsa.h"

enum { SET, SEED, PUBLIC, MESSAGE, CONTEXT, SIGNATURE, HEDGED, NUM_FIELDS, MAX_FIELD = AB_SLHDSA_MAX_SIGNATURE_LEN };

struct field {
    uint8_t bytes[MAX_FIELD];
    size_t len;
};

static unsigned failures;

static void check(int ok, const char *what, const char *set, const struct ab_slhdsa_kernels *k)
{
    if (ok)
        return;
    failures++;
    fprintf(stderr, "FAIL %s, %s: %s\n", set, ab_slhdsa_level(k), what);
}

static void read_hex(const char *text, struct field *f)
{
    unsigned byte;

    for (f->len = 0; sscanf(text, "%2x", &byte) == 1 && f->len < MAX_FIELD; text += 2)
        f->bytes[f->len++] = (uint8_t)byte;
}

/* "slh_dsa_sha2_128f" is "SLH-DSA-SHA2-128f". Ends the program if there is no such set. */
static const struct ab_slhdsa_params *find_set(char *name)
{
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '_' ? '-' : *c;
    for (unsigned id = 0; id < AB_NUM_SLHDSA; id++)
        if (strcasecmp(ab_slhdsa_params((enum ab_slhdsa_id)id)->name, name) == 0)
            return ab_slhdsa_params((enum ab_slhdsa_id)id);
    fprintf(stderr, "no set %s\n", name);
    exit(1);
}

static void compare(const struct ab_slhdsa_params *set, const struct ab_slhdsa_kernels *k, const struct field *f)
{
    static uint8_t signature[AB_SLHDSA_MAX_SIGNATURE_LEN];
    uint8_t public_key[AB_SLHDSA_MAX_PUBLIC_LEN];
    struct ab_slhdsa_message message;
    struct ab_slhdsa_key key;
    struct field spoilt = f[HEDGED];

    ab_slhdsa_init(&key, set, k);
    ab_slhdsa_set_seed(&key, f[SEED].bytes);
    ab_slhdsa_get_public(&key, public_key);
    check(f[PUBLIC].len == set->public_len && memcmp(public_key, f[PUBLIC].bytes, set->public_len) == 0,
          "another public key", set->name, k);
    ab_slhdsa_message_init(&message, f[CONTEXT].bytes, f[CONTEXT].len, f[MESSAGE].bytes, f[MESSAGE].len);
    ab_slhdsa_sign_with(&key, signature, &message, NULL);
    check(f[SIGNATURE].len == set->signature_len && memcmp(signature, f[SIGNATURE].bytes, set->signature_len) == 0,
          "another signature", set->name, k);
    check(ab_slhdsa_verify(&key, f[HEDGED].bytes, f[HEDGED].len, &message), "a signature is refused", set->name, k);
    spoilt.bytes[spoilt.len / 3] ^= 1;
    check(!ab_slhdsa_verify(&key, spoilt.bytes, spoilt.len, &message), "a spoilt signature is taken", set->name, k);
    ab_slhdsa_clear(&key);
}

int main(void)
{
    static char line[6 * MAX_FIELD];
    static struct field fields[NUM_FIELDS];
    unsigned num = 0;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    while (fgets(line, sizeof(line), stdin) != NULL) {
        const struct ab_slhdsa_params *set = find_set(strtok(line, " \n"));

        for (int i = SEED; i < NUM_FIELDS; i++)
            read_hex(strtok(NULL, " \n"), &fields[i]);
        for (const struct ab_slhdsa_kernels *const *k = ab_slhdsa_list(set->id); *k != NULL; k++)
            if (ab_slhdsa_is_usable(*k, &cpu))
                compare(set, *k, fields), num++;
    }
    printf("%u keys compared, %u failures\n", num, failures);
    return failures != 0 || num == 0;
}
