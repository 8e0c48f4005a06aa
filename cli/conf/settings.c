/* The options of exec, config and enable that become settings of the module. */
#include "cli/conf/settings.h"

#include <stdlib.h>

#include "cli/conf/module.h"
#include "cli/system/system.h"

const char ab_setting_usage[] = "  --algorithms LIST  ALL, names, -names: what Afterburner offers\n"
                                "  --cpu LEVEL        at most this level: none, sse41, avx2, avx512; afterburner(1)\n"
                                "  --threads N        threads that may share one long call, 0 (off) to 1024\n"
                                "  --log LEVEL        off, error, info: what the module writes to stderr\n"
                                "  --counters WORD    on, off: count calls and bytes for `afterburner top`\n"
                                "  --random[=WORD]    on, off: serve OpenSSL's random generator, too\n";

void ab_setting_take(struct ab_settings *settings, int option, const char *value)
{
    switch (option) {
    case 'a': settings->algorithms = value; break;
    case 'c': settings->cpu = value; break;
    case 't': settings->threads = value; break;
    case 'l': settings->log = value; break;
    case 'K': settings->counters = value; break;
    case 'R': settings->random = value == NULL ? "on" : value; break;
    default: break;
    }
}

/* The settings may make the module log, and this is only a trial. */
static int load_quietly(const struct ab_settings *settings, char *error, size_t size)
{
    const int hidden = ab_stderr_hide();
    struct ab_module m;
    int ok = ab_module_load(settings, &m, error, size);

    if (ok)
        ab_module_unload(&m);
    ab_stderr_show(hidden);
    return ok;
}

const char *ab_settings_options(int argc, char **argv, struct ab_settings *settings)
{
    static const struct option options[] = {
        AB_SETTING_OPTIONS, { "module", required_argument, NULL, 'm' }, AB_COMMON_OPTIONS, { 0 }
    };
    const char *module = NULL;
    int c;

    while ((c = ab_next_option(argc, argv, options)) != -1) {
        if (c == 'm')
            module = optarg;
        else
            ab_setting_take(settings, c, optarg);
    }
    return module;
}

int ab_settings_check(struct ab_settings *settings, const char *module_option)
{
    static char *path; /* for the life of the process */
    char error[512];

    free(path);
    settings->module = path = ab_module_find(module_option);
    if (path == NULL)
        return 0;
    if (load_quietly(settings, error, sizeof(error)))
        return 1;
    ab_say_error("%s does not load: %s; correct the option, or name another module with --module", path, error);
    return 0;
}
