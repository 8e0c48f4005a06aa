/*
 * What each platform provides for a trace: how words go from side 0 to side 1, the decoded instructions, and memory.
 * trace_processes.c has two processes of an operating system, trace_bare.c two passes on bare metal.
 */
#ifndef AB_TESTS_TRACE_PLATFORM_H
#define AB_TESTS_TRACE_PLATFORM_H

#include <stddef.h>

#include "operand.h"
#include "trace.h"

int trace_side(void);
void trace_put(uint64_t word); /* on side 0 */
uint64_t trace_get(void);      /* on side 1 */
/* Returns what the instruction at this address may reveal; NULL: nothing is known of it. */
const struct instruction *trace_find(uint64_t rip);
/* A trace has ended. Hand the difference from side 1 to side 0, where both are there at once. */
void trace_agree(struct trace_difference *difference);
_Noreturn void trace_fail(const char *why);
/* Returns memory for the heap that is zero, and its length, a multiple of 32 times 64 bytes. */
unsigned char *trace_heap_memory(size_t *len);

#endif
