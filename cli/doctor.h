/* The half of `afterburner doctor` that examines another process. */
#ifndef AB_CLI_DOCTOR_H
#define AB_CLI_DOCTOR_H

#include "findings.h"

/* Examines the process that has this number. The exit status. */
int ab_doctor_process(const char *pid);

#endif
