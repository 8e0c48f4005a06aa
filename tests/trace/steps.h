/* The comparison of two traces, step by step. A platform (platform.h) single-steps the program. */
#ifndef AB_TESTS_TRACE_STEPS_H
#define AB_TESTS_TRACE_STEPS_H

#include "operand.h"

/*
 * A debug exception or a breakpoint was raised. INT3 starts a trace and ends it. Changes the trap flag, and RIP where
 * an instruction is to be skipped.
 */
void trace_trap(struct registers *r);

#endif
