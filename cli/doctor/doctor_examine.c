/* What `afterburner doctor` finds in a process, of which all that is public has been read (process.h). */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/system/binary.h"
#include "cli/conf/conf.h"
#include "cli/doctor/doctor.h"
#include "cli/text/quote.h"
#include "cli/doctor/servers.h"
#include "cli/system/system.h"
#include "cli/text/text.h"

int ab_is_module(const struct ab_mapped_file *f)
{
    return strcmp(ab_base_name(f->path), "afterburner" AB_MODULE_SUFFIX) == 0;
}

/* Other libraries that do TLS, by the name of the file. No OpenSSL provider can reach them. */
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

static void check_openssl(struct ab_doctor *d, const char *path, const struct ab_openssl_inside *inside)
{
    int major = atoi(inside->version);

    printf("openssl: %s, %s\n", *inside->version == '\0' ? "of unknown version" : ab_quoted(inside->version),
           ab_quoted(path));
    if (*inside->version != '\0' && major < 3)
        ab_found(d, "none but a newer OpenSSL", "OpenSSL %s in %s is older than 3.0 and has no providers",
                 ab_quoted(inside->version), ab_quoted(path));
    else if (!inside->can_load)
        ab_found(d, "none but another build of the program",
                 "the OpenSSL in %s was built without the means to load modules (static without dso)", ab_quoted(path));
}

/* 0 if it is no regular file that can be read, or has no OpenSSL inside. */
static int read_openssl(const struct ab_doctor *d, const char *path, struct ab_openssl_inside *inside)
{
    int fd = ab_open_regular(&d->include.view, path), ok;

    if (fd < 0)
        return 0;
    ok = ab_binary_openssl(fd, inside) && *inside->openssldir != '\0';
    close(fd);
    return ok;
}

/* Look for OpenSSL in every mapped file. `first` is the first one: its directory has the configuration. */
static int check_mapped(struct ab_doctor *d, const struct ab_process *p, struct ab_openssl_inside *first)
{
    struct ab_openssl_inside inside;
    unsigned num_openssl = 0;
    int has_companion = ab_doctor_companion(p);

    for (unsigned i = 0; i < p->num_files; i++) {
        if (!read_openssl(d, p->files[i].path, &inside))
            continue;
        if (num_openssl++ == 0)
            *first = inside;
        else if (strcmp(first->openssldir, inside.openssldir) != 0 && (p->conf == NULL || p->is_secure))
            ab_note("%s reads openssl.cnf in %s instead", ab_quoted(p->files[i].path), ab_quoted(inside.openssldir));
        check_openssl(d, p->files[i].path, &inside);
        if (has_companion)
            ab_doctor_companion_serves(p->files[i].path, &inside);
    }
    return num_openssl > 0;
}

static void say_no_openssl(struct ab_doctor *d, const struct ab_process *p)
{
    for (unsigned i = 0; i < p->num_files; i++) {
        const char *name = foreign_library(ab_base_name(p->files[i].path));

        if (name != NULL) {
            ab_found(d, "none; it does not use OpenSSL", "no OpenSSL in %s, but %s", ab_quoted(p->exe), name);
            return;
        }
    }
    ab_found(d, "none, unless it loads OpenSSL later", "no OpenSSL in %s", ab_quoted(p->exe));
}

static int is_node(const struct ab_doctor *d, const struct ab_process *p)
{
    int fd = ab_open_regular(&d->include.view, p->exe);
    int is_node = fd >= 0 && ab_binary_contains(fd, "nodejs_conf");

    if (fd >= 0)
        close(fd);
    for (unsigned i = 0; i < p->num_files && !is_node; i++)
        is_node = strncmp(ab_base_name(p->files[i].path), "libnode.so", 10) == 0;
    return is_node;
}

/* The configuration that its libcrypto looks for. */
static void find_conf(const struct ab_process *p, const char *openssldir, char *file, size_t size)
{
    if (p->conf == NULL || p->is_secure)
        snprintf(file, size, "%s/openssl.cnf", openssldir);
    else if (ab_is_absolute(p->conf) || *p->conf == '\0')
        snprintf(file, size, "%s", p->conf);
    else
        snprintf(file, size, "%s/%s", p->cwd, p->conf);
}

static int check_module_mapped(struct ab_doctor *d, const struct ab_process *p)
{
    char fix[2048];

    for (unsigned i = 0; i < p->num_files; i++) {
        if (!ab_is_module(&p->files[i]))
            continue;
        printf("module: %s\n", ab_quoted(p->files[i].path));
        if (p->files[i].is_deleted) {
            ab_restart_fix(p, fix, sizeof(fix));
            ab_found(d, fix, "the module it has loaded was replaced or removed since");
        }
        return 1;
    }
    return 0;
}

