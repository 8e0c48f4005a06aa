/* Running a program with a private configuration, in a folder of the user's own for temporary files. */
#include "cli/system/exec_run.h"

#include <errno.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "cli/conf/file.h"
#include "cli/text/say.h"

struct private_conf {
    struct ab_text folder, file;
};

static void remove_private(struct private_conf *p)
{
    unlink(p->file.data);
    rmdir(p->folder.data);
    ab_text_free(&p->file);
    ab_text_free(&p->folder);
}

static int write_private(const struct private_conf *p, const struct ab_text *text)
{
    int fd = open(p->file.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600), ok;

    ok = fd >= 0 && ab_write_all(fd, text->data, text->len);
    return fd >= 0 && close(fd) == 0 && ok;
}

static int make_private(const struct ab_text *text, struct private_conf *p)
{
    char base[4 * MAX_PATH];
    const DWORD len = GetTempPathA(sizeof(base), base);
    struct ab_place place;
    char error[512];

    *p = (struct private_conf){ 0 };
    if (len == 0 || len >= sizeof(base) || !ab_place_find(&ab_our_trusted_view, base, &place, error, sizeof(error))) {
        ab_say_error("cannot use %s for temporary files: %s; or set TMP to another directory", base, error);
        return 0;
    }
    ab_text_addf(&p->folder, "%s/afterburner-%lu-%llu", place.path, GetCurrentProcessId(), GetTickCount64());
    ab_text_addf(&p->file, "%s/openssl.cnf", p->folder.data);
    ab_place_free(&place);
    if (mkdir(p->folder.data) == 0 && write_private(p, text))
        return 1;
    ab_say_error("cannot write in %s: %s; set TMP to a directory that can be written and has room", base,
                 strerror(errno));
    remove_private(p);
    return 0;
}

/*
 * An argument as the program's own start reads it from its command line (CommandLineToArgvW): in quotes, with a
 * backslash before each quote, and those backslashes doubled that stand before a quote or at the end.
 */
static char *quote(const char *argument)
{
    struct ab_text t = { 0 };
    size_t slashes = 0;

    if (*argument != '\0' && strpbrk(argument, " \t\n\v\"") == NULL)
        return ab_copy(argument);
    ab_text_add(&t, "\"", 1);
    for (const char *c = argument; *c != '\0'; c++) {
        if (*c == '"')
            for (size_t i = 0; i <= slashes; i++)
                ab_text_add(&t, "\\", 1);
        slashes = *c == '\\' ? slashes + 1 : 0;
        ab_text_add(&t, c, 1);
    }
    for (size_t i = 0; i < slashes; i++)
        ab_text_add(&t, "\\", 1);
    ab_text_add(&t, "\"", 1);
    return t.data;
}

static char **quote_all(char **argv)
{
    char **quoted = NULL;
    size_t num = 0;

    for (; argv[num] != NULL; num++) {
        quoted = ab_grow(quoted, num, sizeof(*quoted));
        quoted[num] = quote(argv[num]);
    }
    return ab_grow(quoted, num, sizeof(*quoted));
}

/* The program gets the console's signals itself; this process ends after it. */
static BOOL WINAPI ignore(DWORD event)
{
    (void)event;
    return TRUE;
}

static int run_program(char **argv)
{
    char **quoted = quote_all(argv);
    intptr_t status;
    int number;

    SetConsoleCtrlHandler(ignore, TRUE);
    status = _spawnvp(_P_WAIT, argv[0], (const char *const *)quoted);
    number = errno;
    for (size_t i = 0; quoted[i] != NULL; i++)
        free(quoted[i]);
    free(quoted);
    if (status != -1)
        return (int)status;
    ab_say_error("cannot run %s: %s", argv[0], strerror(number));
    return number == ENOENT ? AB_EXIT_NOT_FOUND : AB_EXIT_CANNOT_RUN;
}

int ab_exec_run(struct ab_text *text, char **argv)
{
    struct private_conf p;
    int ok = make_private(text, &p), status = AB_EXIT_ERROR;

    ab_text_free(text);
    if (!ok)
        return AB_EXIT_ERROR;
    if (setenv("OPENSSL_CONF", p.file.data, 1) == 0)
        status = run_program(argv);
    else
        ab_say_error("cannot start %s: %s", argv[0], strerror(errno));
    remove_private(&p);
    return status;
}
