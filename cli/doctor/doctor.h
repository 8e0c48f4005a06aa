/* The parts of `afterburner doctor` that examine another process and a TLS server. */
#ifndef AB_CLI_DOCTOR_DOCTOR_H
#define AB_CLI_DOCTOR_DOCTOR_H

#include "cli/system/binary.h"
#include "cli/doctor/findings.h"
#include "cli/system/process.h"

/* Examines the process that has this number. The exit status. */
int ab_doctor_process(const char *pid);

/* The part of it that opens the files of the process, with the rights that this process has now. */
void ab_doctor_examine(struct ab_doctor *d, const struct ab_process *p);

/* Prints which processes go on with a module that was replaced or removed, and how to restart them. */
void ab_doctor_old(void);

/* Is it the module, by its name? */
int ab_is_module(const struct ab_mapped_file *f);

/* Prints the companion that the process has loaded, and the parts that its environment asks for. 0: it has none. */
int ab_doctor_companion(const struct ab_process *p);

/* Notes that a companion does nothing for this OpenSSL of the same process, if so. */
void ab_doctor_companion_serves(const char *path, const struct ab_openssl_inside *inside);

/* How to restart a process: by the systemd unit that it belongs to, if any. */
void ab_restart_fix(const struct ab_process *p, char *fix, size_t size);

/* Examine the TLS server "HOST:PORT". Return the exit status. */
int ab_doctor_tls(const char *target);

#endif
