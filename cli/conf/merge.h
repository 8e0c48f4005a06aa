/*
 * The lines that switch Afterburner on. OpenSSL lets a section be opened again and a key be given again (the last value
 * counts), so lines at the end of a file can add to whatever sections it already has; nothing in the middle is touched.
 */
#ifndef AB_CLI_CONF_MERGE_H
#define AB_CLI_CONF_MERGE_H

#include "cli/conf/conf.h"
#include "cli/text/text.h"

enum { AB_NUM_SETTINGS = 7 };

/* Values in the provider's section; NULL: not given. */
struct ab_settings {
    union {
        struct {
            const char *module; /* absolute path, or a name to be found in OpenSSL's module directory */
            const char *algorithms, *cpu, *threads, *log, *counters, *random;
        };
        const char *all[AB_NUM_SETTINGS];
    };
};

/* Their keys, in the order of `all`. */
extern const char *const ab_setting_keys[AB_NUM_SETTINGS];

/*
 * Appends to out the lines that, behind the text that conf was parsed from, make OpenSSL (openssl_conf) and Node.js
 * (nodejs_conf) load Afterburner, keep the default provider active, and prefer Afterburner. Nothing is appended if the
 * text already does all of this. 0, with one line in error and nothing appended, if conf forbids it: FIPS, a preference
 * for another provider, section names that cannot be written again.
 */
int ab_merge(const CONF *conf, const struct ab_settings *settings, struct ab_text *out, char *error, size_t size);

/* Appends text as a value for openssl.cnf, quoted where it must be; 0 if it has control characters. */
int ab_merge_value(struct ab_text *out, const char *text);

/* Copies those of the settings that the provider's section has. The strings are the CONF's. */
void ab_settings_read(const CONF *conf, const char *section, struct ab_settings *settings);

#endif
