/*
 * Read and write OSSL_PARAM (OSSL_PARAM(3)) without libcrypto. Integers are converted between widths and signs as
 * libcrypto does; a value that does not fit is an error. All functions return 1, or 0 without raising an error.
 */
#ifndef AB_PROVIDER_PARAM_H
#define AB_PROVIDER_PARAM_H

#include <openssl/core.h>
#include <stddef.h>
#include <stdint.h>

#define AB_PARAM_SEED "seed" /* of ML-KEM, ML-DSA and SLH-DSA; the headers of OpenSSL below 3.5 lack the name */

/* The parameter of that name, or NULL. params may be NULL. */
OSSL_PARAM *ab_param_locate(OSSL_PARAM *params, const char *key);
const OSSL_PARAM *ab_param_locate_const(const OSSL_PARAM *params, const char *key);
/* Whether the list names a parameter more than once. Releases differ in which one counts, or refuse the list. */
int ab_param_repeats(const OSSL_PARAM params[]);
/* Whether the parameter has this name. Inline, because libcrypto queries an IV length several times per message. */
static inline int ab_param_is(const OSSL_PARAM *p, const char *key)
{
    for (const char *name = p->key; *name == *key; name++, key++)
        if (*key == '\0')
            return 1;
    return 0;
}

/* The same for a literal, compared without a loop: for the parameters that programs set for each message. */
#define AB_PARAM_IS_LITERAL(p, key) ab_param_is_sized(p, key, sizeof(key))
static inline __attribute__((always_inline)) int ab_param_is_sized(const OSSL_PARAM *p, const char *key, size_t size)
{
#pragma GCC unroll 16
    for (size_t i = 0; i < size; i++)
        if (p->key[i] != key[i])
            return 0;
    return 1;
}

/* With p == NULL, the getters fail. Those of numbers take every type of number. */
int ab_param_get_uint64(const OSSL_PARAM *p, uint64_t *value);
int ab_param_get_size(const OSSL_PARAM *p, size_t *value);
int ab_param_get_int(const OSSL_PARAM *p, int *value);
int ab_param_get_uint(const OSSL_PARAM *p, unsigned *value);
/* A view into the parameter's own memory, if it has the type. For octets it may be NULL. */
int ab_param_get_octets(const OSSL_PARAM *p, const uint8_t **data, size_t *len);
int ab_param_get_utf8(const OSSL_PARAM *p, const char **text);

/*
 * With a NULL data pointer, the setters only report the size in return_size and succeed. With too little room they
 * report it and fail.
 */
int ab_param_set_uint64(OSSL_PARAM *p, uint64_t value);
int ab_param_set_octets(OSSL_PARAM *p, const void *data, size_t len);
int ab_param_set_utf8(OSSL_PARAM *p, const char *text);
/* For an octet string that is written in place: *room := its memory, or NULL if only the size was queried. */
int ab_param_reserve_octets(OSSL_PARAM *p, size_t len, uint8_t **room);
/* Let the parameter, a pointer, point at the text. */
int ab_param_set_utf8_ptr(OSSL_PARAM *p, const char *text);

#endif
