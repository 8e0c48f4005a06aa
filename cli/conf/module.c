/* Finding and loading the module. */
#define _GNU_SOURCE
#include "cli/conf/module.h"

#include <errno.h>
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/system/binary.h"
#include "cli/system/multiarch.h"
#include "cli/system/place.h"
#include "cli/text/say.h"
#include "cli/system/system.h"

#define FILE_NAME "afterburner" AB_MODULE_SUFFIX

static char *say_none(const char *path, const char *origin)
{
    ab_say_error("no module at %s (%s): %s; give its place with --module PATH", path, origin, strerror(errno));
    return NULL;
}

/* The whole path of a file in a directory that can be read, or NULL. */
static char *look_in(const char *dir, const char *name)
{
    char path[PATH_MAX + 64];

    snprintf(path, sizeof(path), "%s/%s", dir, name);
    return ab_real_path(path);
}

static char *look_beside(void)
{
    static const char *const places[] = { FILE_NAME, "../" AB_LIBDIR "/ossl-modules/" FILE_NAME,
                                          "../lib/ossl-modules/" FILE_NAME,
                                          /* from libexec/afterburner/glibc or musl, in the archive for any Linux */
                                          "../../../lib/ossl-modules/" FILE_NAME };
    char *self = ab_own_path(), *found = NULL, *slash = self == NULL ? NULL : strrchr(self, '/');

    if (slash != NULL) {
        *slash = '\0';
        for (unsigned i = 0; found == NULL && i < sizeof(places) / sizeof(places[0]); i++)
            found = look_in(self, places[i]);
    }
    free(self);
    return found;
}

static const char *from_environment(void)
{
    const char *path = secure_getenv("AFTERBURNER_MODULE");

    return path == NULL || *path == '\0' ? NULL : path;
}

/* Where it was configured to be, or where the libcrypto of this process looks for modules, as packages install it. */
static char *look_where_installed(void)
{
    const char *modules = OPENSSL_info(OPENSSL_INFO_MODULES_DIR);
    char *found = ab_real_path(AB_MODULE_PATH);

    return found == NULL && modules != NULL ? look_in(modules, FILE_NAME) : found;
}

char *ab_module_own(void)
{
    const char *environment = from_environment();
    char *found = environment == NULL ? look_beside() : ab_real_path(environment);

    return found == NULL && environment == NULL ? look_where_installed() : found;
}

char *ab_module_find(const char *option)
{
    char *found = option == NULL ? ab_module_own() : ab_real_path(option);

    if (found != NULL)
        return found;
    if (option != NULL)
        return say_none(option, "--module");
    return from_environment() != NULL ? say_none(from_environment(), "AFTERBURNER_MODULE")
                                      : say_none(AB_MODULE_PATH, "where it is installed");
}

/* Data that quotes a line or a setting of a configuration ends there: it may be a password or a PIN. */
static void cut_quotes(char *error)
{
    static const char *const quotes[] = { "value=", "HERE-->" };

    for (unsigned i = 0; i < sizeof(quotes) / sizeof(quotes[0]); i++) {
        char *quote = strstr(error, quotes[i]);

        if (quote != NULL)
            *quote = '\0';
    }
    for (size_t len = strlen(error); len > 0 && strchr(" ,:", error[len - 1]) != NULL; len--)
        error[len - 1] = '\0';
}

/* The first error was raised where it happened, the others by its callers; data says more than a reason alone. */
void ab_openssl_error(char *error, size_t size)
{
    const char *data;
    unsigned long code;
    int flags, is_final = 0;

    snprintf(error, size, "no reason given");
    for (int first = 1; (code = ERR_get_error_all(NULL, NULL, NULL, &data, &flags)) != 0; first = 0) {
        const char *reason = ERR_reason_error_string(code);
        int has_data = (flags & ERR_TXT_STRING) != 0 && *data != '\0';

        if (is_final || (!first && !has_data))
            continue;
        is_final = has_data;
        if (reason == NULL) /* a module that failed has not given the names of its reasons */
            snprintf(error, size, "%s", has_data ? data : "error without a name");
        else
            snprintf(error, size, "%s%s%s", reason, has_data ? ": " : "", has_data ? data : "");
    }
    error[strcspn(error, "\r\n")] = '\0';
    cut_quotes(error);
}

static int write_settings(struct ab_text *text, const struct ab_settings *s)
{
    for (unsigned i = 0; i < AB_NUM_SETTINGS; i++) {
        if (s->all[i] == NULL)
            continue;
        ab_text_addf(text, "%s = ", ab_setting_keys[i]);
        if (!ab_merge_value(text, s->all[i]))
            return 0;
        ab_text_add(text, "\n", 1);
    }
    return 1;
}

/*
 * Names the module without activating it: OSSL_PROVIDER_load then finds path and settings in the library context, and
 * unlike activation by configuration leaves its reason on the error queue. Where its path is forgotten (search_beside)
 * and its file has another name, `activate` is the only way.
 */
static int introduce(OSSL_LIB_CTX *context, const struct ab_settings *s, int activate)
{
    struct ab_text text = { 0 };
    CONF *conf = NCONF_new_ex(context, NULL);
    int ok;

    ab_text_addf(&text, "openssl_conf = i\n[i]\nproviders = p\n[p]\nafterburner = a\n[a]\n%s",
                 activate ? "activate = 1\n" : "");
    ok = write_settings(&text, s) && conf != NULL && ab_conf_load(conf, &text, NULL)
         && CONF_modules_load(conf, NULL, 0) > 0;
    NCONF_free(conf);
    ab_text_free(&text);
    return ok;
}

