/*
 * What the MACs over a cipher share: which cipher the caller names. AES is ours; any other cipher, and one with
 * properties, falls back to the default provider's MAC of the same name for everything.
 */
#ifndef AB_PROVIDER_MAC_AES_MAC_H
#define AB_PROVIDER_MAC_AES_MAC_H

#include "afterburner/aes.h"
#include "provider/fallback/mac.h"
#include "provider/mac/mac.h"

enum ab_mac_cipher {
    AB_MAC_NO_CIPHER, /* none was named */
    AB_MAC_AES,
    AB_MAC_FALLBACK,
    AB_MAC_BAD_CIPHER /* an error was raised */
};

/* The head of a context. */
struct ab_aes_mac {
    struct ab_provctx *prov;
    const struct ab_aes_kernels *kernels; /* chosen once, when the context is made */
    struct ab_fallback_mac fallback;      /* has a context once another cipher is named */
};

/*
 * Allocate a context of `size` bytes that begins with struct ab_aes_mac; the rest is uninitialised. NULL with an error
 * raised.
 */
void *ab_aes_mac_new(void *provctx, enum ab_family family, size_t size);
/* Copy the context, and that of m->fallback if requested. NULL with an error raised. */
void *ab_aes_mac_dup(const struct ab_aes_mac *m, size_t size, int with_fallback);
/* Free m->fallback, wipe and free the context. */
void ab_aes_mac_free(struct ab_aes_mac *m, size_t size);

/*
 * Read the parameters "cipher" and "properties". For AES in the mode of `family`, *key_len is the length of its keys in
 * bytes. For another cipher, set it on m->fallback, a MAC of this name.
 */
enum ab_mac_cipher ab_aes_mac_choose(struct ab_aes_mac *m, const char *name, enum ab_family family,
                                     const OSSL_PARAM params[], size_t *key_len);

/* Find the octet string `name`; *p is NULL if it is absent. Returns 0 with an error raised if it has another type. */
int ab_aes_mac_find_octets(const struct ab_aes_mac *m, const OSSL_PARAM params[], const char *name,
                           const OSSL_PARAM **p);

#endif
