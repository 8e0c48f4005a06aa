/* Ending a generation (generation.h): all that is kept is dropped. */
#ifndef AB_COMPANION_ENDING_H
#define AB_COMPANION_ENDING_H

#include "library.h"

/* Starts a new generation and frees all that is kept. No lock is held while libcrypto frees. */
void ab_end_generation(void);

/*
 * Returns 1 if something may be kept. Makes sure that all is freed before this libcrypto ends its providers
 * (OPENSSL_cleanup), and that nothing is kept afterwards.
 */
int ab_may_keep(struct ab_library *l);

#endif
