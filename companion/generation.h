/*
 * Generations: what is kept holds for one, and a new one starts whenever libcrypto may answer otherwise than before.
 */
#ifndef AB_COMPANION_GENERATION_H
#define AB_COMPANION_GENERATION_H

#include <stdint.h>

uint64_t ab_generation(void);
void ab_generation_next(void);

#endif
