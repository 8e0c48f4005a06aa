/*
 * What `afterburner doctor` looks for, in a program started from here and in a process alike. All names come from files
 * and environments that somebody else may have written, so they are printed as one word of a shell (quote.h).
 */
#ifndef AB_CLI_DOCTOR_FINDINGS_H
#define AB_CLI_DOCTOR_FINDINGS_H

#include <limits.h>

#include "cli/conf/include.h"
#include "cli/system/binary.h"

struct ab_doctor {
    struct ab_include include; /* how files are seen */
    enum ab_elf kind;          /* AB_ELF_32 or AB_ELF_64: what the program can load */
    int is_elsewhere;          /* by a process with a root or mounts of its own */
    const char *as_user;       /* "as user 1000, ": whose configuration it is, if not this user's; else "" */
    unsigned num_findings;
    int has_hybrids;                 /* the configuration sets post-quantum groups */
    char module[PATH_MAX];           /* what the configuration names; "" if nothing */
    char enable[5 * PATH_MAX + 128]; /* the command that fixes the configuration in question */
};

/* Prints one finding: what is wrong, and then what to do. */
void ab_found(struct ab_doctor *d, const char *fix, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Prints what is no finding but worth knowing. */
void ab_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Checks the processor under OPENSSL_ia32cap (mask) and AFTERBURNER_CPU (cap); NULL: not set. Changes the environment.
 */
void ab_check_processor(struct ab_doctor *d, const char *mask, const char *cap);

/* Does the kernel run in FIPS mode? */
void ab_check_kernel_fips(struct ab_doctor *d);

/* Checks the configuration at path. app: what the program looks for in it, AB_APP_OPENSSL or AB_APP_NODEJS. */
void ab_check_file(struct ab_doctor *d, const char *path, const char *app);

#endif
