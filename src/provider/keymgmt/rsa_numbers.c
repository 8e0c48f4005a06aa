/* Read and write the numbers of an RSA key. */
#include "provider/keymgmt/rsa_numbers.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "provider/gains.h"
#include "provider/param.h"

/* since OpenSSL 3.3 */
#ifndef OSSL_PKEY_PARAM_RSA_DERIVE_FROM_PQ
# define OSSL_PKEY_PARAM_RSA_DERIVE_FROM_PQ "rsa-derive-from-pq"
#endif

enum { MAX_PRIMES = AB_RSA_MAX_PRIMES };

/* One more than the maximum number of primes, to detect an excess. */
static const char *const primes[MAX_PRIMES + 1] = {
    OSSL_PKEY_PARAM_RSA_FACTOR1, OSSL_PKEY_PARAM_RSA_FACTOR2, OSSL_PKEY_PARAM_RSA_FACTOR3,
    OSSL_PKEY_PARAM_RSA_FACTOR4, OSSL_PKEY_PARAM_RSA_FACTOR5, OSSL_PKEY_PARAM_RSA_FACTOR6,
};
static const char *const exponents[MAX_PRIMES] = {
    OSSL_PKEY_PARAM_RSA_EXPONENT1, OSSL_PKEY_PARAM_RSA_EXPONENT2, OSSL_PKEY_PARAM_RSA_EXPONENT3,
    OSSL_PKEY_PARAM_RSA_EXPONENT4, OSSL_PKEY_PARAM_RSA_EXPONENT5,
};
static const char *const coefficients[MAX_PRIMES - 1] = {
    OSSL_PKEY_PARAM_RSA_COEFFICIENT1,
    OSSL_PKEY_PARAM_RSA_COEFFICIENT2,
    OSSL_PKEY_PARAM_RSA_COEFFICIENT3,
    OSSL_PKEY_PARAM_RSA_COEFFICIENT4,
};

/* Returns 0 if the parameter exists and is not an unsigned integer. */
static int read_number(struct ab_rsa_number *number, const OSSL_PARAM params[], const char *name)
{
    const OSSL_PARAM *p = ab_param_locate_const(params, name);

    *number = (struct ab_rsa_number){ NULL, 0 };
    if (p == NULL)
        return 1;
    if (p->data_type != OSSL_PARAM_UNSIGNED_INTEGER || p->data == NULL || p->data_size == 0)
        return 0;
    *number = (struct ab_rsa_number){ p->data, p->data_size };
    return 1;
}

/* Return how many of the numbered parameters exist; they must be the first ones, without a gap. Otherwise -1. */
static int read_numbers(struct ab_rsa_number *numbers, const OSSL_PARAM params[], const char *const *names,
                        int num_names)
{
    int num = 0;

    for (int i = 0; i < num_names; i++) {
        struct ab_rsa_number number;

        if (!read_number(&number, params, names[i]) || (number.len != 0 && i > num))
            return -1;
        if (number.len != 0)
            numbers[num++] = number;
    }
    return num;
}

/* Return the length without leading zeros. The number is public: time depends on its value. */
static size_t significant_len(const struct ab_rsa_number *number)
{
    size_t len = number->len;

    while (len > 0 && number->bytes[len - 1] == 0)
        len--;
    return len;
}

static int is_within(const struct ab_rsa_number *number, size_t len)
{
    size_t i = number->len;

    while (i > len && number->bytes[i - 1] == 0)
        i--;
    return i <= len;
}

static int are_within(const struct ab_rsa_number *numbers, size_t num, size_t len)
{
    for (size_t i = 0; i < num; i++)
        if (!is_within(&numbers[i], len))
            return 0;
    return 1;
}

