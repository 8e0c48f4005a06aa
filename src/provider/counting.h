/* Switching the counters on: the mapping, the names in it, and the ciphers that count (provider/cipher/counted.h). */
#ifndef AB_PROVIDER_COUNTING_H
#define AB_PROVIDER_COUNTING_H

#include "provider/provctx.h"

/* Begin to count, if the configuration says so, once the offer is built. If memory runs out, nothing is counted. */
void ab_counting_begin(struct ab_provctx *prov);

/* Undo it, before the offer is freed. */
void ab_counting_end(struct ab_provctx *prov);

#endif
