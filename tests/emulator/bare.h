/*
 * An image on bare metal: it prints to the first serial port, and its settings are words of the multiboot command line.
 * The last line is "EMULATOR PASS" or "EMULATOR FAIL"; then the machine is switched off. A fault prints the current
 * case and switches the machine off, too.
 */
#ifndef AB_TESTS_EMULATOR_BARE_H
#define AB_TESTS_EMULATOR_BARE_H

#include <stdint.h>

/* Where start.S hands over, in long mode with all vector registers. Each image defines it. */
_Noreturn void ab_bare_main(const uint32_t *multiboot_info);

/* Catch faults, map the regions between guard pages, read the command line and print the processor. */
void ab_bare_start(const uint32_t *multiboot_info);
/* Print the verdict and switch off. */
_Noreturn void ab_bare_finish(int failed);
/* Print why the run fails, and where, and switch off. */
_Noreturn void ab_bare_stop(const char *why);
_Noreturn void ab_bare_power_off(void);
/* Print nothing from here on, but why the run fails. */
void ab_bare_be_quiet(void);

/* Handle an exception; stack: the number of the task state's stack to switch to, or 0. */
void ab_bare_catch(unsigned vector, const void *handler, unsigned stack);

/* Whether the command line has this word; the value of a word NAME=VALUE, or NULL. */
int ab_bare_has_word(const char *word);
const char *ab_bare_setting(const char *name);

#endif
