/*
 * Make RSA keys from arbitrary numbers. Input: the lengths of n, e and d, the number of primes and the length of each,
 * then all numbers, least significant byte first. A key that is accepted has these n and e, and its own numbers make a
 * key again; the public operation undoes the private one.
 */
#include <string.h>

#include "afterburner/rsa.h"
#include "fuzz.h"

enum { MAX_LEN = 160, MAX_PRIME_LEN = 96 }; /* so that a run takes milliseconds */

static int draw(void *arg, uint8_t *out, size_t len)
{
    uint64_t *state = arg;

    for (size_t i = 0; i < len; i++) {
        *state = *state * 6364136223846793005 + 1442695040888963407;
        out[i] = (uint8_t)(*state >> 56);
    }
    return 1;
}

static int take(struct ab_rsa_number *number, size_t num, const uint8_t **data, const uint8_t *end)
{
    if ((size_t)(end - *data) < num)
        return 0;
    *number = (struct ab_rsa_number){ *data, num };
    *data += num;
    return 1;
}

static int take_numbers(struct ab_rsa_numbers *k, const uint8_t *data, size_t len)
{
    const uint8_t *end = data + len, *lens = data;

    if (len < 9)
        return 0;
    data += 9;
    *k = (struct ab_rsa_numbers){ .num_primes = lens[3] % (AB_RSA_MAX_PRIMES + 1) };
    if (k->num_primes == 1)
        return 0;
    if (!take(&k->n, lens[0] % MAX_LEN, &data, end) || !take(&k->e, lens[1] % 16, &data, end)
        || !take(&k->d, lens[2] % MAX_LEN, &data, end))
        return 0;
    for (size_t i = 0; i < k->num_primes; i++)
        if (!take(&k->prime[i], lens[4 + i] % MAX_PRIME_LEN, &data, end) || k->prime[i].len == 0)
            return 0;
    return k->n.len != 0 && k->e.len != 0;
}

static int is_number(const struct ab_rsa_number *a, const struct ab_rsa_number *b)
{
    for (size_t i = 0; i < a->len || i < b->len; i++)
        if ((i < a->len ? a->bytes[i] : 0) != (i < b->len ? b->bytes[i] : 0))
            return 0;
    return 1;
}

static void check_operations(const struct ab_rsa_key *key)
{
    static uint8_t in[AB_RSA_MAX_BYTES], out[AB_RSA_MAX_BYTES], back[AB_RSA_MAX_BYTES];
    uint64_t state = 1;
    const struct ab_random_source random = { draw, &state };
    size_t size = ab_rsa_size(key);

    memset(in, 0x5a, size);
    in[0] = 0;
    expect(ab_rsa_public(key, out, in, size) == AB_RSA_OK);
    if (!ab_rsa_is_private(key))
        expect(ab_rsa_private(key, &random, out, in, size) == AB_RSA_NO_PRIVATE_KEY);
    else if (ab_rsa_private(key, &random, out, in, size) == AB_RSA_OK)
        expect(ab_rsa_public(key, back, out, size) == AB_RSA_OK && memcmp(back, in, size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct ab_rsa_numbers in, out;
    struct ab_bignum *bignum;
    struct ab_rsa_key *key, *copy;
    struct ab_cpu cpu;

    if (!take_numbers(&in, data, len))
        return 0;
    ab_cpu_detect(&cpu);
    bignum = ab_bignum_new(&cpu);
    expect(bignum != NULL);
    key = ab_rsa_key_new(bignum, &in);
    if (key != NULL) {
        ab_rsa_key_numbers(key, &out);
        expect(is_number(&in.n, &out.n) && is_number(&in.e, &out.e));
        copy = ab_rsa_key_new(bignum, &out);
        expect(copy != NULL && ab_rsa_is_private(copy) == ab_rsa_is_private(key));
        check_operations(key);
        check_operations(copy);
        ab_rsa_key_free(copy);
    }
    ab_rsa_key_free(key);
    ab_bignum_free(bignum);
    return 0;
}
