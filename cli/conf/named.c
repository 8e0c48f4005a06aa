/*
 * Finding the modules that a configuration names. Providers and engines have many settings whose values are paths of
 * further modules (dynamic_path, SO_PATH, MODULE_PATH, pkcs11-module-path ...), so every absolute path in a section
 * that is reached counts, whatever its key.
 */
#define _GNU_SOURCE
#include "cli/conf/named.h"

#include <errno.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/system/multiarch.h"
#include "cli/system/place.h"
#include "cli/text/quote.h"
#include "cli/system/system.h"

enum { MAX_DEPTH = 32 };

struct search {
    const CONF *conf;
    const char *vouched;
    int has_foreign;
    const char *sections[MAX_DEPTH]; /* those that lead to where the search is */
    unsigned depth;
    char *error;
    size_t size;
};

static int is_one_of(const char *word, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(word, *list) == 0)
            return 1;
    return 0;
}

/* Entries of the init section that load nothing (config(5)). What ssl_conf leads to is only noted by the library. */
static int loads_nothing(const char *entry)
{
    static const char *const names[] = { "ssl_conf", "oid_section", "stbl_section", "alg_section", "random", NULL };

    return is_one_of(entry, names);
}

static int is_own_provider(const char *name)
{
    static const char *const names[] = { "default", "base", "null", "legacy", "fips", "afterburner", NULL };

    return is_one_of(name, names);
}

/* Keys whose value is a file to be loaded, with a relative path too. */
static int is_module_key(const char *key)
{
    static const char *const ends[] = { "module", "path" };
    size_t len = strlen(key);

    for (unsigned i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
        if (len >= strlen(ends[i]) && strcasecmp(key + len - strlen(ends[i]), ends[i]) == 0)
            return 1;
    return 0;
}

static int refuse(struct search *s, const char *value, const char *why)
{
    snprintf(s->error, s->size, "it names %s: %s", ab_quoted(value), why);
    return 0;
}

/*
 * A file that is not there yet can be put there by those only who may write in the directories above, and these were
 * checked.
 */
static int check_file(struct search *s, const char *path)
{
    struct ab_place place;
    char error[512];

    if (s->vouched != NULL && strcmp(path, s->vouched) == 0)
        return 1;
    s->has_foreign = 1;
    if (!ab_place_find(&ab_our_trusted_view, path, &place, error, sizeof(error)))
        return errno == ENOENT || errno == ENOTDIR || refuse(s, path, error);
    ab_place_free(&place);
    return 1;
}

/* As `vouched` was written, or what the loader makes of it. */
static int check_path(struct search *s, const char *path)
{
    char *file = ab_multiarch_expand(&ab_our_view, path, AB_ELF_OURS);
    int ok = (s->vouched != NULL && strcmp(path, s->vouched) == 0) || check_file(s, file);

    free(file);
    return ok;
}

/* A module without a path is looked for in OpenSSL's module directory. */
static int check_name(struct search *s, const char *name)
{
    const char *dir = secure_getenv("OPENSSL_MODULES");
    struct ab_text path = { 0 };
    int was_foreign = s->has_foreign, ok;

    if (dir == NULL)
        dir = OPENSSL_info(OPENSSL_INFO_MODULES_DIR);
    ab_text_addf(&path, "%s/%s%s", dir == NULL ? "" : dir, name,
                 strstr(name, AB_MODULE_SUFFIX) == NULL ? AB_MODULE_SUFFIX : "");
    ok = check_path(s, path.data);
    ab_text_free(&path);
    s->has_foreign = was_foreign || !is_own_provider(name);
    return ok;
}

static int check_section(struct search *s, const char *section);

static int check_value(struct search *s, const char *key, const char *value)
{
    if (ab_is_absolute(value))
        return check_path(s, value);
    if (is_module_key(key) && strchr(value, '/') != NULL)
        return refuse(s, value, "where that is depends on the current directory; write the whole path");
    if (is_module_key(key))
        return check_name(s, value);
    return !ab_conf_has_section(s->conf, value) || check_section(s, value);
}

/* All settings of a section, and of the sections that they name. */
static int check_section(struct search *s, const char *section)
{
    STACK_OF(CONF_VALUE) *list = NCONF_get_section(s->conf, section);
    int ok = 1;

    for (unsigned i = 0; i < s->depth; i++)
        if (strcmp(s->sections[i], section) == 0)
            return 1;
    if (s->depth == MAX_DEPTH)
        return refuse(s, section, "sections lead to each other more than 32 deep; use fewer");
    s->sections[s->depth++] = section;
    for (int i = 0; ok && i < sk_CONF_VALUE_num(list); i++) {
        const CONF_VALUE *v = sk_CONF_VALUE_value(list, i);

        ok = check_value(s, v->name, v->value);
    }
    s->depth--;
    return ok;
}

/* "name = section" in the section of providers: one with no module setting is found by its name. */
static int check_provider(struct search *s, const CONF_VALUE *entry)
{
    const char *name = ab_conf_value(s->conf, entry->value, "identity"), *dot = strrchr(entry->name, '.');

    if (name == NULL)
        name = dot == NULL ? entry->name : dot + 1;
    if (ab_conf_value(s->conf, entry->value, "module") == NULL && !check_name(s, name))
        return 0;
    return check_section(s, entry->value);
}

static int check_providers(struct search *s, const char *section)
{
    STACK_OF(CONF_VALUE) *list = NCONF_get_section(s->conf, section);
    int ok = 1;

    for (int i = 0; ok && i < sk_CONF_VALUE_num(list); i++)
        ok = check_provider(s, sk_CONF_VALUE_value(list, i));
    return ok;
}

/* An entry of the init section: the providers, engines, or the name of a library that the parser is to load for it. */
static int check_entry(struct search *s, const CONF_VALUE *entry)
{
    const char *dot = strrchr(entry->name, '.');
    struct ab_text name = { 0 };
    int ok = 1;

    ab_text_add(&name, entry->name, dot == NULL ? strlen(entry->name) : (size_t)(dot - entry->name));
    if (strcmp(name.data, "providers") == 0) {
        ok = check_providers(s, entry->value);
    } else if (!loads_nothing(name.data)) {
        s->has_foreign = 1;
        ok = check_value(s, "", entry->value);
    }
    ab_text_free(&name);
    return ok;
}

static int check_app(struct search *s, const char *app)
{
    const char *init = ab_conf_value(s->conf, "default", app);
    STACK_OF(CONF_VALUE) *list = init == NULL ? NULL : NCONF_get_section(s->conf, init);
    int ok = 1;

    for (int i = 0; ok && i < sk_CONF_VALUE_num(list); i++)
        ok = check_entry(s, sk_CONF_VALUE_value(list, i));
    return ok;
}

int ab_named_check(const CONF *conf, const char *vouched, int *has_foreign, char *error, size_t size)
{
    struct search s = { .conf = conf, .vouched = vouched, .error = error, .size = size };
    int ok = check_app(&s, AB_APP_OPENSSL) && check_app(&s, AB_APP_NODEJS);

    *has_foreign = s.has_foreign;
    return ok;
}
