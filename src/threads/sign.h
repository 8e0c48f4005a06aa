/* Signatures on several threads where that pays. */
#ifndef AB_THREADS_SIGN_H
#define AB_THREADS_SIGN_H

#include "afterburner/slhdsa.h"
#include "threads/pool.h"

/* What ab_slhdsa_sign_with does, with the same result. A shared call takes 16 KB more of the stack. */
void ab_threads_slhdsa_sign_with(struct ab_pool *pool, const struct ab_slhdsa_key *key, uint8_t *signature,
                                 const struct ab_slhdsa_message *message, const uint8_t *addrnd);

#endif
