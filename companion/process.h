/*
 * A number of this process, not 0, that neither its ancestors nor its children have, without a system call each time.
 * (The process id is no such number: each PID namespace has its own.)
 */
#ifndef AB_COMPANION_PROCESS_H
#define AB_COMPANION_PROCESS_H

int ab_process_number(void);

#endif
