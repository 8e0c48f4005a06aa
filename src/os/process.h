/* Which process this is, and the time of day. */
#ifndef AB_OS_PROCESS_H
#define AB_OS_PROCESS_H

#include <stdint.h>

/* A number that no other process has that now runs; 1 <= number < 2^31. A system call on Linux. */
uint32_t ab_process_id(void);

/* Seconds since 1970, by the clock that can be set. No system call on Linux. */
int64_t ab_seconds(void);

#endif
