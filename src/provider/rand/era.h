/*
 * The era of a process (os/lock.h): by it a generator notices that it woke up in a child after fork. It is kept in a
 * page that the kernel empties in every child that gets memory of its own, so it costs a load, and holds also where a
 * process id comes round again. A child that shares its parent's memory (vfork) shares the era, the generator's state
 * and its lock with it, too, so nothing comes twice.
 */
#ifndef AB_PROVIDER_RAND_ERA_H
#define AB_PROVIDER_RAND_ERA_H

#include "provider/provctx.h"

/* Call it before ab_era. Where the kernel has no such pages (Linux before 4.14), the process id is the era. */
void ab_era_begin(struct ab_provctx *prov);
uint32_t ab_era(struct ab_provctx *prov);
void ab_era_end(struct ab_provctx *prov);

#endif
