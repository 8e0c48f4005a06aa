/*
 * What the MACs made of a cipher share: which cipher the caller names. AES is ours; for every other cipher, and for one that
 * is to be fetched with properties, the default provider's MAC of the same name does it all.
 */
#ifndef AB_PROVIDER_MAC_AES_MAC_H
#define AB_PROVIDER_MAC_AES_MAC_H

#include "afterburner/aes.h"
#include "provider/fallback/mac.h"
#include "provider/mac/mac.h"

enum ab_mac_cipher {
    AB_MAC_NO_CIPHER, /* none is named */
    AB_MAC_AES,
    AB_MAC_FALLBACK,
    AB_MAC_BAD_CIPHER /* an error is raised */
};

/* The head of a context. */
struct ab_aes_mac {
    struct ab_provctx *prov;
    const struct ab_aes_kernels *kernels; /* chosen here, once */
    struct ab_fallback_mac fallback;      /* its context is there once another cipher was named */
};

/* A context of `size` bytes that begins with struct ab_aes_mac, the rest not set. NULL with an error raised. */
void *ab_aes_mac_new(void *provctx, enum ab_family family, size_t size);
/* A copy, with that of m->fallback if it is wanted; NULL with an error raised. */
void *ab_aes_mac_dup(const struct ab_aes_mac *m, size_t size, int with_fallback);
void ab_aes_mac_free(struct ab_aes_mac *m, size_t size);

/*
 * What the parameters "cipher" and "properties" say. AES in the mode of `family`: *key_len is the length of its keys, in bytes.
 * Another cipher: m->fallback, a MAC of this name, has been told.
 */
enum ab_mac_cipher ab_aes_mac_choose(struct ab_aes_mac *m, const char *name, enum ab_family family,
                                     const OSSL_PARAM params[], size_t *key_len);

/* The octet string `name`, *p NULL if it is not there. 0 with an error raised if it is of another type. */
int ab_aes_mac_find_octets(const struct ab_aes_mac *m, const OSSL_PARAM params[], const char *name,
                           const OSSL_PARAM **p);

#endif
