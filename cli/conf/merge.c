/* Working out and writing the lines that switch Afterburner on. */
#include "cli/conf/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUR_INIT "afterburner_init"
#define OUR_PROVIDERS "afterburner_providers"
#define OUR_PROVIDER "afterburner_provider"
#define OUR_DEFAULT "afterburner_default"
#define OUR_ALGORITHMS "afterburner_algorithms"
#define OUR_PROPERTY "?provider=afterburner"

enum { MAX_LINES = 40 };

const char *const ab_setting_keys[AB_NUM_SETTINGS] = { "module", "algorithms", "cpu",   "threads",
                                                       "log",    "counters",   "random" };
_Static_assert(sizeof(struct ab_settings) == AB_NUM_SETTINGS * sizeof(char *), "a key for each setting");

/* "[section] key = value", in the order given. */
struct line {
    const char *section, *key;
    char *value;
};

struct plan {
    const CONF *conf;
    const struct ab_settings *settings;
    struct line lines[MAX_LINES];
    unsigned num_lines;
    char *error;
    size_t error_size;
};

static int refuse(struct plan *p, const char *why)
{
    snprintf(p->error, p->error_size, "%s", why);
    return 0;
}

static int is_planned(const struct plan *p, const char *section, const char *key)
{
    for (unsigned i = 0; i < p->num_lines; i++)
        if (strcmp(p->lines[i].section, section) == 0 && strcmp(p->lines[i].key, key) == 0)
            return 1;
    return 0;
}

/* Plans "key = value", unless the file or the plan has it. */
static int put(struct plan *p, const char *section, const char *key, const char *value)
{
    const char *present = ab_conf_value(p->conf, section, key);

    if (is_planned(p, section, key) || (present != NULL && strcmp(present, value) == 0))
        return 1;
    if (!ab_conf_is_plain_name(section) || p->num_lines == MAX_LINES)
        return refuse(p, "it has a section name that this command cannot write; give that section a plain name");
    p->lines[p->num_lines].section = section;
    p->lines[p->num_lines].key = key;
    p->lines[p->num_lines].value = ab_copy(value);
    p->num_lines++;
    return 1;
}

/* The same for all settings. Where one is absent, keep the value that the file has. */
static int put_settings(struct plan *p, const char *section)
{
    for (unsigned i = 0; i < AB_NUM_SETTINGS; i++) {
        const char *value = p->settings->all[i];

        if (value != NULL && !put(p, section, ab_setting_keys[i], value))
            return 0;
    }
    return 1;
}

static int plan_default(struct plan *p, const struct ab_conf_view *view, const char *providers)
{
    struct ab_conf_provider found;

    if (!ab_conf_provider(p->conf, view, "default", &found))
        return put(p, providers, "default", OUR_DEFAULT) && put(p, OUR_DEFAULT, "activate", "1");
    return found.active || put(p, found.section, "activate", "1");
}

static int plan_afterburner(struct plan *p, const struct ab_conf_view *view, const char *providers)
{
    struct ab_conf_provider found = { .section = OUR_PROVIDER };

    if (!ab_conf_provider(p->conf, view, "afterburner", &found) && !put(p, providers, "afterburner", OUR_PROVIDER))
        return 0;
    return put_settings(p, found.section) && (found.active || put(p, found.section, "activate", "1"));
}

static int plan_properties(struct plan *p, const struct ab_conf_view *view, const char *algorithms)
{
    struct ab_properties properties;
    struct ab_text value = { 0 };
    int ok;

    ab_properties_read(view->properties, &properties);
    if (properties.other_provider)
        return refuse(p, "its default_properties prefer or exclude a provider; take that clause out first");
    if (properties.afterburner)
        return 1;
    if (view->properties != NULL && *view->properties != '\0')
        ab_text_addf(&value, "%s,", view->properties);
    ab_text_addf(&value, "%s", OUR_PROPERTY);
    ok = put(p, algorithms, "default_properties", value.data);
    ab_text_free(&value);
    return ok;
}

static int plan_app(struct plan *p, const char *app)
{
    struct ab_conf_view view;
    const char *init, *providers, *algorithms;

    ab_conf_view(p->conf, app, &view);
    if (view.fips)
        return refuse(p, "it asks for FIPS, and Afterburner is not FIPS validated; take the FIPS settings out first");
    init = view.init == NULL ? OUR_INIT : view.init;
    providers = view.providers == NULL ? OUR_PROVIDERS : view.providers;
    algorithms = view.algorithms == NULL ? OUR_ALGORITHMS : view.algorithms;
    return put(p, "default", app, init) && (view.providers != NULL || put(p, init, "providers", providers))
           && (view.algorithms != NULL || put(p, init, "alg_section", algorithms)) && plan_default(p, &view, providers)
           && plan_afterburner(p, &view, providers) && plan_properties(p, &view, algorithms);
}

int ab_merge_value(struct ab_text *out, const char *text)
{
    int quote = *text == '\0' || text[strcspn(text, "#$\\\"'`; \t")] != '\0';

    for (const char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return 0;
    if (quote)
        ab_text_add(out, "\"", 1);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            ab_text_add(out, "\\", 1);
        ab_text_add(out, text, 1);
    }
    if (quote)
        ab_text_add(out, "\"", 1);
    return 1;
}

static int write_section(struct plan *p, const char *section, struct ab_text *out)
{
    ab_text_addf(out, "[%s]\n", section);
    for (unsigned i = 0; i < p->num_lines; i++) {
        if (strcmp(p->lines[i].section, section) != 0)
            continue;
        ab_text_addf(out, "%s = ", p->lines[i].key);
        if (!ab_merge_value(out, p->lines[i].value))
            return refuse(p, "a setting has control characters, which a configuration cannot hold");
        ab_text_add(out, "\n", 1);
    }
    return 1;
}

/* Writes each section once, in the order of first use. */
static int write_plan(struct plan *p, struct ab_text *out)
{
    for (unsigned i = 0; i < p->num_lines; i++) {
        unsigned first = 0;

        while (strcmp(p->lines[first].section, p->lines[i].section) != 0)
            first++;
        if (first == i && !write_section(p, p->lines[i].section, out))
            return 0;
    }
    return 1;
}

int ab_merge(const CONF *conf, const struct ab_settings *settings, struct ab_text *out, char *error, size_t size)
{
    struct plan p = { .conf = conf, .settings = settings, .error = error, .error_size = size };
    struct ab_text lines = { 0 };
    int ok = plan_app(&p, AB_APP_OPENSSL) && plan_app(&p, AB_APP_NODEJS) && write_plan(&p, &lines);

    if (ok)
        ab_text_add(out, lines.len == 0 ? "" : lines.data, lines.len);
    ab_text_free(&lines);
    for (unsigned i = 0; i < p.num_lines; i++)
        free(p.lines[i].value);
    return ok;
}

void ab_settings_read(const CONF *conf, const char *section, struct ab_settings *settings)
{
    for (unsigned i = 0; i < AB_NUM_SETTINGS; i++)
        settings->all[i] = ab_conf_value(conf, section, ab_setting_keys[i]);
}
