/* The process id, without a system call each time. */
#ifndef AB_COMPANION_PROCESS_H
#define AB_COMPANION_PROCESS_H

int ab_process_id(void);

#endif
