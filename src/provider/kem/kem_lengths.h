/* The lengths of a KEM's outputs, as the default provider checks and reports them for ML-KEM and its hybrids. */
#ifndef AB_PROVIDER_KEM_KEM_LENGTHS_H
#define AB_PROVIDER_KEM_KEM_LENGTHS_H

#include <stddef.h>

#include "provider/provctx.h"

/* The exact lengths of a key's ciphertexts and secrets. */
struct ab_kem_lengths {
    size_t ciphertext, secret;
};

/* What a call of encapsulate or decapsulate has to do. */
enum ab_kem_request {
    AB_KEM_REFUSED,  /* return 0; an error is raised, except if no output at all was passed */
    AB_KEM_LENGTHS,  /* return 1: only the lengths were queried, and they are written */
    AB_KEM_OPERATION /* compute: all outputs have room, and their lengths are written */
};

enum ab_kem_request ab_kem_encapsulate_request(const struct ab_provctx *prov, const struct ab_kem_lengths *lengths,
                                               const unsigned char *ciphertext, size_t *ciphertext_len,
                                               const unsigned char *secret, size_t *secret_len);
/* The length of the ciphertext is checked too. secret_len may be NULL, since early callers pass none. */
enum ab_kem_request ab_kem_decapsulate_request(const struct ab_provctx *prov, const struct ab_kem_lengths *lengths,
                                               const unsigned char *secret, size_t *secret_len, size_t ciphertext_len);

#endif
