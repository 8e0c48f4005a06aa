/*
 * A change of one openssl.cnf: put our marked block at its end, or take it out. Everything is worked out and tried in
 * memory, then shown or made; the file is replaced last, or not at all. Trying a file loads the modules that it names,
 * so nothing is tried that somebody other than root and the caller can change.
 */
#ifndef AB_CLI_CONF_EDIT_H
#define AB_CLI_CONF_EDIT_H

#include "cli/conf/block.h"
#include "cli/conf/conf.h"
#include "cli/conf/file.h"
#include "cli/conf/fresh.h"
#include "cli/conf/groups.h"
#include "cli/conf/merge.h"

struct ab_edit {
    /* wanted by the caller */
    const char *config; /* the file; NULL: the one that OpenSSL reads here */
    int may_be_new;     /* make the file if there is none */
    int is_dry;         /* nothing will be written: load no module that is not OpenSSL's or ours */
    enum ab_groups groups;
    struct ab_settings settings;
    /* the plan */
    char *path; /* of the file, without symbolic links */
    int is_new; /* there is no such file: `fresh` says where it goes, and `file` is empty */
    struct ab_fresh fresh;
    struct ab_file file;
    int origin;                /* of the block: block.h */
    enum ab_block block;       /* what the file has */
    struct ab_text plain;      /* the file without our block */
    struct ab_text wanted;     /* what it is to become */
    int is_change, is_removal; /* is_removal: the file was made for our block, and goes with it */
    int is_tried;              /* the modules that it names may be loaded to try it */
    const char *done;          /* what to say when it is made */
};

/*
 * Plan to switch the module on or off in e->config. 0, with one line said that names the fix, if the file stays as it
 * is. Otherwise e->is_change; if there is nothing to do, one line says so unless e->is_dry.
 */
typedef int ab_edit_plan_fn(struct ab_edit *e);
ab_edit_plan_fn ab_edit_plan_on, ab_edit_plan_off;

/* Prints the change as a diff. */
void ab_edit_show(const struct ab_edit *e);

/* Makes it, as planned or not at all, and prints one line. 0, with one line said, if the file stays as it is. */
int ab_edit_make(const struct ab_edit *e);

void ab_edit_free(struct ab_edit *e);

/* ---- shared by the two plans ---- */

/* Says why the file stays as it is; returns 0. */
int ab_edit_leave(const struct ab_edit *e, const char *why);

/* Reads the file, and the same without our block. 0 and one line said if that fails or others can change it. */
int ab_edit_read(struct ab_edit *e);

/*
 * Parses one of the texts; the same with its includes in place is appended to whole. NULL and one line said if OpenSSL
 * cannot parse it.
 */
CONF *ab_edit_parse(const struct ab_edit *e, const struct ab_text *text, struct ab_text *whole);

/* Notes that a dry run does not try this file, since it names modules of others; clears e->is_tried. */
void ab_edit_leave_untried(struct ab_edit *e);

#endif
