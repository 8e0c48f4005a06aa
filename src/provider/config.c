/* Read and check the configuration, and choose the level. */
#include "provider/config.h"

#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/policy.h"
#include "os/environment.h"
#include "provider/error.h"

struct settings {
    char *algorithms, *cpu, *threads, *log, *counters, *random; /* memory of the core */
};

static int fetch_settings(const struct ab_provctx *prov, struct settings *s)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_ptr("algorithms", &s->algorithms, 0),
        OSSL_PARAM_utf8_ptr("cpu", &s->cpu, 0),
        OSSL_PARAM_utf8_ptr("threads", &s->threads, 0),
        OSSL_PARAM_utf8_ptr("log", &s->log, 0),
        OSSL_PARAM_utf8_ptr("counters", &s->counters, 0),
        OSSL_PARAM_utf8_ptr("random", &s->random, 0),
        OSSL_PARAM_END,
    };

    memset(s, 0, sizeof(*s));
    return prov->core.get_params == NULL || prov->core.get_params(prov->core.handle, params);
}

/* Lower prov->capped and prov->allowed to what the cap of this name leaves. */
static int apply_cap(struct ab_provctx *prov, const char *name, const char *origin, const char *reason)
{
    const struct ab_cap *cap = ab_cap_find(name);
    uint32_t absent;

    if (cap == NULL) {
        AB_RAISE_DETAIL(prov, AB_R_UNKNOWN_LEVEL, "%s = %s; known: " AB_CAP_NAMES, origin, name);
        return 0;
    }
    if (prov->cpu.level < cap->level) {
        AB_RAISE_DETAIL(prov, AB_R_ABSENT_LEVEL, "%s = %s; this processor offers up to %s", origin, name,
                        ab_level_name(prov->cpu.level));
        return 0;
    }
    absent = cap->requires_bits & ~prov->cpu.bits;
    if (absent != 0) {
        AB_RAISE_DETAIL(prov, AB_R_ABSENT_LEVEL, "%s = %s; this processor has no %s", origin, name,
                        ab_bit_name((enum ab_cpu_bit)(absent & -absent)));
        return 0;
    }
    ab_cpu_cap(&prov->capped, cap);
    if (ab_cpu_cap(&prov->allowed, cap))
        prov->level_reason = reason;
    return 1;
}

static int read_threads(struct ab_provctx *prov, const char *text)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);

    if (*text < '0' || *text > '9' || *end != '\0' || n > 1024) {
        AB_RAISE_DETAIL(prov, AB_R_BAD_CONFIGURATION, "threads = %s; a number from 0 to 1024 is wanted", text);
        return 0;
    }
    prov->threads = (unsigned)n;
    return 1;
}

static int read_log(struct ab_provctx *prov, const char *text)
{
    static const char *const names[] = { [AB_LOG_OFF] = "off", [AB_LOG_ERROR] = "error", [AB_LOG_INFO] = "info" };

    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(text, names[i]) == 0) {
            prov->log = (enum ab_log)i;
            return 1;
        }
    AB_RAISE_DETAIL(prov, AB_R_BAD_CONFIGURATION, "log = %s; known: off, error, info", text);
    return 0;
}

static int read_switch(struct ab_provctx *prov, const char *name, const char *text, bool *is_on)
{
    *is_on = strcmp(text, "on") == 0;
    if (*is_on || strcmp(text, "off") == 0)
        return 1;
    AB_RAISE_DETAIL(prov, AB_R_BAD_CONFIGURATION, "%s = %s; known: off, on", name, text);
    return 0;
}

static int copy_algorithms(struct ab_provctx *prov, const char *text)
{
    prov->algorithms = strdup(text);
    if (prov->algorithms == NULL)
        AB_RAISE_DETAIL(prov, AB_R_OUT_OF_MEMORY, "configuration");
    return prov->algorithms != NULL;
}

int ab_config_read(struct ab_provctx *prov)
{
    struct settings s;
    const char *environment = ab_environment("AFTERBURNER_CPU");

    if (!fetch_settings(prov, &s)) {
        AB_RAISE_DETAIL(prov, AB_R_BAD_CONFIGURATION, "the core gives no parameters");
        return 0;
    }
    prov->capped = prov->allowed = prov->cpu;
    ab_cpu_apply_policy(&prov->allowed, &prov->level_reason);
    return (s.log == NULL || read_log(prov, s.log)) && (s.threads == NULL || read_threads(prov, s.threads))
           && (s.counters == NULL || read_switch(prov, "counters", s.counters, &prov->has_counters))
           && (s.random == NULL || read_switch(prov, "random", s.random, &prov->has_random))
           && (s.algorithms == NULL || copy_algorithms(prov, s.algorithms))
           && (s.cpu == NULL || apply_cap(prov, s.cpu, "cpu", "capped by configuration"))
           && (environment == NULL || apply_cap(prov, environment, "AFTERBURNER_CPU", "capped by AFTERBURNER_CPU"));
}
