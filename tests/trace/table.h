/*
 * What decode.py has found out about the code of the program that is traced: for each address the instruction there,
 * and for processes of an operating system the code that executes it apart from the others (trace_processes.c).
 */
#ifndef AB_TESTS_TRACE_TABLE_H
#define AB_TESTS_TRACE_TABLE_H

#include "operand.h"

/* Use the table that starts here: before trace_find, which this file provides. */
void table_use(const void *start);

/* Returns the code that executes the instruction at this address and jumps to ab_trace_step; NULL: there is none. */
const void *table_code(uint64_t rip);

#endif
