/* Reading an openssl.cnf. */
#include "cli/conf/conf.h"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/text/say.h"
#include "cli/system/system.h"

int ab_conf_load(CONF *conf, const struct ab_text *text, long *line)
{
    BIO *bio = BIO_new_mem_buf(text->len == 0 ? "" : text->data, (int)text->len);
    int ok;

    if (bio == NULL)
        ab_out_of_memory();
    ab_files_forbid(); /* an include that is left in the text opens nothing */
    ok = NCONF_load_bio(conf, bio, line) > 0;
    ab_files_allow();
    BIO_free(bio);
    return ok;
}

int ab_conf_is_text(const struct ab_text *text, char *error, size_t size)
{
    if (text->len <= INT_MAX && (text->len == 0 || memchr(text->data, '\0', text->len) == NULL))
        return 1;
    snprintf(error, size, "not a text file");
    return 0;
}

CONF *ab_conf_parse(const struct ab_text *text, char *error, size_t size)
{
    CONF *conf;
    const char *reason;
    long line = 0;

    if (!ab_conf_is_text(text, error, size))
        return NULL;
    conf = NCONF_new(NULL);
    if (conf == NULL)
        ab_out_of_memory();
    ERR_clear_error();
    if (ab_conf_load(conf, text, &line)) {
        ERR_clear_error(); /* from includes that are not there, which OpenSSL skips too */
        return conf;
    }
    /* The error's data quotes the line, which may hold a password: do not show it. */
    reason = ERR_reason_error_string(ERR_peek_last_error());
    snprintf(error, size, "line %ld: %s", line, reason == NULL ? "not understood" : reason);
    ERR_clear_error();
    NCONF_free(conf);
    return NULL;
}

int ab_conf_has_section(const CONF *conf, const char *section)
{
    return NCONF_get_section(conf, section) != NULL;
}

/* Skip to what follows the last dot: "1.activate" means "activate", so that a file can repeat a key. */
static const char *skip_dot(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot == NULL ? name : dot + 1;
}

/* The name of an entry in the init section is what precedes its last dot. */
static int is_module_named(const char *entry, const char *name)
{
    const char *dot = strrchr(entry, '.');
    size_t len = dot == NULL ? strlen(entry) : (size_t)(dot - entry);

    return strlen(name) == len && strncmp(entry, name, len) == 0;
}

static const char *init_value(const CONF *conf, const char *init, const char *name)
{
    STACK_OF(CONF_VALUE) *list = init == NULL ? NULL : NCONF_get_section(conf, init);
    const char *value = NULL;

    for (int i = 0; i < sk_CONF_VALUE_num(list); i++)
        if (is_module_named(sk_CONF_VALUE_value(list, i)->name, name))
            value = sk_CONF_VALUE_value(list, i)->value;
    return value;
}

const char *ab_conf_value(const CONF *conf, const char *section, const char *key)
{
    STACK_OF(CONF_VALUE) *list = section == NULL ? NULL : NCONF_get_section(conf, section);
    const char *value = NULL;

    for (int i = 0; i < sk_CONF_VALUE_num(list); i++)
        if (strcmp(skip_dot(sk_CONF_VALUE_value(list, i)->name), key) == 0)
            value = sk_CONF_VALUE_value(list, i)->value;
    return value;
}

static int is_true(const char *value)
{
    static const char *const no[] = { "0", "no", "false", "off" };

    for (unsigned i = 0; value != NULL && i < sizeof(no) / sizeof(no[0]); i++)
        if (strcasecmp(value, no[i]) == 0)
            return 0;
    return value != NULL;
}

static void read_provider(const CONF *conf, const CONF_VALUE *entry, struct ab_conf_provider *p)
{
    const char *identity = ab_conf_value(conf, entry->value, "identity");

    p->name = identity == NULL ? skip_dot(entry->name) : identity;
    p->section = entry->value;
    p->module = ab_conf_value(conf, entry->value, "module");
    p->active = is_true(ab_conf_value(conf, entry->value, "activate"));
}

int ab_conf_provider(const CONF *conf, const struct ab_conf_view *view, const char *name, struct ab_conf_provider *p)
{
    STACK_OF(CONF_VALUE) *list = view->providers == NULL ? NULL : NCONF_get_section(conf, view->providers);

    for (int i = 0; i < sk_CONF_VALUE_num(list); i++) {
        struct ab_conf_provider found;

        read_provider(conf, sk_CONF_VALUE_value(list, i), &found);
        if (strcmp(found.name, name) == 0) {
            *p = found;
            return 1;
        }
    }
    return 0;
}

void ab_conf_view(const CONF *conf, const char *app, struct ab_conf_view *view)
{
    struct ab_conf_provider fips;
    struct ab_properties properties;

    memset(view, 0, sizeof(*view));
    view->init = ab_conf_value(conf, "default", app);
    view->providers = init_value(conf, view->init, "providers");
    view->algorithms = init_value(conf, view->init, "alg_section");
    view->properties = ab_conf_value(conf, view->algorithms, "default_properties");
    ab_properties_read(view->properties, &properties);
    view->fips = properties.fips || is_true(ab_conf_value(conf, view->algorithms, "fips_mode"))
                 || (ab_conf_provider(conf, view, "fips", &fips) && fips.active);
}

static int is_word(const char *text, size_t len, const char *word)
{
    return strlen(word) == len && strncasecmp(text, word, len) == 0;
}

/* One clause: [?|-]name[=value], spaces allowed round each part. */
static void read_clause(const char *clause, size_t len, struct ab_properties *p)
{
    const char *end = clause + len, *value;
    char sign;
    size_t name_len;

    clause += strspn(clause, " \t");
    sign = *clause;
    if (sign == '?' || sign == '-')
        clause += 1 + strspn(clause + 1, " \t");
    name_len = strcspn(clause, " \t=!,");
    value = clause + name_len;
    value += strspn(value, " \t=");
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    len = end > value ? (size_t)(end - value) : 0;
    if (is_word(clause, name_len, "provider") && sign != '-' && is_word(value, len, "afterburner"))
        p->afterburner = 1;
    else if (is_word(clause, name_len, "provider"))
        p->other_provider = 1;
    if (is_word(clause, name_len, "fips") && sign != '-' && sign != '?' && (len == 0 || is_word(value, len, "yes")))
        p->fips = 1;
}

void ab_properties_read(const char *query, struct ab_properties *p)
{
    memset(p, 0, sizeof(*p));
    while (query != NULL && *query != '\0') {
        size_t len = strcspn(query, ",");

        read_clause(query, len, p);
        query += len + (query[len] == ',');
    }
}

char *ab_conf_default_file(void)
{
    char *file = CONF_get1_default_config_file();

    if (file == NULL)
        ab_out_of_memory();
    return file;
}

int ab_conf_is_plain_name(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";

    return *name != '\0' && name[strspn(name, plain)] == '\0';
}
