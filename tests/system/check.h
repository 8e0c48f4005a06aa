/* Checks of the C programs of this folder. */
#ifndef AB_TESTS_SYSTEM_CHECK_H
#define AB_TESTS_SYSTEM_CHECK_H

/* If the condition is false, print where, and exit with status 1. */
#define CHECK(condition) ((condition) ? (void)0 : host_die(__FILE__, __LINE__, #condition))
/* Describes the current check; printed by a CHECK that fails. */
extern char host_note[256];
_Noreturn void host_die(const char *file, int line, const char *what);

#endif
