/* The configuration that `afterburner tune` refines: read as `enable` reads it, and replaced whole or not at all. */
#ifndef AB_CLI_TUNE_TUNE_CONF_H
#define AB_CLI_TUNE_TUNE_CONF_H

#include "cli/conf/edit.h"

enum { AB_TUNE_SECTIONS = 2 }; /* those that OpenSSL and Node.js read may differ */

/* Starts as { 0 }. Strings are conf's. */
struct ab_tune_conf {
    struct ab_edit edit;
    struct ab_text untuned; /* the file without tune's block */
    CONF *conf;             /* of that */
    const char *sections[AB_TUNE_SECTIONS];
    size_t num_sections;         /* 0: Afterburner is not on */
    struct ab_settings settings; /* of the first section */
    int has_foreign;             /* the file names modules of others */
};

/*
 * Read c->edit.config, or the file that OpenSSL reads here if that is NULL. 0, and one line said, if it cannot be read
 * or parsed, or if somebody other than root and the caller can change it or what it names.
 */
int ab_tune_conf_read(struct ab_tune_conf *c);
void ab_tune_conf_free(struct ab_tune_conf *c);

/*
 * Make tune's block take away the words (", -NAME, -NAME") and set cpu (NULL: not), in place of what it did before; ""
 * and NULL take the block out. If c->edit.is_dry, print a diff only. quiet: print nothing. c->edit.is_change: the file
 * differs, or would. 0, and one line said, if that fails.
 */
int ab_tune_conf_write(struct ab_tune_conf *c, const char *words, const char *cpu, int quiet);

#endif
