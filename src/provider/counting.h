/* Switching the counters on: the mapping and its names. Offered ciphers then count (provider/cipher/counted.h). */
#ifndef AB_PROVIDER_COUNTING_H
#define AB_PROVIDER_COUNTING_H

#include "provider/provctx.h"

/*
 * Begin to count, if the configuration says so, before any operation is queried. If memory runs out, nothing is
 * counted.
 */
void ab_counting_begin(struct ab_provctx *prov);

/* Undo it. */
void ab_counting_end(struct ab_provctx *prov);

#endif
