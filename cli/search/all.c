/* Changing the configurations of all OpenSSLs of a machine. */
#define _GNU_SOURCE
#include "cli/search/all.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/text/quote.h"
#include "cli/text/say.h"

struct work {
    const struct ab_all *all;
    struct ab_survey survey;
    struct ab_edit *edits; /* one for each file that is to change */
    unsigned num_edits, num_left;
};

static int is_on(const struct work *w)
{
    return w->all->plan == ab_edit_plan_on;
}

/* ---- what there is ---- */

static void list(const struct ab_libcrypto *l)
{
    const char *version = *l->inside.version == '\0' ? "of unknown release" : l->inside.version;

    if (l->fault == NULL)
        printf("%s: OpenSSL %s, reads %s\n", ab_quoted(l->path), ab_quoted(version), ab_quoted(l->config));
    else
        printf("%s: OpenSSL %s cannot be served: it %s\n", ab_quoted(l->path), ab_quoted(version), l->fault);
}

/*
 * May its word be taken for where its configuration is? Taking our block out of a file does no harm to anybody, so a
 * library that others can change may lead to that, but not to a new file.
 */
static int is_believed(const struct work *w, const struct ab_libcrypto *l)
{
    return l->fault == NULL && (l->refusal == NULL || !is_on(w));
}

/* Does one of the first num libraries read this file, and is it believed? */
static int is_read(const struct work *w, unsigned num, const char *config)
{
    for (unsigned i = 0; i < num; i++)
        if (is_believed(w, &w->survey.all[i]) && strcmp(w->survey.all[i].config, config) == 0)
            return 1;
    return 0;
}

static void leave_library(struct work *w, const struct ab_libcrypto *l)
{
    ab_say_error("%s: not served: %s", l->path, l->refusal);
    w->num_left++;
}

/* ---- planning ---- */

static int is_there(const char *path)
{
    struct ab_place place;
    char error[512];

    if (!ab_place_find(&ab_our_view, path, &place, error, sizeof(error)))
        return errno != ENOENT && errno != ENOTDIR;
    ab_place_free(&place);
    return 1;
}

static int is_planned(const struct work *w, const char *path)
{
    for (unsigned i = 0; i < w->num_edits; i++)
        if (strcmp(w->edits[i].path, path) == 0)
            return 1;
    return 0;
}

/* A plan that cannot be carried out is not shown. */
static int is_possible(const struct ab_edit *e)
{
    int dir = e->is_new ? e->fresh.above.object : e->file.place.dir;

    return faccessat(dir, ".", W_OK, AT_EACCESS) == 0
           || ab_edit_leave(e, "you may not write in its folder; run this as root");
}

static void keep(struct work *w, const struct ab_edit *e)
{
    w->edits = ab_grow(w->edits, w->num_edits, sizeof(*w->edits));
    w->edits[w->num_edits++] = *e;
}

static void plan(struct work *w, const char *config)
{
    struct ab_edit e = *w->all->like;
    int ok;

    e.config = config;
    ok = w->all->plan(&e) && (!e.is_change || e.is_dry || is_possible(&e));
    w->num_left += !ok;
    if (ok && e.is_change && !is_planned(w, e.path))
        keep(w, &e);
    else
        ab_edit_free(&e);
}

static void plan_all(struct work *w)
{
    for (unsigned i = 0; i < w->survey.num; i++) {
        const struct ab_libcrypto *l = &w->survey.all[i];

        if (l->fault != NULL)
            continue;
        if (!is_believed(w, l)) {
            if (!is_read(w, w->survey.num, l->config))
                leave_library(w, l);
        } else if (!is_read(w, i, l->config) && (is_on(w) || is_there(l->config))) {
            plan(w, l->config);
        }
    }
}

/* ---- showing and making ---- */

static void show(const struct ab_edit *e)
{
    if (e->is_new && e->fresh.num_folders > 0)
        printf("new file %s, with %u new folders above it\n", ab_quoted(e->path), e->fresh.num_folders);
    else if (e->is_new || e->is_removal)
        printf("%s file %s\n", e->is_new ? "new" : "removed", ab_quoted(e->path));
    ab_edit_show(e);
}

static int ask(const struct work *w)
{
    char answer[16] = "";

    printf("Make %s %u change%s? [y/N] ", w->num_edits == 1 ? "this" : "these", w->num_edits,
           w->num_edits == 1 ? "" : "s");
    fflush(stdout);
    if (fgets(answer, sizeof(answer), stdin) == NULL)
        putchar('\n');
    answer[strcspn(answer, "\n")] = '\0';
    return strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0;
}

static int carry_out(struct work *w)
{
    for (unsigned i = 0; i < w->num_edits; i++)
        show(&w->edits[i]);
    if (w->num_edits > 0 && !w->all->like->is_dry) {
        if (!w->all->is_confirmed && !ask(w)) {
            ab_say_error("nothing was written; answer y, or give --yes");
            return AB_EXIT_ERROR;
        }
        for (unsigned i = 0; i < w->num_edits; i++)
            w->num_left += !ab_edit_make(&w->edits[i]);
    }
    return w->num_left == 0 && !w->survey.is_late ? AB_EXIT_OK : AB_EXIT_FINDINGS;
}

int ab_all_change(const struct ab_all *all)
{
    struct work w = { .all = all };
    int status;

    ab_survey_read(&all->search, &w.survey);
    for (unsigned i = 0; i < w.survey.num; i++)
        list(&w.survey.all[i]);
    if (w.survey.num == 0)
        puts("no OpenSSL found");
    if (w.survey.is_late)
        ab_say_error("%s", ab_survey_late);
    plan_all(&w);
    status = carry_out(&w);
    for (unsigned i = 0; i < w.num_edits; i++)
        ab_edit_free(&w.edits[i]);
    free(w.edits);
    ab_survey_free(&w.survey);
    return status;
}
