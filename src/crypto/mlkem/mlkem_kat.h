/* The known-answer test of ML-KEM, for the kernels that are about to be used. */
#ifndef AB_CRYPTO_MLKEM_KAT_H
#define AB_CRYPTO_MLKEM_KAT_H

#include "afterburner/mlkem.h"

/* Return 1 if a key, a ciphertext, its secret and the secret of a wrong ciphertext are right. */
int ab_mlkem_kat(const struct ab_mlkem_kernels *k, enum ab_mlkem_id id);

#endif
