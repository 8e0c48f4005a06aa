/*
 * afterburner doctor PID. The process may belong to an attacker, who chooses its name, environment, files and root
 * directory. So this process only reads /proc. All that is named there is opened by a child that has the rights of the
 * process and no others, sees its root directory, opens nothing but regular files, and has a time limit. What the child
 * prints is filtered.
 */
#define _GNU_SOURCE
#include "cli/doctor/doctor.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/system/child.h"
#include "cli/system/process.h"
#include "cli/text/say.h"

enum { TIME_LIMIT = 10, MAX_OUTPUT = 1 << 20, CANNOT_TAKE_RIGHTS = 3 };

struct patient {
    const struct ab_process *process;
    char as_user[64];
};

/* Runs in the child. arg: struct patient */
static int examine_in_child(void *arg, int out)
{
    const struct patient *patient = arg;
    const struct ab_process *p = patient->process;
    struct ab_doctor d = { .include = { .view = { .root = p->root, .cwd = p->cwd },
                                        .dir = p->is_secure ? NULL : p->conf_include },
                           .kind = p->kind,
                           .is_elsewhere = p->has_own_root,
                           .as_user = patient->as_user };

    if (!ab_take_rights(&p->rights))
        return CANNOT_TAKE_RIGHTS;
    if (dup2(out, STDOUT_FILENO) < 0)
        return AB_EXIT_ERROR;
    ab_doctor_examine(&d, p);
    if (fflush(stdout) != 0)
        return AB_EXIT_ERROR;
    return d.num_findings == 0 ? AB_EXIT_OK : AB_EXIT_FINDINGS;
}

/* Its lines are of ASCII alone: the child quotes names, and what is left of its output is not believed. */
static void print_filtered(const struct ab_text *output)
{
    for (size_t i = 0; i < output->len; i++) {
        char c = output->data[i];

        putchar(c == '\n' || (c >= ' ' && c < 0x7f) ? c : '?');
    }
}

static int examine_process(const struct ab_process *p)
{
    struct patient patient = { .process = p };
    struct ab_text output = { 0 };
    char error[256];
    int status;

    if (p->rights.uid != geteuid())
        snprintf(patient.as_user, sizeof(patient.as_user), "as user %u, ", (unsigned)p->rights.uid);
    status = ab_child_run(examine_in_child, &patient, TIME_LIMIT, MAX_OUTPUT, &output, error, sizeof(error));
    print_filtered(&output);
    ab_text_free(&output);
    if (status == AB_EXIT_OK || status == AB_EXIT_FINDINGS)
        return status;
    if (status < 0)
        ab_say_error("cannot tell: %s", error);
    else
        ab_say_error("cannot tell: the files of process %ld cannot be read with its own rights", (long)p->pid);
    return AB_EXIT_ERROR;
}

int ab_doctor_process(const char *word)
{
    struct ab_process p;
    char error[256];
    pid_t pid = ab_process_number(word);
    int status;

    if (pid == 0) {
        ab_say_error("%s is no process number", word);
        return AB_EXIT_ERROR;
    }
    if (!ab_process_read(pid, &p, error, sizeof(error))) {
        ab_say_error("%s", error);
        return AB_EXIT_ERROR;
    }
    status = examine_process(&p);
    ab_process_free(&p);
    return status;
}