static int is_there(const struct ab_doctor *d, const char *path)
{
    struct ab_place place;
    char error[512];

    if (!ab_place_find(&d->include.view, path, &place, error, sizeof(error)))
        return 0;
    ab_place_free(&place);
    return 1;
}

static void check_process_conf(struct ab_doctor *d, const struct ab_process *p, const char *openssldir, int is_mapped)
{
    char file[2 * PATH_MAX];
    const char *app = is_node(d, p) && !p->is_shared_config ? AB_APP_NODEJS : AB_APP_OPENSSL;

    find_conf(p, openssldir, file, sizeof(file));
    if (p->is_secure && p->conf != NULL)
        ab_found(d, "put Afterburner into the system's configuration with afterburner enable",
                 "the process is set-user-id or has raised capabilities: OPENSSL_CONF is ignored");
    if (*file == '\0') {
        ab_found(d, "start it without OPENSSL_CONF", "its OPENSSL_CONF is empty, so no configuration is read");
        return;
    }
    if (is_mapped && !is_there(d, file))
        ab_note("its configuration %s is gone; what it loaded from it stays", ab_quoted(file));
    else
        ab_check_file(d, file, app);
    if (d->num_findings == 0 && !is_mapped)
        ab_found(
            d, "restart it, and let it use OpenSSL once",
            "%s is right, but the process has not loaded the module: it read an earlier configuration, or none yet",
            ab_quoted(file));
}

static int has_hybrids(const struct ab_openssl_inside *inside)
{
    unsigned major = 0, minor = 0;

    return sscanf(inside->version, "%u.%u", &major, &minor) == 2 && (major > 3 || (major == 3 && minor >= 5));
}

/* Name the settings of a TLS server that keep it from the hybrids that are configured, or (from 3.5 on) the default. */
static void note_server(const struct ab_doctor *d, const struct ab_process *p, const struct ab_openssl_inside *inside)
{
    int is_default = has_hybrids(inside);

    if (d->has_hybrids || is_default)
        ab_note_server(p->exe, is_default);
}

/* Does the file have the name of a function that gives a key a method of its own? */
static int can_set_methods(const struct ab_doctor *d, const char *path)
{
    static const char *const functions[] = { "RSA_set_method", "EC_KEY_set_method", "DSA_set_method", "DH_set_method" };
    int fd = ab_open_regular(&d->include.view, path), found = 0;

    for (unsigned i = 0; fd >= 0 && !found && i < sizeof(functions) / sizeof(functions[0]); i++)
        found = ab_binary_contains(fd, functions[i]);
    if (fd >= 0)
        close(fd);
    return found;
}

/*
 * From 4.0 on, keys with a method of their own reach the module as numbers (docs/decisions/0034). Whether a process has
 * such keys does not show from outside; that it has code which makes them does. An OpenSSL itself always has it.
 */
static void note_methods(const struct ab_doctor *d, const struct ab_process *p, const struct ab_openssl_inside *first)
{
    struct ab_openssl_inside inside;

    for (unsigned i = 0; atoi(first->version) >= 4 && i < p->num_files; i++)
        if (can_set_methods(d, p->files[i].path) && !read_openssl(d, p->files[i].path, &inside))
            ab_note(
                "%s can give keys a method of their own, as for hardware keys; with OpenSSL 4.0 and later the module "
                "does not call it; if this process has such keys, give the module algorithms = ALL, -RSA, -EC, "
                "-ECDSA, -ECDH, -DSA, -DH, -DHX",
                ab_quoted(p->files[i].path));
}

void ab_doctor_examine(struct ab_doctor *d, const struct ab_process *p)
{
    struct ab_openssl_inside inside = { 0 };
    int is_mapped;

    printf("process: %ld, %s%s%s\n", (long)p->pid, ab_quoted(p->exe),
           p->kind == AB_ELF_OURS ? ""
           : p->kind == AB_ELF_32 ? ", of 32 bits"
                                  : ", of 64 bits",
           p->has_own_root ? ", in a root or container of its own" : "");
    is_mapped = check_module_mapped(d, p);
    if (!check_mapped(d, p, &inside)) {
        say_no_openssl(d, p);
        return;
    }
    ab_check_processor(d, p->is_secure ? NULL : p->ia32cap, p->is_secure ? NULL : p->cpu);
    ab_check_kernel_fips(d);
    check_process_conf(d, p, inside.openssldir, is_mapped);
    note_server(d, p, &inside);
    note_methods(d, p, &inside);
    if (d->num_findings == 0)
        printf("healthy: the process has Afterburner loaded and prefers it\n");
}
