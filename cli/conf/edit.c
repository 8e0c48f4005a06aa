/* Reading, showing and replacing the configuration that is changed. */
#include "cli/conf/edit.h"

#include <errno.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/conf/conf_read.h"
#include "cli/text/diff.h"
#include "cli/text/quote.h"
#include "cli/text/say.h"

int ab_edit_leave(const struct ab_edit *e, const char *why)
{
    ab_say_error("%s: left as it is: %s", e->path, why);
    return 0;
}

static int refuse(struct ab_edit *e, const char *error)
{
    if (errno == EPERM)
        return ab_edit_leave(e, error);
    ab_say_error("cannot read %s: %s; name the file with --config FILE", e->path, error);
    return 0;
}

/* Only a file that nobody but root and the caller can change: what it names will run with the caller's rights. */
static int read_file(struct ab_edit *e)
{
    char error[512];

    if (ab_file_read(&ab_our_trusted_view, e->path, &e->file, error, sizeof(error))) {
        free(e->path);
        e->path = ab_copy(e->file.place.path);
        return S_ISREG(e->file.place.stat.st_mode)
               || ab_edit_leave(e, "not a regular file; name one with --config FILE");
    }
    if (errno != ENOENT || !e->may_be_new)
        return refuse(e, error);
    e->is_new = ab_fresh_find(e->path, &e->fresh, error, sizeof(error));
    return e->is_new || ab_edit_leave(e, error);
}

static void find_path(struct ab_edit *e)
{
    char *path = e->config == NULL ? ab_conf_default_file() : NULL;

    e->path = ab_copy(path == NULL ? e->config : path);
    OPENSSL_free(path);
}

int ab_edit_read(struct ab_edit *e)
{
    find_path(e);
    if (!read_file(e))
        return 0;
    e->block = ab_block_strip(&e->file.text, &e->plain);
    e->origin = e->is_new          ? (int)e->fresh.num_folders
                : e->plain.len > 0 ? AB_BLOCK_OLD_FILE
                                   : ab_block_origin(&e->file.text);
    return e->block != AB_BLOCK_BROKEN
           || ab_edit_leave(e, "its afterburner marks do not pair up; put the BEGIN and END lines right, or take them"
                               " out");
}

CONF *ab_edit_parse(const struct ab_edit *e, const struct ab_text *text, struct ab_text *whole)
{
    struct ab_include include = ab_our_includes(AB_TRUST_OWNERS);
    char error[512], why[640];
    CONF *conf = ab_conf_read(text, &include, whole, error, sizeof(error));

    if (conf == NULL && errno == EPERM) {
        ab_edit_leave(e, error);
    } else if (conf == NULL) {
        snprintf(why, sizeof(why), "OpenSSL cannot parse it (%s); fix that first", error);
        ab_edit_leave(e, why);
    }
    return conf;
}

void ab_edit_leave_untried(struct ab_edit *e)
{
    e->is_tried = 0;
    ab_say_error("note: not tried: %s names modules of others, which a dry run does not load", e->path);
}

void ab_edit_show(const struct ab_edit *e)
{
    ab_diff_print(ab_quoted(e->path), &e->file.text, &e->wanted);
}

static int make_file(const struct ab_edit *e, char *error, size_t size)
{
    if (e->is_new)
        return ab_fresh_make(&e->fresh, &e->wanted, error, size);
    if (e->is_removal)
        return ab_file_remove(&e->file, (unsigned)e->origin, error, size);
    return ab_file_replace(&e->file, &e->wanted, error, size);
}

int ab_edit_make(const struct ab_edit *e)
{
    char error[256];

    if (!make_file(e, error, sizeof(error)))
        return ab_edit_leave(e, error);
    if (e->is_new || e->is_removal)
        printf("%s: %s; the file is %s\n", ab_quoted(e->path), e->done, e->is_new ? "new" : "removed");
    else
        printf("%s: %s; what it was is in %s%s\n", ab_quoted(e->path), e->done, ab_quoted(e->path), AB_BACKUP_SUFFIX);
    return 1;
}

void ab_edit_free(struct ab_edit *e)
{
    ab_file_free(&e->file);
    ab_fresh_free(&e->fresh);
    ab_text_free(&e->plain);
    ab_text_free(&e->wanted);
    free(e->path);
}