/* Anything else OpenSSL looks for in its own module directory. */
static int is_path(const char *module)
{
    return module != NULL && ab_is_absolute(module);
}

/* 3.0.13, and maybe others, forgets the path of a provider that is not activated, and searches for its name. */
static int search_beside(OSSL_LIB_CTX *context, const char *module)
{
    const char *slash = is_path(module) ? strrchr(module, '/') : NULL;
    struct ab_text folder = { 0 };
    int ok;

    if (slash == NULL || strcmp(slash + 1, FILE_NAME) != 0)
        return 1;
    ab_text_add(&folder, module, (size_t)(slash - module));
    ok = folder.data != NULL && OSSL_PROVIDER_set_default_search_path(context, folder.data);
    ab_text_free(&folder);
    return ok;
}

/* Activation that failed must not be made good by whatever is found under that name, without the settings. */
static int is_ready(OSSL_LIB_CTX *context, const struct ab_settings *settings, int activate)
{
    if (activate)
        return introduce(context, settings, 1) && OSSL_PROVIDER_available(context, "afterburner");
    return search_beside(context, settings->module) && introduce(context, settings, 0);
}

static int try_load(const struct ab_settings *settings, struct ab_module *m, int activate)
{
    memset(m, 0, sizeof(*m));
    m->context = OSSL_LIB_CTX_new();
    if (m->context != NULL && is_ready(m->context, settings, activate)) {
        m->fallback = OSSL_PROVIDER_load(m->context, "default");
        m->provider = m->fallback == NULL ? NULL : OSSL_PROVIDER_load(m->context, "afterburner");
    }
    if (m->provider == NULL)
        ab_module_unload(m);
    return m->provider != NULL;
}

/* What is wrong with the file, or NULL. */
static const char *find_fault(const char *module)
{
    char *path = ab_multiarch_expand(&ab_our_view, module, AB_ELF_OURS);
    int fd = ab_open_regular(&ab_our_view, path);
    const char *fault = fd >= 0           ? ab_binary_fault(ab_binary_elf(fd), AB_ELF_OURS)
                        : errno == EINVAL ? "is not a regular file"
                                          : "cannot be read";

    free(path);
    if (fd >= 0)
        close(fd);
    return fault;
}

int ab_module_load(const struct ab_settings *settings, struct ab_module *m, char *error, size_t size)
{
    const char *fault = is_path(settings->module) ? find_fault(settings->module) : NULL;

    memset(m, 0, sizeof(*m));
    if (fault != NULL) {
        snprintf(error, size, "it %s", fault);
        return 0;
    }
    ERR_clear_error();
    if (try_load(settings, m, 0))
        return 1;
    if (ERR_peek_error() == 0)
        snprintf(error, size, "a setting has control characters, which a configuration cannot hold");
    else
        ab_openssl_error(error, size);
    return try_load(settings, m, 1);
}

void ab_module_unload(struct ab_module *m)
{
    if (m->provider != NULL)
        OSSL_PROVIDER_unload(m->provider);
    if (m->fallback != NULL)
        OSSL_PROVIDER_unload(m->fallback);
    OSSL_LIB_CTX_free(m->context);
    memset(m, 0, sizeof(*m));
}

char *ab_module_text(const struct ab_module *m, const char *key)
{
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(key, NULL, 0), OSSL_PARAM_END };
    char *text;

    if (!OSSL_PROVIDER_get_params(m->provider, params) || !OSSL_PARAM_modified(params))
        return NULL;
    text = calloc(1, params[0].return_size + 1);
    if (text == NULL)
        ab_out_of_memory();
    params[0].data = text;
    params[0].data_size = params[0].return_size + 1;
    if (!OSSL_PROVIDER_get_params(m->provider, params)) {
        free(text);
        return NULL;
    }
    return text;
}

/* Cuts the next field, up to the separator, off *rest. */
static const char *next_field(char **rest, const char *separator)
{
    char *field = *rest, *end = field == NULL ? NULL : strpbrk(field, separator);

    if (end != NULL)
        *end++ = '\0';
    *rest = end;
    return field == NULL ? "" : field;
}

/* Cuts the next line off *text; NULL at the end. */
static char *next_line(char **text)
{
    return *text == NULL || **text == '\0' ? NULL : (char *)next_field(text, "\n");
}

int ab_report_next(char **report, struct ab_report_line *line)
{
    char *rest = next_line(report);

    if (rest == NULL)
        return 0;
    line->operation = next_field(&rest, "\t");
    line->names = next_field(&rest, "\t");
    line->state = next_field(&rest, "\t");
    line->level = next_field(&rest, "\t");
    line->reason = next_field(&rest, "\t");
    return 1;
}

int ab_self_test_next(char **tests, struct ab_self_test *test)
{
    char *rest = next_line(tests);

    if (rest == NULL)
        return 0;
    test->family = next_field(&rest, "\t");
    test->implementation = next_field(&rest, "\t");
    test->result = next_field(&rest, "\t");
    return 1;
}

int ab_report_has(const char *names, const char *name, size_t len)
{
    for (; names != NULL; names = strchr(names, ':')) {
        names += *names == ':';
        if (strcspn(names, ":") == len && strncasecmp(names, name, len) == 0)
            return 1;
    }
    return 0;
}
