/*
 * Writes what a program sees of the parts of libcrypto that the companion stands in for.
 *
 * results make FOLDER          makes the keys that the other calls read: those of the kinds that are used most
 * results make-all FOLDER      those of all kinds
 * results version FOLDER       the release of libcrypto
 * results CHECK FOLDER         formats, contexts, changes, names, fetches, threads, fetch-threads, strangers, engines,
 *                              unseen or ending
 */
#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>

#include "transcript.h"

static void say_version(void)
{
    say("%u.%u\n", OPENSSL_version_major(), OPENSSL_version_minor());
}

static const struct {
    const char *name;
    void (*run)(void);
} checks[] = { { "version", say_version },       { "formats", check_formats },
               { "contexts", check_contexts },   { "changes", check_changes },
               { "names", check_names },         { "threads", check_threads },
               { "fetches", check_fetches },     { "fetch-threads", check_fetch_threads },
               { "strangers", check_strangers }, { "unseen", check_unseen },
               { "engines", check_engines },     { "ending", check_ending } };

int main(int argc, char **argv)
{
    need(argc == 3, "results CHECK FOLDER");
    if (strncmp(argv[1], "make", strlen("make")) == 0) {
        make_files(argv[2], strcmp(argv[1], "make-all") == 0);
        return 0;
    }
    read_files(argv[2]);
    for (unsigned i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
        if (strcmp(argv[1], checks[i].name) != 0)
            continue;
        checks[i].run();
        return fflush(stdout) == 0 ? 0 : 1;
    }
    need(0, argv[1]);
}
