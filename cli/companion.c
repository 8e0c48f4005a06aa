/* The companion: finding it, and the ways to have it in a process. */
#define _GNU_SOURCE
#include "cli/companion.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/text/say.h"
#include "cli/text/text.h"

#define FILE_NAME "libafterburner-companion.so"

int ab_companion_is(const char *path)
{
    return strcmp(ab_base_name(path), FILE_NAME) == 0;
}

char *ab_companion_find(const char *module)
{
    static const char *const places[] = { FILE_NAME, "../afterburner/" FILE_NAME };
    char folder[PATH_MAX], path[PATH_MAX + 64], *found = NULL;

    snprintf(folder, sizeof(folder), "%s", module);
    dirname(folder);
    for (unsigned i = 0; found == NULL && i < sizeof(places) / sizeof(places[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, places[i]);
        found = access(path, R_OK) == 0 ? realpath(path, NULL) : NULL;
    }
    if (found == NULL)
        ab_say_error("no " FILE_NAME " beside %s or in the folder afterburner next to that folder; install it there",
                     module);
    return found;
}

int ab_companion_preload(const char *path)
{
    const char *others = getenv("LD_PRELOAD");
    struct ab_text list = { 0 };
    int ok;

    if (strpbrk(path, ": ") != NULL) {
        ab_say_error("LD_PRELOAD cannot name %s, which has a space or a colon; install it elsewhere", path);
        return 0;
    }
    ab_text_addf(&list, "%s%s%s", path, others != NULL && *others != '\0' ? ":" : "", others != NULL ? others : "");
    ok = setenv("LD_PRELOAD", list.data, 1) == 0;
    if (!ok)
        ab_say_error("cannot set LD_PRELOAD: %m");
    ab_text_free(&list);
    return ok;
}

void ab_companion_print_ways(const char *path)
{
    printf("The companion is used by a process that preloads it. This command changes nothing; choose a way:\n"
           "\n"
           "One run of a program:\n"
           "    afterburner exec --companion PROGRAM\n"
           "\n"
           "A service of systemd: `systemctl edit NAME`, add these lines, then restart it:\n"
           "    [Service]\n"
           "    Environment=LD_PRELOAD=%s\n"
           "\n"
           "A program that users start: a script before it in PATH:\n"
           "    #!/bin/sh\n"
           "    LD_PRELOAD=%s${LD_PRELOAD:+:$LD_PRELOAD} exec /usr/bin/PROGRAM \"$@\"\n"
           "\n"
           "Every program of the machine: this line in /etc/ld.so.preload:\n"
           "    %s\n"
           "It then is in setuid programs and those of root too. If the file is damaged, or is removed while the line\n"
           "stays, every program prints an error at its start; take the line out before you remove the package.\n"
           "\n"
           "afterburner-companion(7) says what the companion does and how to switch off parts of it.\n",
           path, path, path);
}
