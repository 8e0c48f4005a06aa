/* afterburner doctor: what keeps Afterburner from being live, here or in a process; a line a finding with its mend. */
#define _GNU_SOURCE
#include <openssl/crypto.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "afterburner/cpu.h"
#include "binary.h"
#include "commands.h"
#include "file.h"
#include "live.h"
#include "module.h"
#include "process.h"
#include "say.h"

const char ab_doctor_usage[] =
    "Usage: afterburner doctor [PID]\n"
    "Finds what keeps Afterburner from being live in programs started from here, or in the process PID.\n"
    "One line a finding, with its mend. Exit status 0: live; 1: findings; 2: cannot tell.\n"
    "\n";

struct doctor {
    unsigned num_findings;
    const char *prefix;         /* of the root that paths are seen from */
    char module[PATH_MAX];      /* of the configuration; "" if it names none */
    char enable[PATH_MAX + 64]; /* the command that mends the configuration in question */
};

/* Says one finding: what is wrong, and behind it what to do. */
static void found(struct doctor *d, const char *mend, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void found(struct doctor *d, const char *mend, const char *format, ...)
{
    va_list args;

    printf("finding: ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("; mend: %s\n", mend);
    d->num_findings++;
}

static void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void note(const char *format, ...)
{
    va_list args;

    printf("note: ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

/* ---- processor and environment ---- */

static void check_cap(struct doctor *d, const struct ab_cpu *cpu, const char *name)
{
    enum ab_level level;

    if (!ab_level_parse(name, &level))
        found(d, "unset it, or name one of none, aesni, avx2, vaes256, vaes512",
              "AFTERBURNER_CPU is no known level, so the module does not load");
    else if (level > cpu->level)
        found(d, "unset it", "AFTERBURNER_CPU=%s, which this processor lacks, so the module does not load", name);
    else if (level < AB_LEVEL_AESNI)
        found(d, "unset it", "AFTERBURNER_CPU=%s switches Afterburner off", name);
    else if (level < cpu->level)
        note("AFTERBURNER_CPU=%s caps the level; this processor has %s", name, ab_level_name(cpu->level));
}

static void check_processor(struct doctor *d, const char *mask, const char *cap)
{
    struct ab_cpu cpu, whole;

    unsetenv("OPENSSL_ia32cap");
    ab_cpu_detect(&whole);
    if (mask != NULL)
        setenv("OPENSSL_ia32cap", mask, 1);
    ab_cpu_detect(&cpu);
    if (whole.level < AB_LEVEL_AESNI)
        found(d, "none; OpenSSL's own code serves", "this processor has no AES instructions (no-aesni)");
    else if (cpu.level < AB_LEVEL_AESNI)
        found(d, "unset it", "OPENSSL_ia32cap masks the AES instructions");
    else if (cpu.level < whole.level)
        note("OPENSSL_ia32cap masks instructions: level %s of %s", ab_level_name(cpu.level),
             ab_level_name(whole.level));
    if (cap != NULL)
        check_cap(d, &cpu, cap);
}

static void check_kernel_fips(struct doctor *d)
{
    FILE *f = fopen("/proc/sys/crypto/fips_enabled", "re");
    int c = f == NULL ? '0' : fgetc(f);

    if (f != NULL)
        fclose(f);
    if (c == '1')
        found(d, "none while FIPS is demanded: Afterburner is not FIPS validated", "the system runs in FIPS mode");
}

/* ---- the module's file ---- */

static void check_module_file(struct doctor *d, const char *path)
{
    char seen[PATH_MAX + 64];
    enum ab_elf elf;

    snprintf(seen, sizeof(seen), "%s%s", d->prefix, path);
    elf = ab_binary_elf(seen);
    if (access(seen, F_OK) != 0 && *d->prefix == '\0')
        found(d, "install it there, or run afterburner enable again", "the module %s is not there", path);
    else if (access(seen, F_OK) != 0)
        found(d, "install it in there too", "the module %s is not there in the container or root of the process", path);
    else if (elf == AB_ELF_UNREADABLE)
        found(d, "chmod a+r it, and a+x the directories above", "the module %s cannot be read", path);
    else if (elf != AB_ELF_OURS)
        found(d, "install it again", "the module %s %s", path, ab_binary_fault(elf));
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

static void check_own(struct doctor *d, const CONF *conf, const char *file, const struct ab_conf_provider *own)
{
    if (!ab_conf_has_section(conf, own->section)) {
        found(d, "put the section in", "%s has no section [%s], which is to hold Afterburner's settings", file,
              own->section);
        return;
    }
    if (!own->active)
        found(d, "put activate = 1 into it", "%s does not activate Afterburner in [%s]", file, own->section);
    snprintf(d->module, sizeof(d->module), "%s", own->module == NULL ? own->name : own->module);
    if (*d->module == '/')
        check_module_file(d, d->module);
    else
        note("%s gives no path of the module; OpenSSL looks for %s in its own module directory", file, d->module);
}

static void check_default(struct doctor *d, const CONF *conf, const char *file, const struct ab_conf_view *view)
{
    struct ab_conf_provider fallback;

    if (!ab_conf_provider(conf, view, "default", &fallback) || !fallback.active)
        found(d, "put activate = 1 into its section",
              "%s does not activate the default provider: programs lose all that Afterburner does not serve", file);
}

static void check_properties(struct doctor *d, const char *file, const struct ab_conf_view *view)
{
    struct ab_properties p;

    ab_properties_read(view->properties, &p);
    if (p.other_provider)
        found(d, "take that clause out", "default_properties in %s prefer or exclude a provider", file);
    else if (!p.afterburner)
        found(d, "put default_properties = ?provider=afterburner into the section that alg_section names",
              "%s has no default_properties that prefer Afterburner", file);
}

static void check_providers(struct doctor *d, const CONF *conf, const char *file, const struct ab_conf_view *view,
                            const char *app)
{
    struct ab_conf_provider own;
    const char *stray = find_section_with(conf, "module", "afterburner", "");

    if (view->fips)
        found(d, "take the FIPS settings out; Afterburner is not FIPS validated", "%s asks for FIPS", file);
    if (!ab_conf_provider(conf, view, "afterburner", &own)) {
        if (stray != NULL)
            found(d, "list it in the section that `providers` names",
                  "%s has Afterburner's settings in [%s], but nothing that %s leads to lists that section", file, stray,
                  app);
        else
            found(d, d->enable, "%s does not list Afterburner for %s", file, app);
        return;
    }
    check_own(d, conf, file, &own);
    check_default(d, conf, file, view);
    check_properties(d, file, view);
}

static void check_conf(struct doctor *d, const CONF *conf, const char *file, const char *app)
{
    struct ab_conf_view view;
    const char *stray = find_section_with(conf, app, NULL, "default");

    ab_conf_view(conf, app, &view);
    if (view.init == NULL && stray != NULL)
        found(d, "move that line above the first [section]",
              "%s has its %s line in section [%s], where it is not looked for", file, app, stray);
    else if (view.init == NULL)
        found(d, d->enable, "%s has no %s line, so it loads no provider", file, app);
    else if (!ab_conf_has_section(conf, view.init))
        found(d, "put the section in, or correct the name", "%s: %s names section [%s], which is not there", file, app,
              view.init);
    else
        check_providers(d, conf, file, &view, app);
}

/* path as the program sees it; app: what it looks for in there. */
static void check_file(struct doctor *d, const char *path, const char *app)
{
    char seen[PATH_MAX + 64], error[256];
    struct ab_file file;
    CONF *conf;

    snprintf(d->enable, sizeof(d->enable), "run afterburner enable --config %s%s", d->prefix, path);
    snprintf(seen, sizeof(seen), "%s%s", d->prefix, path);
    if (!ab_file_read(seen, &file, error, sizeof(error))) {
        found(d, "make it readable, or point OPENSSL_CONF at another", "the configuration %s: %s", path, error);
        return;
    }
    conf = ab_conf_parse(file.text.data, file.text.len, error, sizeof(error));
    if (conf == NULL)
        found(d, "mend that line", "OpenSSL cannot parse %s: %s", path, error);
    else
        check_conf(d, conf, path, app);
    NCONF_free(conf);
    ab_file_free(&file);
}

static int finish(const struct doctor *d)
{
    return d->num_findings == 0 ? AB_EXIT_OK : AB_EXIT_FINDINGS;
}

/* ---- programs started from here ---- */

/* What the text of the configuration does not show: loading it. */
static void check_live(struct doctor *d)
{
    struct ab_settings settings;
    struct ab_live live;
    struct ab_module m;
    char error[512];

    ab_live_read(&live);
    settings = live.settings;
    settings.log = NULL;
    if (live.is_named && !ab_module_load(&settings, &m, error, sizeof(error)))
        found(d, "correct what is named; afterburner selftest tries the module alone", "%s does not load: %s",
              settings.module == NULL ? "the module" : settings.module, error);
    else if (live.is_named)
        ab_module_unload(&m);
    if (d->num_findings == 0 && !live.on)
        found(d, d->enable, "%s: %s", live.file, live.reason);
    if (d->num_findings == 0)
        printf("healthy: programs started from here are served by Afterburner (%s, by %s)\n", d->module, live.file);
    if (d->num_findings == 0 && !live.node)
        note("Node.js is not: %s has no complete nodejs_conf; afterburner enable puts it in", live.file);
    ab_live_free(&live);
}

static int examine_here(void)
{
    struct doctor d = { .prefix = "" };
    char *file = ab_conf_default_file();
    const char *mask = getenv("OPENSSL_ia32cap");
    char *kept = mask == NULL ? NULL : strdup(mask);

    check_processor(&d, kept, getenv("AFTERBURNER_CPU"));
    free(kept);
    check_kernel_fips(&d);
    if (*file == '\0')
        found(&d, "unset OPENSSL_CONF", "OPENSSL_CONF is empty, so no configuration is read");
    else
        check_file(&d, file, AB_APP_OPENSSL);
    OPENSSL_free(file);
    check_live(&d);
    return finish(&d);
}

/* ---- another process ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

static int is_module(const struct ab_mapped_file *f)
{
    return strcmp(base_name(f->path), "afterburner.so") == 0;
}

/* Of files whose name tells: other libraries that do TLS, and that no OpenSSL provider can reach. */
static const char *foreign_library(const char *name)
{
    static const char *const known[][2] = {
        { "libgnutls.so", "GnuTLS" },   { "libnss3.so", "NSS" },         { "libmbedcrypto.so", "mbed TLS" },
        { "libwolfssl.so", "wolfSSL" }, { "libboringssl", "BoringSSL" }, { "libgcrypt.so", "libgcrypt" },
    };

    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (strncmp(name, known[i][0], strlen(known[i][0])) == 0)
            return known[i][1];
    return NULL;
}

static void check_openssl(struct doctor *d, const char *path, const struct ab_openssl_inside *inside)
{
    int major = atoi(inside->version);

    printf("openssl: %s, %s\n", *inside->version == '\0' ? "of unknown version" : inside->version, path);
    if (*inside->version != '\0' && major < 3)
        found(d, "none but a newer OpenSSL", "OpenSSL %s in %s is older than 3.0 and has no providers", inside->version,
              path);
    else if (!inside->can_load)
        found(d, "none but another build of the program",
              "the OpenSSL in %s was built without the means to load modules (static without dso)", path);
}

/* Looks for OpenSSL in every mapped file; the first one's directory is where the configuration is looked for. */
static int check_mapped(struct doctor *d, const struct ab_process *p, char *openssldir, size_t size)
{
    struct ab_openssl_inside inside;
    unsigned num_openssl = 0;

    for (unsigned i = 0; i < p->num_files; i++) {
        char seen[PATH_MAX + 64];

        snprintf(seen, sizeof(seen), "%s%s", p->prefix, p->files[i].path);
        if (!ab_binary_openssl(seen, &inside) || *inside.openssldir == '\0')
            continue;
        if (num_openssl++ == 0)
            snprintf(openssldir, size, "%s", inside.openssldir);
        else if (strcmp(openssldir, inside.openssldir) != 0 && (p->conf == NULL || p->is_secure))
            note("%s reads %s/openssl.cnf instead", p->files[i].path, inside.openssldir);
        check_openssl(d, p->files[i].path, &inside);
    }
    return num_openssl > 0;
}

static void say_no_openssl(struct doctor *d, const struct ab_process *p)
{
    for (unsigned i = 0; i < p->num_files; i++) {
        const char *name = foreign_library(base_name(p->files[i].path));

        if (name != NULL) {
            found(d, "none; it does not use OpenSSL", "no OpenSSL in %s, but %s", p->exe, name);
            return;
        }
    }
    found(d, "none, unless it loads OpenSSL later", "no OpenSSL in %s", p->exe);
}

static int is_node(const struct ab_process *p)
{
    char seen[PATH_MAX + 64];

    snprintf(seen, sizeof(seen), "%s%s", p->prefix, p->exe);
    if (ab_binary_contains(seen, "nodejs_conf"))
        return 1;
    for (unsigned i = 0; i < p->num_files; i++)
        if (strncmp(base_name(p->files[i].path), "libnode.so", 10) == 0)
            return 1;
    return 0;
}

/* The configuration that its libcrypto looks for. */
static void find_conf(const struct ab_process *p, const char *openssldir, char *file, size_t size)
{
    char cwd[64], dir[PATH_MAX];
    ssize_t len;

    if (p->conf == NULL || p->is_secure) {
        snprintf(file, size, "%s/openssl.cnf", openssldir);
        return;
    }
    if (*p->conf == '/' || *p->conf == '\0') {
        snprintf(file, size, "%s", p->conf);
        return;
    }
    snprintf(cwd, sizeof(cwd), "/proc/%ld/cwd", (long)p->pid);
    len = readlink(cwd, dir, sizeof(dir) - 1);
    snprintf(file, size, "%.*s/%s", (int)(len < 0 ? 0 : len), dir, p->conf);
}

static int check_module_mapped(struct doctor *d, const struct ab_process *p)
{
    for (unsigned i = 0; i < p->num_files; i++) {
        if (!is_module(&p->files[i]))
            continue;
        printf("module: %s\n", p->files[i].path);
        if (p->files[i].is_deleted)
            found(d, "restart the process", "the module it has loaded was replaced or removed since");
        return 1;
    }
    return 0;
}

static void check_process_conf(struct doctor *d, const struct ab_process *p, const char *openssldir, int is_mapped)
{
    char file[PATH_MAX], seen[PATH_MAX + 64];
    const char *app = is_node(p) && !p->is_shared_config ? AB_APP_NODEJS : AB_APP_OPENSSL;

    find_conf(p, openssldir, file, sizeof(file));
    if (p->is_secure && p->conf != NULL)
        found(d, "put Afterburner into the system's configuration with afterburner enable",
              "the process is set-user-id or has raised capabilities: OPENSSL_CONF is ignored");
    if (*file == '\0') {
        found(d, "start it without OPENSSL_CONF", "its OPENSSL_CONF is empty, so no configuration is read");
        return;
    }
    snprintf(seen, sizeof(seen), "%s%s", p->prefix, file);
    if (is_mapped && access(seen, F_OK) != 0)
        note("its configuration %s is gone; what it loaded from it stays", file);
    else
        check_file(d, file, app);
    if (d->num_findings == 0 && !is_mapped)
        found(d, "restart it, and let it use OpenSSL once",
              "%s is right, but the process has not loaded the module: it read an earlier configuration, or none yet",
              file);
}

static void examine(struct doctor *d, const struct ab_process *p)
{
    char openssldir[256] = "";
    int is_mapped;

    printf("process: %ld, %s%s\n", (long)p->pid, p->exe,
           *p->prefix == '\0' ? "" : ", in a root or container of its own");
    is_mapped = check_module_mapped(d, p);
    if (!check_mapped(d, p, openssldir, sizeof(openssldir))) {
        say_no_openssl(d, p);
        return;
    }
    check_processor(d, p->is_secure ? NULL : p->ia32cap, p->is_secure ? NULL : p->cpu);
    check_kernel_fips(d);
    check_process_conf(d, p, openssldir, is_mapped);
    if (d->num_findings == 0)
        printf("healthy: the process has Afterburner loaded and prefers it\n");
}

static int examine_process(const char *word)
{
    struct ab_process p;
    struct doctor d = { 0 };
    char *end, error[256];
    long pid = strtol(word, &end, 10);

    if (*word == '\0' || *end != '\0' || pid <= 0 || pid > INT_MAX) {
        ab_say_error("%s is no process number", word);
        return AB_EXIT_ERROR;
    }
    if (!ab_process_read((pid_t)pid, &p, error, sizeof(error))) {
        ab_say_error("%s", error);
        return AB_EXIT_ERROR;
    }
    d.prefix = p.prefix;
    examine(&d, &p);
    ab_process_free(&p);
    return finish(&d);
}

int ab_doctor_main(int argc, char **argv)
{
    static const struct option options[] = { AB_COMMON_OPTIONS, { 0 } };
    const char *pid;

    while (ab_next_option(argc, argv, options) != -1)
        continue;
    pid = optind < argc ? argv[optind++] : NULL;
    ab_no_more_arguments(argc, argv);
    return pid == NULL ? examine_here() : examine_process(pid);
}
