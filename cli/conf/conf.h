/*
 * What an openssl.cnf means, read with OpenSSL's own parser (config(5)): variables and repeated sections count exactly
 * as they will for the programs that load it. conf_read.h puts what the file includes in its place.
 */
#ifndef AB_CLI_CONF_CONF_H
#define AB_CLI_CONF_CONF_H

#include <openssl/conf.h>
#include <stddef.h>

#include "cli/text/text.h"

/* The names that OpenSSL and Node.js look up in the default section. */
#define AB_APP_OPENSSL "openssl_conf"
#define AB_APP_NODEJS "nodejs_conf"

/* 1 if the text has no zero byte and is not too long for OpenSSL's parser; else 0 and one line in error. */
int ab_conf_is_text(const struct ab_text *text, char *error, size_t size);

/*
 * Parses a text. NULL, and one line in error ("line 7: missing equal sign") that never quotes the file, if that fails.
 * OpenSSL cannot open a file meanwhile: .include lines have no effect.
 */
CONF *ab_conf_parse(const struct ab_text *text, char *error, size_t size);

/* The same into a CONF of the caller's, as NCONF_load_bio; errors stay on OpenSSL's queue. */
int ab_conf_load(CONF *conf, const struct ab_text *text, long *line);

/* What one application name leads to; NULL where the file does not say. Strings are the CONF's. */
struct ab_conf_view {
    const char *init;       /* the section that openssl_conf (or nodejs_conf) names */
    const char *providers;  /* the section that its `providers` names */
    const char *algorithms; /* the section that its `alg_section` names */
    const char *properties; /* default_properties in there */
    int fips;               /* fips_mode, fips=yes, or a FIPS provider is activated */
};
void ab_conf_view(const CONF *conf, const char *app, struct ab_conf_view *view);

struct ab_conf_provider {
    const char *name;    /* `identity`, or the name in the providers section */
    const char *section; /* where its settings stand */
    const char *module;  /* NULL: built in, or found by name */
    int active;
};
/* The provider of this name; 0, and *p untouched, if the providers section does not list it. */
int ab_conf_provider(const CONF *conf, const struct ab_conf_view *view, const char *name, struct ab_conf_provider *p);

/* The value of a key in this very section, without the default section's; NULL if absent. */
const char *ab_conf_value(const CONF *conf, const char *section, const char *key);

int ab_conf_has_section(const CONF *conf, const char *section);

/* What a property query (property(7)) says about us. */
struct ab_properties {
    int afterburner;    /* prefers or demands provider=afterburner */
    int other_provider; /* has another clause on `provider` */
    int fips;           /* demands fips */
};
void ab_properties_read(const char *query, struct ab_properties *p);

/* Where libcrypto looks: OPENSSL_CONF, or the openssl.cnf of its OPENSSLDIR. Free with OPENSSL_free. */
char *ab_conf_default_file(void);

/* 1 if the name can stand for itself in an openssl.cnf. */
int ab_conf_is_plain_name(const char *name);

#endif
