/* afterburner: switches the OpenSSL provider module on and off, and inspects it; sums up files. */
#include <errno.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/text/say.h"
#include "cli/conf/settings.h"
#include "cli/system/system.h"

static const char module_usage[] = "  --module PATH      the module, instead of the one found beside this command\n";

static const struct ab_command commands[] = {
    { "status", ab_status_main, ab_status_usage, { ab_search_usage, module_usage } },
    { "exec", ab_exec_main, ab_exec_usage, { ab_setting_usage, module_usage } },
    { "config", ab_config_main, ab_config_usage, { ab_setting_usage, module_usage } },
    { "enable", ab_enable_main, ab_enable_usage, { ab_edit_usage, ab_search_usage, ab_setting_usage, module_usage } },
    { "disable", ab_disable_main, ab_disable_usage, { ab_edit_usage, ab_search_usage } },
    { "doctor", ab_doctor_main, ab_doctor_usage, { NULL } },
    { "estimate", ab_estimate_main, ab_estimate_usage, { module_usage } },
    { "top", ab_top_main, ab_top_usage, { NULL } },
    { "selftest", ab_selftest_main, ab_selftest_usage, { module_usage } },
    { "tune", ab_tune_main, ab_tune_usage, { module_usage } },
    { "container", ab_container_main, ab_container_usage, { NULL } },
    { "sum", ab_sum_main, ab_sum_usage, { NULL } },
};

static const char usage[] = "Usage: afterburner COMMAND [OPTION...]\n"
                            "       afterburner -- PROGRAM [ARGUMENT...]     (exec)\n"
                            "Makes the OpenSSL of this machine faster, without a change to any program.\n"
                            "\n"
                            "  status     what serves each algorithm here, and why\n"
                            "  exec       run one program with Afterburner on\n"
                            "  config     print the lines for openssl.cnf\n"
                            "  enable     put them into openssl.cnf\n"
                            "  disable    take them out again\n"
                            "  doctor     find what keeps Afterburner from being live, here or in a process\n"
                            "  estimate   what a running program would gain\n"
                            "  top        what running programs do with Afterburner, now\n"
                            "  selftest   run every known-answer test at every level\n"
                            "  tune       leave to OpenSSL what is slower on this machine\n"
                            "  container  print what puts Afterburner into containers of an image\n"
                            "  sum        print or check checksums of files, as sha256sum does\n"
                            "\n"
                            "afterburner COMMAND --help says more; so does afterburner(1).\n";

static const struct ab_command *find_command(const char *name)
{
    for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* The others work where there is no OpenSSL. */
static int uses_openssl(const struct ab_command *command)
{
    return command->run != ab_container_main && command->run != ab_sum_main;
}

/* Output that could not be written (a full disk, a closed pipe) is an error too. */
static int finish(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    ab_say_error("cannot write the output: %s", strerror(errno));
    return AB_EXIT_ERROR;
}

static int run(int argc, char **argv)
{
    int is_short; /* "--" for "exec --" */

    if (argc < 2) {
        fputs(usage, stderr);
        return AB_EXIT_ERROR;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        fputs(usage, stdout);
        return AB_EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("afterburner %s\n", AB_VERSION);
        return AB_EXIT_OK;
    }
    is_short = strcmp(argv[1], "--") == 0;
    ab_current = find_command(is_short ? "exec" : argv[1]);
    if (ab_current == NULL) {
        ab_say_error("unknown command %s; see afterburner --help", argv[1]);
        return AB_EXIT_ERROR;
    }
    /* Child processes examine what the process-wide configuration does; this process does not load it. */
    if (uses_openssl(ab_current))
        OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    return ab_current->run(argc - !is_short, argv + !is_short);
}

int main(int argc, char **argv)
{
    ab_system_begin();
    return finish(run(argc, argv));
}
