/* The module: where it is, and loading it apart from the process's own configuration. */
#ifndef AB_CLI_CONF_MODULE_H
#define AB_CLI_CONF_MODULE_H

#include <openssl/provider.h>

#include "cli/conf/merge.h"

/*
 * The absolute path of the module: `option` (--module) if not NULL, else the environment's AFTERBURNER_MODULE, else
 * afterburner.so beside this command (a build tree), else ../lib.../ossl-modules seen from it, else where it was to be
 * installed. Prints one line and returns NULL if there is no readable file. Free
 * with free.
 */
char *ab_module_find(const char *option);

/* The same without an option and without saying anything: the module that this command goes with. */
char *ab_module_own(void);

/* A library context of our own with the default provider and the module, loaded with these settings. */
struct ab_module {
    OSSL_LIB_CTX *context;
    OSSL_PROVIDER *provider, *fallback;
};

/* 0, and what OpenSSL gives as the reason in error, if it does not load. */
int ab_module_load(const struct ab_settings *settings, struct ab_module *m, char *error, size_t size);
void ab_module_unload(struct ab_module *m);

/* One of the module's own text parameters, e.g. "afterburner-level"; NULL if it has none. Free with free. */
char *ab_module_text(const struct ab_module *m, const char *key);

/* What `afterburner-report` says of one algorithm: src/provider/report.h. The strings are inside the report. */
struct ab_report_line {
    const char *operation, *names, *state, *level, *reason;
};
/* Takes the next line off *report, which is written to; 0 at the end. */
int ab_report_next(char **report, struct ab_report_line *line);

/* What `afterburner-self-tests` says of one implementation: src/provider/self_tests.h. */
struct ab_self_test {
    const char *family, *implementation, *result;
};
/* The next of *tests, as ab_report_next. */
int ab_self_test_next(char **tests, struct ab_self_test *test);

/* 1 if such names, "NAME:ALIAS", have this one, which is `len` characters long, in any case. */
int ab_report_has(const char *names, const char *name, size_t len);

/* The reason on OpenSSL's error queue that says most, as one line; the queue is emptied. */
void ab_openssl_error(char *error, size_t size);

#endif
