/*
 * Two runs of one program, whose secrets differ, in single steps: side 0 goes first and sends what it does, side 1
 * compares. What must not differ: the sequence of instruction addresses; the address of every load, store and prefetch;
 * and the operands of instructions whose time depends on them. The processor itself executes every instruction, so any
 * instruction set that it has is covered. docs/constant-time.md says what this shows and what it does not.
 *
 * The library is built with AB_CT_MARKS. A value that it declares public (AB_PUBLIC) is sent too, and replaces that of
 * side 1: the traces must be equal for any two secrets for which the declared values are equal.
 */
#ifndef AB_TESTS_TRACE_TRACE_H
#define AB_TESTS_TRACE_TRACE_H

#include <stdint.h>

/* The first difference of two traces. */
struct trace_difference {
    uint64_t kind;    /* enum trace_kind; 0: none */
    uint64_t step;    /* number of instructions before it */
    uint64_t from;    /* address of the instruction before it */
    uint64_t at;      /* address of the instruction, on side 0 */
    uint64_t here[2]; /* what each side has: an instruction's address, a memory address or an operand */
};

enum trace_kind { TRACE_EQUAL, TRACE_BRANCH, TRACE_ADDRESS, TRACE_OPERAND, TRACE_PUBLIC, TRACE_UNKNOWN };

/* Start the second side. Returns 0 if that is impossible. May end the program with status 77, skipped. */
int trace_start(void);

/* Returns 1 on the side that prints, and whose checks count. */
int trace_is_reporting(void);

/* Returns the setting of this name (AB_TRACE_ONLY ...), or NULL. */
const char *trace_setting(const char *name);

/* Compare everything from here ... */
void trace_begin(void);
/* ... to here. Returns the difference, at least on the side that reports. */
struct trace_difference trace_end(void);

/* Number of instructions compared since trace_start. */
uint64_t trace_steps(void);

/* All is compared. Only the side that reports returns from it: 1 if the other one has ended well. */
int trace_finish(void);

#endif
