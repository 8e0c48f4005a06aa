/* The companion of a process, as `afterburner doctor PID` sees it: that it is there, and which OpenSSL it serves. */
#include <stdio.h>
#include <string.h>

#include "cli/companion.h"
#include "cli/doctor/doctor.h"
#include "cli/doctor/findings.h"
#include "cli/text/quote.h"
#include "cli/text/text.h"

/* The library reads the environment that the process was started with, as secure_getenv does. */
static void print_parts(const struct ab_process *p)
{
    if (p->is_secure || p->companion == NULL)
        printf("all parts\n");
    else if (*p->companion == '\0')
        printf("no part: its AFTERBURNER_COMPANION is empty\n");
    else
        printf("AFTERBURNER_COMPANION=%s\n", ab_quoted(p->companion));
}

int ab_doctor_companion(const struct ab_process *p)
{
    char fix[2048];

    for (unsigned i = 0; i < p->num_files; i++) {
        if (!ab_companion_is(p->files[i].path))
            continue;
        printf("companion: %s, ", ab_quoted(p->files[i].path));
        print_parts(p);
        if (p->files[i].is_deleted) {
            ab_restart_fix(p, fix, sizeof(fix));
            ab_note("the companion it has loaded was replaced or removed since; %s", fix);
        }
        return 1;
    }
    return 0;
}

void ab_doctor_companion_serves(const char *path, const struct ab_openssl_inside *inside)
{
    const char *version = inside->version; /* "" if it is unknown */

    if (strncmp(ab_base_name(path), "libcrypto", strlen("libcrypto")) != 0)
        ab_note("the companion does not reach the OpenSSL in %s, which is a part of that file", ab_quoted(path));
    else if (*version != '\0' && strncmp(version, "3.0.", 4) != 0 && strncmp(version, "3.1.", 4) != 0)
        ab_note("the companion stands aside for the OpenSSL in %s: it serves 3.0 and 3.1", ab_quoted(path));
}
