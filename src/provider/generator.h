/*
 * Random bytes of a library context: keys, nonces, IVs, padding, blinding.
 *
 * Each byte is the sum (XOR) of two: one from the operating system, drawn by each call (os/random.h), and one from the
 * generator that the library context is configured with (host_random.h), so it is as good as the better of them. The
 * latter takes a microsecond or more, so its bytes key SHAKE-256, whose output is used up to 16384 bytes, then keyed
 * anew. A child after fork finds nothing of it and keys its own. If the configured generator fails, the call fails;
 * if it cannot be reached, the operating system's bytes are used alone, and `afterburner status` says so.
 *
 * What is kept lies in one mapping of the provider context, in slots; a thread owns a slot while it draws, and no
 * thread waits for another.
 */
#ifndef AB_PROVIDER_GENERATOR_H
#define AB_PROVIDER_GENERATOR_H

#include <stddef.h>

#include "provider/provctx.h"

/* Fill len bytes; 0, with zeros in out, if a generator fails. Thread-safe. Locking as for ab_fallback_find. */
int ab_generator_bytes(struct ab_provctx *prov, void *out, size_t len);

/* The same as a source for the library's algorithms; it lives as long as the provider context. */
void ab_generator_init(struct ab_provctx *prov); /* sets prov->random */

/* Before the provider context goes. */
void ab_generator_free(struct ab_provctx *prov);

#endif
