/* Judging a configuration by its text. */
#include "cli/search/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/system/binary.h"
#include "cli/conf/conf_read.h"
#include "cli/conf/file.h"
#include "cli/system/multiarch.h"
#include "cli/text/quote.h"

static void set(struct ab_state *s, enum ab_on is, const char *reason)
{
    s->is = is;
    snprintf(s->reason, sizeof(s->reason), "%s", reason);
}

/* What is wrong with the module's file, or NULL. One that others can change is not looked into. */
static const char *find_fault(const char *module)
{
    int fd, saved;
    const char *fault;
    char *path;

    if (*module != '/') /* OpenSSL looks for it in its own folder */
        return NULL;
    path = ab_multiarch_expand(&ab_our_view, module, AB_ELF_OURS);
    fd = ab_open_regular(&ab_our_trusted_view, path);
    saved = errno;
    free(path);
    if (fd < 0)
        return saved == EPERM ? NULL : saved == ENOENT ? "is not there" : "cannot be read";
    fault = ab_binary_fault(ab_binary_elf(fd), AB_ELF_OURS);
    close(fd);
    return fault;
}

static void judge(struct ab_state *s, const CONF *conf, const char *app)
{
    struct ab_conf_view view;
    struct ab_conf_provider own, fallback;
    struct ab_properties properties;
    const char *module, *fault;

    ab_conf_view(conf, app, &view);
    ab_properties_read(view.properties, &properties);
    s->is = AB_STATE_OFF;
    if (!ab_conf_provider(conf, &view, "afterburner", &own)) {
        snprintf(s->reason, sizeof(s->reason), "it does not list Afterburner for %s", app);
        return;
    }
    module = own.module == NULL ? own.name : own.module;
    fault = find_fault(module);
    if (!own.active)
        set(s, AB_STATE_OFF, "it does not activate the module");
    else if (fault != NULL)
        snprintf(s->reason, sizeof(s->reason), "the module %s %s", ab_quoted(module), fault);
    else if (!ab_conf_provider(conf, &view, "default", &fallback) || !fallback.active)
        set(s, AB_STATE_OFF, "it does not activate the default provider");
    else if (properties.other_provider || !properties.afterburner)
        set(s, AB_STATE_OFF, "it does not prefer Afterburner");
    else
        s->is = AB_STATE_ON;
}

static void judge_text(struct ab_state *s, const struct ab_text *text, const char *app)
{
    struct ab_include include = ab_our_includes(AB_TRUST_OWNERS);
    struct ab_text whole = { 0 };
    char error[512];
    CONF *conf = ab_conf_read(text, &include, &whole, error, sizeof(error));

    if (conf != NULL)
        judge(s, conf, app);
    else if (errno == EPERM)
        set(s, AB_STATE_UNKNOWN, error);
    else
        snprintf(s->reason, sizeof(s->reason), "OpenSSL cannot parse it: %s", error);
    NCONF_free(conf);
    ab_text_free(&whole);
}

void ab_state_read(const char *config, const char *app, struct ab_state *s)
{
    struct ab_file file;
    char error[512];

    *s = (struct ab_state){ .is = AB_STATE_OFF };
    if (ab_file_read(&ab_our_trusted_view, config, &file, error, sizeof(error))) {
        judge_text(s, &file.text, app);
        ab_file_free(&file);
    } else if (errno == ENOENT) {
        set(s, AB_STATE_OFF, "there is no such file");
    } else {
        set(s, AB_STATE_UNKNOWN, error);
    }
}
