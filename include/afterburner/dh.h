/* Diffie-Hellman over finite fields: SP 800-56A sec. 5.7.1.1, PKCS #3 sec. 7.2. Conventions: ffc.h. */
#ifndef AFTERBURNER_DH_H
#define AFTERBURNER_DH_H

#include "afterburner/ffc.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * secret = peer^x modulo p, as many bytes as p has, most significant first. x and peer have ab_ffc_words words, and x
 * is below 2^num_bits; x and the result are secret. 0, with secret zeroed, if the peer's number is not below p; if the
 * result is 0, 1 or p - 1, which reveals a peer in a small subgroup; or without memory.
 */
AB_API int ab_dh(const struct ab_ffc *f, uint8_t *secret, const uint64_t *x, size_t num_bits, const uint64_t *peer);

#ifdef __cplusplus
}
#endif
#endif
