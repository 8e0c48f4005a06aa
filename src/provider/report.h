/* The text that the provider's parameter "afterburner-report" returns; `afterburner status` and `selftest` read it. */
#ifndef AB_PROVIDER_REPORT_H
#define AB_PROVIDER_REPORT_H

#include "provider/provctx.h"

/*
 * Writes one line for each algorithm, "operation<TAB>names<TAB>state<TAB>level<TAB>reason<NEWLINE>", to text (size
 * bytes with the terminating zero) and returns the length of the whole text. state: served, off (by configuration),
 * absent (no instructions for it) or failed (self test). Runs the self tests of what is reported that have not run
 * yet.
 */
size_t ab_report(struct ab_provctx *prov, char *text, size_t size);

enum { AB_REPORT_LEVEL_LEN = 160 };

/*
 * The name of the implementation that serves a family, in room or constant; "none" if there is none. Runs the family's
 * self test if it has not run yet.
 */
const char *ab_report_level(struct ab_provctx *prov, enum ab_family family, char room[AB_REPORT_LEVEL_LEN]);

#endif
