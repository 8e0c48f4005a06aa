/* afterburner status: which provider serves each algorithm on this machine, and why. */
#define _GNU_SOURCE
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "afterburner/cpu.h"
#include "afterburner/cpu_brand.h"
#include "cli/conf/answer.h"
#include "cli/commands.h"
#include "cli/system/multiarch.h"
#include "cli/text/json.h"
#include "cli/conf/live.h"
#include "cli/conf/module.h"
#include "cli/text/say.h"
#include "cli/search/status_all.h"
#include "cli/system/system.h"
#include "cli/conf/tuned.h"

const char ab_status_usage[] =
    "Usage: afterburner status [--json] [OPTION...]\n"
    "Prints which provider serves each algorithm here: Afterburner, with which instructions, or OpenSSL's default\n"
    "provider, and why.\n"
    "\n"
    "  --json             for programs; afterburner(1) describes it\n"
    "  --all              instead: every OpenSSL on this machine, what it reads, and whether Afterburner is on there\n";

enum { JSON_FORMAT = 2 }; /* raised when a member changes its meaning or goes */

/* One row of the table; strings belong to the report or to OpenSSL. */
struct row {
    const char *operation, *name, *provider, *level, *reason;
};

struct status {
    struct ab_cpu cpu;
    struct ab_live live;
    struct ab_module module;
    const char *path, *version;
    char tuned[64]; /* the reason for what afterburner tune took away */
    char *level, *bits, *level_reason, *report, *random, *libcrypto;
    struct row *rows;
    unsigned num_rows, num_served;
};

/* ---- gathering ---- */

static struct row *add_row(struct status *s)
{
    s->rows = ab_grow(s->rows, s->num_rows, sizeof(*s->rows));
    memset(&s->rows[s->num_rows], 0, sizeof(*s->rows));
    return &s->rows[s->num_rows++];
}

#define PREFER_OURS "?provider=afterburner"

/* The provider that a fetch of the name returns if Afterburner is preferred; NULL: none. */
static const char *find_server(const struct status *s, const char *operation, const char *name)
{
    const OSSL_PROVIDER *provider = ab_answer(s->module.context, operation, name, PREFER_OURS);

    return provider == NULL ? NULL : provider == s->module.provider ? "afterburner" : "default";
}

static void add_reported(struct status *s, struct ab_report_line *line)
{
    struct row *row = add_row(s);
    int is_tuned = strcmp(line->state, "off") == 0
                   && ab_tuned_reason(s->live.tuned, line->names, s->tuned, sizeof(s->tuned));

    ((char *)line->names)[strcspn(line->names, ":")] = '\0';
    row->operation = line->operation;
    row->name = line->names;
    row->provider = find_server(s, line->operation, line->names);
    row->reason = is_tuned ? s->tuned : *line->reason == '\0' ? NULL : line->reason;
    if (row->provider != NULL && strcmp(row->provider, "afterburner") == 0) {
        int is_served = strcmp(line->state, "served") == 0; /* else its use fails: no self test passed */

        row->level = is_served ? line->level : NULL;
        s->num_served += is_served ? 1 : 0;
    } else if (row->reason == NULL) {
        row->reason = row->provider == NULL ? "not in this OpenSSL" : "not offered";
    }
}

/* Add the AES names that only the default provider has. Other names that Afterburner does not know are not listed. */
static void add_foreign(EVP_CIPHER *cipher, void *arg)
{
    struct status *s = arg;
    const char *name = EVP_CIPHER_get0_name(cipher);
    struct row *row;

    if (EVP_CIPHER_get0_provider(cipher) == s->module.provider || strncasecmp(name, "AES", 3) != 0)
        return;
    for (unsigned i = 0; i < s->num_rows; i++)
        if (EVP_CIPHER_is_a(cipher, s->rows[i].name))
            return;
    row = add_row(s);
    row->operation = "cipher";
    row->name = name;
    row->provider = "default";
    row->reason = "not offered by Afterburner";
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int order = strcmp(x->operation, y->operation);

    return order != 0 ? order : strverscmp(x->name, y->name);
}

static void gather_rows(struct status *s)
{
    struct ab_report_line line;
    char *rest = s->report;

    while (ab_report_next(&rest, &line))
        add_reported(s, &line);
    EVP_CIPHER_do_all_provided(s->module.context, add_foreign, s);
    if (s->num_rows > 0)
        qsort(s->rows, s->num_rows, sizeof(*s->rows), compare_rows);
}

static const char *find_version(const OSSL_PROVIDER *provider)
{
    char *version = NULL;
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, &version, 0), OSSL_PARAM_END };

    return OSSL_PROVIDER_get_params(provider, params) && version != NULL ? version : "unknown";
}

