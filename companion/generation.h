/*
 * Generations: an answer that is kept is valid for one generation, and a new one begins whenever libcrypto may answer
 * differently from before.
 */
#ifndef AB_COMPANION_GENERATION_H
#define AB_COMPANION_GENERATION_H

#include <stdint.h>

uint64_t ab_generation(void);
void ab_generation_next(void);

#endif
