/*
 * Known-answer tests at first use. A family whose kernels fail at the chosen level is demoted to the next one below;
 * if none passes, it is out of service. The result is kept for the life of the provider context.
 */
#ifndef AB_PROVIDER_HEALTH_H
#define AB_PROVIDER_HEALTH_H

#include "afterburner/aes.h"
#include "provider/provctx.h"

/*
 * The kernels this family is to use: of the highest level, at most prov->level, that passes. The first call for a
 * family runs its test (microseconds); later ones cost one load. NULL, with an error raised, if none passes.
 */
const struct ab_aes_kernels *ab_health_kernels(struct ab_provctx *prov, enum ab_family family);

#endif