/* 0, and one line said, if the module does not load or is no Afterburner. */
static int gather(struct status *s)
{
    struct ab_settings settings = s->live.settings;
    char error[512];

    ab_cpu_detect(&s->cpu);
    ab_cpu_read_brand(&s->cpu);
    s->libcrypto = ab_path_of(OpenSSL_version(OPENSSL_VERSION)); /* a text in it */
    settings.module = s->path;
    settings.log = NULL;
    if (!ab_module_load(&settings, &s->module, error, sizeof(error))) {
        ab_say_error("%s does not load: %s; afterburner doctor says more", s->path, error);
        return 0;
    }
    s->level = ab_module_text(&s->module, "afterburner-level");
    s->bits = ab_module_text(&s->module, "afterburner-bits");
    s->level_reason = ab_module_text(&s->module, "afterburner-level-reason");
    s->report = ab_module_text(&s->module, "afterburner-report");
    s->random = ab_module_text(&s->module, "afterburner-random");
    s->version = find_version(s->module.provider);
    if (s->level == NULL || s->bits == NULL || s->level_reason == NULL || s->report == NULL || s->random == NULL) {
        ab_say_error("%s gives no report: is it of another version?", s->path);
        return 0;
    }
    gather_rows(s);
    return 1;
}

static void release(struct status *s)
{
    ab_module_unload(&s->module);
    free(s->level);
    free(s->bits);
    free(s->level_reason);
    free(s->random);
    free(s->report);
    free(s->libcrypto);
    free(s->rows);
}

/* ---- for people ---- */

struct colours {
    const char *good, *dim, *plain;
};

static struct colours pick_colours(void)
{
    static const struct colours some = { "\033[32m", "\033[2m", "\033[0m" }, none = { "", "", "" };
    const char *no = getenv("NO_COLOR");

    return (no == NULL || *no == '\0') && ab_has_colours() ? some : none;
}

static void print_processor(const struct status *s)
{
    const char *brand = s->cpu.brand + strspn(s->cpu.brand, " ");

    printf("processor   %s (family %u, model %u, stepping %u)\n", *brand == '\0' ? s->cpu.vendor : brand,
           (unsigned)s->cpu.family, (unsigned)s->cpu.model, (unsigned)s->cpu.stepping);
    printf("level       %s", s->level);
    if (*s->level_reason != '\0')
        printf(" of %s: %s", ab_level_name(s->cpu.level), s->level_reason);
    printf("\nbits        %s\n", *s->bits == '\0' ? "none" : s->bits);
}

static void print_configured(const struct status *s)
{
    const char *configured = s->live.settings.module;
    char *file = configured == NULL ? NULL : ab_multiarch_expand(&ab_our_view, configured, AB_ELF_OURS);

    if (file != NULL && strcmp(file, s->path) != 0)
        printf("configured module  %s: not the one shown here\n", configured);
    free(file);
}

static void print_live(const struct status *s, const struct colours *c)
{
    const char *file = *s->live.file == '\0' ? "no configuration" : s->live.file;

    if (s->live.on)
        printf("live by default  %syes%s, by %s\n", c->good, c->plain, file);
    else
        printf("live by default  no: %s: %s\n", file, s->live.reason);
    printf("live in Node.js  %s\n", s->live.node ? "yes" : "no");
    print_configured(s);
}

static int name_width(const struct status *s)
{
    size_t width = sizeof("algorithm") - 1;

    for (unsigned i = 0; i < s->num_rows; i++)
        if (strlen(s->rows[i].name) > width)
            width = strlen(s->rows[i].name);
    return (int)width;
}

/* An operation of the report in the words of its users. */
static const char *operation_name(const char *operation)
{
    static const char names[][2][16] = { { "mac", "MAC" },       { "kdf", "KDF" },
                                         { "keymgmt", "key" },   { "exchange", "key exchange" },
                                         { "kem", "KEM" },       { "asym_cipher", "encryption" },
                                         { "rand", "generator" } };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(names[i][0], operation) == 0)
            return names[i][1];
    return operation;
}

/* The reason why the level is capped stands once, above the table. */
static void print_row(const struct status *s, const struct row *row, int width, const struct colours *c)
{
    int is_ours = row->level != NULL;
    const char *served_by = is_ours ? row->level : row->provider == NULL ? "none" : row->provider;
    const char *reason = row->reason == NULL || strcmp(row->reason, s->level_reason) == 0 ? "" : row->reason;

    printf("%s%-*s  %-12s  %-*s%s%s%s\n", is_ours ? "" : c->dim, width, row->name, operation_name(row->operation),
           *reason == '\0' ? 0 : 8, served_by, *reason == '\0' ? "" : "  ", reason, is_ours ? "" : c->plain);
}

static void print_table(const struct status *s, const struct colours *c)
{
    int width = name_width(s);

    printf("\n%-*s  %-12s  %s\n", width, "algorithm", "operation", "Afterburner with, or provider and why");
    for (unsigned i = 0; i < s->num_rows; i++)
        print_row(s, &s->rows[i], width, c);
    printf("\n%u of %u served by Afterburner\n", s->num_served, s->num_rows);
}

static void print_people(const struct status *s)
{
    struct colours c = pick_colours();

    if (!ab_cap_is_present(ab_cap_find("aesni"), &s->cpu)) { /* as `openssl engine` would say it */
        printf("(afterburner) AES kernels %s (no-aesni): no AES instructions, the default provider serves\n",
               AB_VERSION);
        return;
    }
    print_processor(s);
    printf("module      %s (version %s)\n", s->path, s->version);
    printf("libcrypto   %s (%s)\n", OpenSSL_version(OPENSSL_VERSION), s->libcrypto == NULL ? "static" : s->libcrypto);
    printf("random      %s\n", s->random);
    print_live(s, &c);
    print_table(s, &c);
}

