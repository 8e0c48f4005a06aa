/* The comparison of two traces, step by step. A platform (platform.h) steps through the program. */
#ifndef AB_TESTS_TRACE_STEPS_H
#define AB_TESTS_TRACE_STEPS_H

#include "operand.h"

/*
 * RIP is at the next instruction, or behind an INT3, which starts a trace and ends it. Changes the trap flag, which
 * says whether to go on in steps, and RIP where an instruction is to be skipped.
 */
void trace_trap(struct registers *r);

#endif