static int read_private(struct ab_rsa_numbers *k, const OSSL_PARAM params[])
{
    struct ab_rsa_number prime[MAX_PRIMES + 1] = { { NULL, 0 } };
    int num = read_numbers(prime, params, primes, MAX_PRIMES + 1);
    int num_exponents = read_numbers(k->exponent, params, exponents, MAX_PRIMES);
    int num_coefficients = read_numbers(k->coefficient, params, coefficients, MAX_PRIMES - 1);

    if (num < 0 || num == 1 || num > MAX_PRIMES || num_exponents != num || num_coefficients != (num == 0 ? 0 : num - 1))
        return 0;
    memcpy(k->prime, prime, sizeof(k->prime));
    k->num_primes = (size_t)num;
    return is_within(&k->d, k->n.len) && are_within(k->prime, (size_t)num, k->n.len)
           && are_within(k->exponent, (size_t)num, k->n.len)
           && are_within(k->coefficient, (size_t)num_coefficients, k->n.len);
}

int ab_rsa_numbers_read(struct ab_rsa_numbers *k, const OSSL_PARAM params[], int is_private)
{
    *k = (struct ab_rsa_numbers){ .num_primes = 0 };
    if (ab_param_locate_const(params, OSSL_PKEY_PARAM_RSA_DERIVE_FROM_PQ) != NULL
        || !read_number(&k->n, params, OSSL_PKEY_PARAM_RSA_N) || !read_number(&k->e, params, OSSL_PKEY_PARAM_RSA_E)
        || (is_private && !read_number(&k->d, params, OSSL_PKEY_PARAM_RSA_D)))
        return 0;
    k->n.len = significant_len(&k->n);
    return k->e.len != 0 && is_within(&k->e, k->n.len) && (k->d.len == 0 || read_private(k, params));
}

int ab_rsa_numbers_gain(const struct ab_rsa_numbers *k)
{
    size_t longest_power = k->num_primes == 0 ? k->n.len : k->n.len / k->num_primes;

    return k->n.len >= ab_rsa_least_bits() / 8 && longest_power <= ab_power_most_bits() / 8;
}

int ab_rsa_number_is_equal(const struct ab_rsa_number *a, const struct ab_rsa_number *b)
{
    size_t len = significant_len(a);

    return len == significant_len(b) && memcmp(a->bytes, b->bytes, len) == 0;
}

static OSSL_PARAM *write_number(OSSL_PARAM *p, const char *name, const struct ab_rsa_number *number)
{
    if (number->len != 0)
        *p++ = (OSSL_PARAM){ name, OSSL_PARAM_UNSIGNED_INTEGER, (void *)number->bytes, number->len,
                             OSSL_PARAM_UNMODIFIED };
    return p;
}

void ab_rsa_numbers_write(const struct ab_rsa_numbers *k, OSSL_PARAM p[AB_RSA_NUMBERS_MAX])
{
    p = write_number(p, OSSL_PKEY_PARAM_RSA_N, &k->n);
    p = write_number(p, OSSL_PKEY_PARAM_RSA_E, &k->e);
    p = write_number(p, OSSL_PKEY_PARAM_RSA_D, &k->d);
    for (size_t i = 0; i < k->num_primes; i++) {
        p = write_number(p, primes[i], &k->prime[i]);
        p = write_number(p, exponents[i], &k->exponent[i]);
        if (i > 0)
            p = write_number(p, coefficients[i - 1], &k->coefficient[i - 1]);
    }
    *p = (OSSL_PARAM)OSSL_PARAM_END;
}

/* The formula grows slowly and is rounded to multiples of 8: list the minimum length for each value. */
unsigned ab_rsa_security_bits(size_t num_bits)
{
    static const unsigned short least[] = {
        16,   41,   81,   138,  213,  308,  425,  566,  729,  920,  1137,  1383,  1657,  1963,  2301,  2671,  3076,
        3514, 3991, 4502, 5054, 5642, 6274, 6947, 7681, 8418, 9216, 10064, 10953, 11893, 12877, 13914, 15361, 16132,
    };
    unsigned strength = 0;

    for (size_t i = 0; i < sizeof(least) / sizeof(least[0]) && num_bits >= least[i]; i++)
        strength += 8;
    return strength;
}