/* ---- for programs ---- */

static void json_processor(struct ab_json *j, const struct status *s)
{
    ab_json_open(j, "processor", '{');
    ab_json_text(j, "brand", s->cpu.brand + strspn(s->cpu.brand, " "));
    ab_json_text(j, "vendor", s->cpu.vendor);
    ab_json_number(j, "family", s->cpu.family);
    ab_json_number(j, "model", s->cpu.model);
    ab_json_number(j, "stepping", s->cpu.stepping);
    ab_json_text(j, "level", ab_level_name(s->cpu.level));
    ab_json_open(j, "bits", '[');
    for (uint32_t bits = s->cpu.bits; bits != 0; bits &= bits - 1)
        ab_json_text(j, NULL, ab_bit_name((enum ab_cpu_bit)(bits & -bits)));
    ab_json_close(j, ']');
    ab_json_close(j, '}');
}

/* A list of words with a space between. */
static void json_words(struct ab_json *j, const char *name, char *words)
{
    ab_json_open(j, name, '[');
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        ab_json_text(j, NULL, word);
    ab_json_close(j, ']');
}

static void json_module(struct ab_json *j, const struct status *s)
{
    ab_json_open(j, "module", '{');
    ab_json_text(j, "path", s->path);
    ab_json_text(j, "version", s->version);
    ab_json_text(j, "level", s->level);
    json_words(j, "bits", s->bits);
    ab_json_text(j, "level_reason", *s->level_reason == '\0' ? NULL : s->level_reason);
    ab_json_text(j, "random", s->random);
    ab_json_close(j, '}');
    ab_json_open(j, "libcrypto", '{');
    ab_json_text(j, "version", OpenSSL_version(OPENSSL_VERSION));
    ab_json_text(j, "path", s->libcrypto);
    ab_json_close(j, '}');
}

static void json_live(struct ab_json *j, const struct status *s)
{
    ab_json_open(j, "live", '{');
    ab_json_bool(j, "openssl", s->live.on);
    ab_json_bool(j, "nodejs", s->live.node);
    ab_json_text(j, "config", *s->live.file == '\0' ? NULL : s->live.file);
    ab_json_text(j, "module", s->live.settings.module);
    ab_json_text(j, "reason", s->live.on ? NULL : s->live.reason);
    ab_json_close(j, '}');
}

static void json_rows(struct ab_json *j, const struct status *s)
{
    ab_json_open(j, "algorithms", '[');
    for (unsigned i = 0; i < s->num_rows; i++) {
        const struct row *row = &s->rows[i];

        ab_json_open(j, NULL, '{');
        ab_json_text(j, "operation", row->operation);
        ab_json_text(j, "name", row->name);
        ab_json_text(j, "provider", row->provider);
        ab_json_text(j, "level", row->level);
        ab_json_text(j, "reason", row->reason);
        ab_json_close(j, '}');
    }
    ab_json_close(j, ']');
}

static void print_json(const struct status *s)
{
    struct ab_json j = { 0 };

    ab_json_open(&j, NULL, '{');
    ab_json_number(&j, "format", JSON_FORMAT);
    ab_json_text(&j, "afterburner", AB_VERSION);
    json_processor(&j, s);
    json_module(&j, s);
    json_live(&j, s);
    json_rows(&j, s);
    ab_json_close(&j, '}');
}

/* Prints what the module does here. */
static int print_here(const char *module, int json)
{
    struct status s = { 0 };
    int ok = 0;
    char *path;

    s.path = path = ab_module_find(module);
    if (path != NULL) {
        ab_live_read(&s.live);
        ok = gather(&s);
        if (ok)
            (json ? print_json : print_people)(&s);
        release(&s);
        ab_live_free(&s.live);
    }
    free(path);
    return ok ? AB_EXIT_OK : AB_EXIT_ERROR;
}

int ab_status_main(int argc, char **argv)
{
    static const struct option options[] = { { "json", no_argument, NULL, 'j' },
                                             { "all", no_argument, NULL, 'A' },
                                             { "module", required_argument, NULL, 'm' },
                                             AB_SEARCH_OPTION,
                                             AB_COMMON_OPTIONS,
                                             { 0 } };
    struct ab_search search = { 0 };
    const char *module = NULL;
    int json = 0, all = 0, status;

    for (int c; (c = ab_next_option(argc, argv, options)) != -1;) {
        switch (c) {
        case 'm': module = optarg; break;
        case 'A': all = 1; break;
        case 'b': ab_search_add(&search, optarg); break;
        default: json = 1; break;
        }
    }
    ab_no_more_arguments(argc, argv);
    if (!all && search.num > 0) {
        ab_say_error("--below goes with --all");
        return AB_EXIT_ERROR;
    }
    status = all ? ab_status_all(&search, json) : print_here(module, json);
    ab_search_free(&search);
    return status;
}
