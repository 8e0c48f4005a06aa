/* Inaccessible pages and faults, by the operating system of a hosted program. */
#ifndef AB_TESTS_GUARD_H
#define AB_TESTS_GUARD_H

#include <stddef.h>
#include <stdint.h>

enum { T_PAGE = 4096 };

/* Map len bytes, a multiple of T_PAGE, with an inaccessible page before and after. Returns NULL without memory. */
uint8_t *t_map_guarded(size_t len);

/* From now on, end the test and print its case when a guard page is touched or an instruction is unknown. */
void t_report_faults(void);

#endif
