/* Read and rewrite the configuration for `afterburner tune`. */
#include "cli/tune/tune_conf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/conf/module.h"
#include "cli/conf/named.h"
#include "cli/text/quote.h"
#include "cli/text/say.h"
#include "cli/conf/trial.h"
#include "cli/conf/tuned.h"

/* ---- reading ---- */

static int is_known(const struct ab_tune_conf *c, const char *section)
{
    for (size_t i = 0; i < c->num_sections; i++)
        if (strcmp(c->sections[i], section) == 0)
            return 1;
    return 0;
}

static void find_sections(struct ab_tune_conf *c)
{
    static const char *const apps[AB_TUNE_SECTIONS] = { AB_APP_OPENSSL, AB_APP_NODEJS };

    for (size_t i = 0; i < AB_TUNE_SECTIONS; i++) {
        struct ab_conf_view view;
        struct ab_conf_provider own;

        ab_conf_view(c->conf, apps[i], &view);
        if (ab_conf_provider(c->conf, &view, "afterburner", &own) && own.active && !is_known(c, own.section))
            c->sections[c->num_sections++] = own.section;
    }
    if (c->num_sections > 0)
        ab_settings_read(c->conf, c->sections[0], &c->settings);
}

int ab_tune_conf_read(struct ab_tune_conf *c)
{
    struct ab_text whole = { 0 };
    char error[640], *own;
    int ok;

    if (!ab_edit_read(&c->edit))
        return 0;
    ab_tune_block_strip(&c->edit.file.text, &c->untuned);
    c->conf = ab_edit_parse(&c->edit, &c->untuned, &whole);
    ab_text_free(&whole);
    if (c->conf == NULL)
        return 0;
    own = ab_module_own();
    ok = ab_named_check(c->conf, own, &c->has_foreign, error, sizeof(error)) || ab_edit_leave(&c->edit, error);
    free(own);
    find_sections(c);
    return ok;
}

void ab_tune_conf_free(struct ab_tune_conf *c)
{
    NCONF_free(c->conf);
    ab_text_free(&c->untuned);
    ab_edit_free(&c->edit);
}

/* ---- writing ---- */

static int write_section(const struct ab_tune_conf *c, const char *section, const char *words, const char *cpu,
                         struct ab_text *lines)
{
    const char *offered = ab_conf_value(c->conf, section, "algorithms");
    struct ab_text algorithms = { 0 }, tuned = { 0 };
    int ok;

    ab_text_addf(&algorithms, "%s%s", offered == NULL ? "ALL" : offered, words);
    ab_tuned_write(words, &tuned);
    ab_text_addf(lines, "[%s]\nalgorithms = ", section);
    ok = ab_conf_is_plain_name(section) && ab_merge_value(lines, algorithms.data);
    ab_text_addf(lines, "\n%s = ", AB_TUNED_KEY);
    ok = ok && ab_merge_value(lines, tuned.data);
    ab_text_addf(lines, "\n");
    if (cpu != NULL)
        ab_text_addf(lines, "cpu = %s\n", cpu);
    ab_text_free(&algorithms);
    ab_text_free(&tuned);
    return ok || ab_edit_leave(&c->edit, "a section name or a setting of it is one that this command cannot write");
}

/* Work out c->edit.wanted. */
static int plan(struct ab_tune_conf *c, const char *words, const char *cpu)
{
    struct ab_edit *e = &c->edit;
    struct ab_text lines = { 0 };
    int ok = 1, is_block = *words != '\0' || cpu != NULL;

    for (size_t i = 0; i < c->num_sections && is_block && ok; i++)
        ok = write_section(c, c->sections[i], words, cpu, &lines);
    if (ok && lines.len > 0)
        ab_tune_block_append(&c->untuned, &lines, &e->wanted);
    else if (ok)
        ab_text_add(&e->wanted, c->untuned.data, c->untuned.len);
    ab_text_free(&lines);
    e->is_change = ok
                   && (e->wanted.len != e->file.text.len
                       || memcmp(e->wanted.data, e->file.text.data, e->wanted.len) != 0);
    return ok;
}

/* If the module is on, it must be on with what the file is to become. */
static int try_it(const struct ab_tune_conf *c)
{
    struct ab_text whole = { 0 };
    CONF *conf = ab_edit_parse(&c->edit, &c->edit.wanted, &whole);
    struct ab_trial t = { 0 };
    char why[640];

    if (conf != NULL)
        ab_trial_run(&whole, AB_APP_OPENSSL, &t);
    ab_text_free(&whole);
    NCONF_free(conf);
    if (conf == NULL || (t.loads && (t.is_afterburner || c->num_sections == 0)))
        return conf != NULL;
    snprintf(why, sizeof(why), "with the new setting, %s", t.loads ? "OpenSSL does not activate the module" : t.error);
    return ab_edit_leave(&c->edit, why);
}

static int replace(const struct ab_edit *e)
{
    char error[256];

    return ab_file_replace(&e->file, &e->wanted, error, sizeof(error)) || ab_edit_leave(e, error);
}

/* A dry run loads no module that is not OpenSSL's or ours. */
static int apply(struct ab_tune_conf *c, int quiet)
{
    struct ab_edit *e = &c->edit;

    if (e->is_dry && c->has_foreign)
        ab_edit_leave_untried(e);
    else if (!try_it(c))
        return 0;
    if (!e->is_dry)
        return replace(e);
    if (!quiet)
        ab_edit_show(e);
    return 1;
}

static void print_done(const struct ab_edit *e, const char *words, const char *cpu)
{
    const char *names = *words == '\0' ? "all names are Afterburner's again" : "the slower names are left to OpenSSL";
    const char *path = ab_quoted(e->path);

    if (!e->is_change)
        printf("%s: nothing to change\n", path);
    else
        printf("%s: %s%s%s for programs started from now; what it was is in %s%s\n", path, names,
               cpu == NULL ? "" : ", at most at level ", cpu == NULL ? "" : cpu, path, AB_BACKUP_SUFFIX);
}

int ab_tune_conf_write(struct ab_tune_conf *c, const char *words, const char *cpu, int quiet)
{
    int ok = plan(c, words, cpu);

    if (ok && c->edit.is_change)
        ok = apply(c, quiet);
    if (ok && !c->edit.is_dry && !quiet)
        print_done(&c->edit, words, cpu);
    return ok;
}
