/* The checks of `afterburner doctor` that do not depend on where the program runs. */
#define _GNU_SOURCE
#include "cli/doctor/findings.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "afterburner/cpu.h"
#include "cli/system/binary.h"
#include "cli/conf/conf_read.h"
#include "cli/conf/file.h"
#include "cli/conf/groups.h"
#include "cli/system/multiarch.h"
#include "cli/system/system.h"
#include "cli/text/quote.h"

void ab_found(struct ab_doctor *d, const char *fix, const char *format, ...)
{
    va_list args;

    printf("finding: ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("; fix: %s\n", fix);
    d->num_findings++;
}

void ab_note(const char *format, ...)
{
    va_list args;

    printf("note: ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

/* ---- processor and environment ---- */

static int has_aes(const struct ab_cpu *cpu)
{
    return ab_cap_is_present(ab_cap_find("aesni"), cpu);
}

static void check_cap(struct ab_doctor *d, const struct ab_cpu *cpu, const char *name)
{
    const struct ab_cap *cap = ab_cap_find(name);
    struct ab_cpu capped = *cpu;

    if (cap == NULL)
        ab_found(d, "unset it, or name one of " AB_CAP_NAMES,
                 "AFTERBURNER_CPU is no known level, so the module does not load");
    else if (!ab_cap_is_present(cap, cpu))
        ab_found(d, "unset it", "AFTERBURNER_CPU=%s, which this processor lacks, so the module does not load",
                 cap->name);
    else if (ab_cpu_cap(&capped, cap) && !has_aes(&capped))
        ab_found(d, "unset it", "AFTERBURNER_CPU=%s switches Afterburner off", cap->name);
    else if (capped.level < cpu->level || capped.bits != cpu->bits)
        ab_note("AFTERBURNER_CPU=%s caps the level; this processor has %s", cap->name, ab_level_name(cpu->level));
}

void ab_check_processor(struct ab_doctor *d, const char *mask, const char *cap)
{
    struct ab_cpu cpu, whole;

    unsetenv("OPENSSL_ia32cap");
    ab_cpu_detect(&whole);
    if (mask != NULL)
        setenv("OPENSSL_ia32cap", mask, 1);
    ab_cpu_detect(&cpu);
    if (!has_aes(&whole))
        ab_found(d, "none; OpenSSL's own code serves", "this processor has no AES instructions (no-aesni)");
    else if (!has_aes(&cpu))
        ab_found(d, "unset it", "OPENSSL_ia32cap masks the AES instructions");
    else if (cpu.level < whole.level || cpu.bits != whole.bits)
        ab_note("OPENSSL_ia32cap masks instructions: level %s of %s", ab_level_name(cpu.level),
                ab_level_name(whole.level));
    if (cap != NULL)
        check_cap(d, &cpu, cap);
}

void ab_check_kernel_fips(struct ab_doctor *d)
{
    FILE *f = fopen("/proc/sys/crypto/fips_enabled", "re");
    int c = f == NULL ? '0' : fgetc(f);

    if (f != NULL)
        fclose(f);
    if (c == '1')
        ab_found(d, "none while FIPS is demanded: Afterburner is not FIPS validated", "the system runs in FIPS mode");
}

/* ---- the module's file ---- */

static const char install_other[] = "install the module for programs like this one beside it, and run afterburner "
                                    "enable again: it then names both";

static void check_module_file(struct ab_doctor *d, const char *path)
{
    int fd = ab_open_regular(&d->include.view, path);
    const char *fault;
    enum ab_elf elf;

    if (fd >= 0) {
        elf = ab_binary_elf(fd);
        close(fd);
        fault = ab_binary_fault(elf, d->kind);
        if (fault != NULL)
            ab_found(d, elf == AB_ELF_32 || elf == AB_ELF_64 ? install_other : "install it again", "the module %s %s",
                     ab_quoted(path), fault);
    } else if (errno == EINVAL) {
        ab_found(d, "install it again", "the module %s is not a regular file", ab_quoted(path));
    } else if (errno == EACCES) {
        ab_found(d, "chmod a+r it, and a+x the directories above", "the module %s cannot be read", ab_quoted(path));
    } else if (d->is_elsewhere) {
        ab_found(d, "install it in there too", "the module %s is not there in the container or root of the process",
                 ab_quoted(path));
    } else {
        ab_found(d, "install it there, or run afterburner enable again", "the module %s is not there", ab_quoted(path));
    }
}

/* ---- the configuration ---- */

/* A section other than `except` that has this key; NULL if there is none. */
static const char *find_section_with(const CONF *conf, const char *key, const char *value_part, const char *except)
{
    STACK_OF(OPENSSL_CSTRING) *names = NCONF_get_section_names(conf);
    const char *hit = NULL;

    for (int i = 0; hit == NULL && i < sk_OPENSSL_CSTRING_num(names); i++) {
        const char *name = sk_OPENSSL_CSTRING_value(names, i), *value = ab_conf_value(conf, name, key);

        if (value != NULL && strcmp(name, except) != 0 && (value_part == NULL || strstr(value, value_part) != NULL))
            hit = name;
    }
    sk_OPENSSL_CSTRING_free(names);
    return hit;
}

/* Remember which file the program loads. */
static void find_module(struct ab_doctor *d, const struct ab_conf_provider *own)
{
    char *file = ab_multiarch_expand(&d->include.view, own->module == NULL ? own->name : own->module, d->kind);

    snprintf(d->module, sizeof(d->module), "%s", file);
    free(file);
}

static void check_own(struct ab_doctor *d, const CONF *conf, const char *file, const struct ab_conf_provider *own)
{
    if (!ab_conf_has_section(conf, own->section)) {
        ab_found(d, "put the section in", "%s has no section [%s], which is to hold Afterburner's settings", file,
                 ab_quoted(own->section));
        return;
    }
    if (!own->active)
        ab_found(d, "put activate = 1 into it", "%s does not activate Afterburner in [%s]", file,
                 ab_quoted(own->section));
    find_module(d, own);
    if (ab_is_absolute(d->module))
        check_module_file(d, d->module);
    else
        ab_note("%s gives no path of the module; OpenSSL looks for %s in its own module directory", file,
                ab_quoted(d->module));
}

static void check_default(struct ab_doctor *d, const CONF *conf, const char *file, const struct ab_conf_view *view)
{
    struct ab_conf_provider fallback;

    if (!ab_conf_provider(conf, view, "default", &fallback) || !fallback.active)
        ab_found(
            d, "put activate = 1 into its section",
            "%s does not activate the default provider: programs lose all that Afterburner does not serve, and keys "
            "and nonces come from the system alone, not from the generator that OpenSSL is configured with",
            file);
}

static void check_properties(struct ab_doctor *d, const char *file, const struct ab_conf_view *view)
{
    struct ab_properties p;

    ab_properties_read(view->properties, &p);
    if (p.other_provider)
        ab_found(d, "take that clause out", "default_properties in %s prefer or exclude a provider", file);
    else if (!p.afterburner)
        ab_found(d, "put default_properties = ?provider=afterburner into the section that alg_section names",
                 "%s has no default_properties that prefer Afterburner", file);
}

/* Programs that choose groups themselves are not reached by these; doctor --tls asks a server. */
static void note_groups(struct ab_doctor *d, const CONF *conf, const char *file, const char *app)
{
    const char *groups = ab_groups_of(conf, app);

    if (groups == NULL || strcasestr(groups, "MLKEM") == NULL)
        return;
    d->has_hybrids = 1;
    ab_note("%s gives programs that choose no groups of TLS themselves %s", file, ab_quoted(groups));
}

static void check_providers(struct ab_doctor *d, const CONF *conf, const char *file, const struct ab_conf_view *view,
                            const char *app)
{
    struct ab_conf_provider own;
    const char *stray = find_section_with(conf, "module", "afterburner", "");

    if (view->fips)
        ab_found(d, "take the FIPS settings out; Afterburner is not FIPS validated", "%s asks for FIPS", file);
    if (!ab_conf_provider(conf, view, "afterburner", &own)) {
        if (stray != NULL)
            ab_found(d, "list it in the section that `providers` names",
                     "%s has Afterburner's settings in [%s], but nothing that %s leads to lists that section", file,
                     ab_quoted(stray), app);
        else
            ab_found(d, d->enable, "%s does not list Afterburner for %s", file, app);
        return;
    }
    check_own(d, conf, file, &own);
    check_default(d, conf, file, view);
    check_properties(d, file, view);
    note_groups(d, conf, file, app);
}

static void check_conf(struct ab_doctor *d, const CONF *conf, const char *file, const char *app)
{
    struct ab_conf_view view;
    const char *stray = find_section_with(conf, app, NULL, "default");

    ab_conf_view(conf, app, &view);
    if (view.init == NULL && stray != NULL)
        ab_found(d, "move that line above the first [section]",
                 "%s has its %s line in section [%s], where it is not looked for", file, app, ab_quoted(stray));
    else if (view.init == NULL)
        ab_found(d, d->enable, "%s has no %s line, so it loads no provider", file, app);
    else if (!ab_conf_has_section(conf, view.init))
        ab_found(d, "put the section in, or correct the name", "%s: %s names section [%s], which is not there", file,
                 app, ab_quoted(view.init));
    else
        check_providers(d, conf, file, &view, app);
}

/* How to put Afterburner into this configuration. The path is the program's: from here it may lead elsewhere. */
static void set_mend(struct ab_doctor *d, const char *path)
{
    snprintf(d->enable, sizeof(d->enable), "%srun afterburner enable --config %s%s", d->as_user, ab_quoted(path),
             d->is_elsewhere ? " in its container or root" : "");
}

static void check_text(struct ab_doctor *d, const struct ab_text *text, const char *path, const char *app)
{
    struct ab_text whole = { 0 }, shown = { 0 };
    char error[512];
    CONF *conf;

    ab_text_add_quoted(&shown, path, "");
    conf = ab_conf_read(text, &d->include, &whole, error, sizeof(error));
    if (conf == NULL && errno == EPERM)
        ab_found(d, "take that include out, or make it a regular file", "the configuration %s: %s", shown.data, error);
    else if (conf == NULL)
        ab_found(d, "fix that line", "OpenSSL cannot parse %s: %s", shown.data, error);
    else
        check_conf(d, conf, shown.data, app);
    NCONF_free(conf);
    ab_text_free(&whole);
    ab_text_free(&shown);
}

void ab_check_file(struct ab_doctor *d, const char *path, const char *app)
{
    char error[512];
    struct ab_file file;

    set_mend(d, path);
    if (!ab_file_read(&d->include.view, path, &file, error, sizeof(error))) {
        ab_found(d, "make it readable, or point OPENSSL_CONF at another", "the configuration %s: %s", ab_quoted(path),
                 error);
        return;
    }
    check_text(d, &file.text, path, app);
    ab_file_free(&file);
}
