/*
 * afterburner doctor: find what keeps Afterburner from being live, here or in a process; print one line for each
 * finding, with its fix.
 */
#define _GNU_SOURCE
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/doctor/doctor.h"
#include "cli/conf/conf.h"
#include "cli/conf/live.h"
#include "cli/conf/module.h"
#include "cli/text/quote.h"
#include "cli/text/say.h"

const char ab_doctor_usage[] =
    "Usage: afterburner doctor [PID | --tls HOST:PORT]\n"
    "Finds what keeps Afterburner from being live in programs started from here, or in the process PID.\n"
    "One line for each finding, with its fix. Exit status 0: live; 1: findings; 2: cannot tell.\n"
    "Without PID, also: which processes still use a module that was replaced or removed since.\n"
    "\n"
    "  --tls HOST:PORT    instead: is the key exchange that this TLS server negotiates post-quantum?\n";

/* The text of the configuration does not show everything: load what it names, too. */
static void check_module(struct ab_doctor *d, const struct ab_live *live)
{
    struct ab_settings settings = live->settings;
    struct ab_module m;
    char error[512];

    settings.log = NULL;
    if (ab_module_load(&settings, &m, error, sizeof(error)))
        ab_module_unload(&m);
    else
        ab_found(d, "correct what is named; afterburner selftest tries the module alone", "%s does not load: %s",
                 settings.module == NULL ? "the module" : ab_quoted(settings.module), error);
}

static void check_live(struct ab_doctor *d)
{
    struct ab_live live;

    ab_live_read(&live);
    if (live.is_refused)
        ab_found(d, "give it to root, with chmod go-w; until then nothing of it is loaded here", "%s: %s",
                 ab_quoted(live.file), live.reason);
    else if (live.is_named)
        check_module(d, &live);
    if (d->num_findings == 0 && !live.on)
        ab_found(d, d->enable, "%s: %s", ab_quoted(live.file), live.reason);
    if (d->num_findings == 0)
        printf("healthy: Afterburner serves programs started from here (%s, by %s)\n", ab_quoted(d->module),
               ab_quoted(live.file));
    if (d->num_findings == 0 && !live.node)
        ab_note("Node.js is not served: %s has no complete nodejs_conf; afterburner enable puts it in",
                ab_quoted(live.file));
    ab_live_free(&live);
}

static int examine_here(void)
{
    struct ab_doctor d = { .include = ab_our_includes(AB_TRUST_ANYBODY), .kind = AB_ELF_OURS, .as_user = "" };
    char *file = ab_conf_default_file();
    const char *mask = getenv("OPENSSL_ia32cap");
    char *kept = mask == NULL ? NULL : ab_copy(mask);

    ab_check_processor(&d, kept, getenv("AFTERBURNER_CPU"));
    free(kept);
    ab_check_kernel_fips(&d);
    if (*file == '\0')
        ab_found(&d, "unset OPENSSL_CONF", "OPENSSL_CONF is empty, so no configuration is read");
    else
        ab_check_file(&d, file, AB_APP_OPENSSL);
    OPENSSL_free(file);
    check_live(&d);
    ab_doctor_old();
    return d.num_findings == 0 ? AB_EXIT_OK : AB_EXIT_FINDINGS;
}

int ab_doctor_main(int argc, char **argv)
{
    static const struct option options[] = { { "tls", required_argument, NULL, 's' }, AB_COMMON_OPTIONS, { 0 } };
    const char *pid, *server = NULL;

    while (ab_next_option(argc, argv, options) != -1)
        server = optarg;
    pid = optind < argc && server == NULL ? argv[optind++] : NULL;
    ab_no_more_arguments(argc, argv);
    if (server != NULL)
        return ab_doctor_tls(server);
    return pid == NULL ? examine_here() : ab_doctor_process(pid);
}
