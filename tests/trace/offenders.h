/* Deliberate offenders, each of which a trace must catch, and what must not be caught. */
#ifndef AB_TESTS_TRACE_OFFENDERS_H
#define AB_TESTS_TRACE_OFFENDERS_H

/* Count a failure (CHECK) for each one that is missed, or caught for something else. */
void trace_offend(void);

#endif
