/* Learning from children of our own. */
#define _GNU_SOURCE
#include "cli/estimate/learn.h"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/system/child.h"
#include "cli/conf/module.h"
#include "cli/estimate/sampler.h"

enum { TIME_LIMIT_MS = 20000, GAIN_LIMIT = 60, WARM_TURNS = 20, TURNS = 8 };

int ab_own_crypto_open(struct ab_own_crypto *own)
{
    int fd, ok;

    memset(own, 0, sizeof(*own));
    if (!ab_regions_read(getpid(), &own->regions))
        return 0;
    own->region = ab_regions_named(&own->regions, "libcrypto.so");
    fd = own->region == NULL ? -1 : open(own->region->path, O_RDONLY | O_CLOEXEC);
    ok = fd >= 0 && ab_functions_read(fd, AB_FUNCTIONS_OF_UNWINDING, &own->functions);
    if (fd >= 0)
        close(fd);
    if (!ok)
        ab_own_crypto_close(own);
    return ok;
}

void ab_own_crypto_close(struct ab_own_crypto *own)
{
    ab_regions_free(&own->regions);
    ab_functions_free(&own->functions);
    memset(own, 0, sizeof(*own));
}

/* ---- profiles ---- */

/* Runs in the child, until it is killed: when its parent has seen enough, or when its parent dies. */
static void work_until_killed(const struct ab_workload *workload, pid_t parent, int ready)
{
    OSSL_LIB_CTX *context;
    struct ab_work *work;

    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(1);
    context = OSSL_LIB_CTX_new();
    work = context == NULL ? NULL : ab_work_new(workload, context);
    if (work == NULL || !ab_work_run(work, WARM_TURNS) || write(ready, "", 1) != 1)
        _exit(1);
    while (ab_work_run(work, TURNS))
        continue;
    _exit(1);
}

static int is_ready(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    char byte;

    return poll(&p, 1, TIME_LIMIT_MS) == 1 && read(fd, &byte, 1) == 1;
}

static pid_t start_work(const struct ab_workload *workload)
{
    int ends[2], ok;
    pid_t pid, parent = getpid();

    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    fflush(NULL);
    pid = fork();
    if (pid == 0)
        work_until_killed(workload, parent, ends[1]);
    close(ends[1]);
    ok = pid > 0 && is_ready(ends[0]);
    close(ends[0]);
    if (pid > 0 && !ok) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        return -1;
    }
    return pid;
}

static void count_functions(const struct ab_sampler *s, const struct ab_own_crypto *own, uint32_t *functions)
{
    for (size_t i = 0; i < s->num_samples; i++) {
        const struct ab_region *r = ab_regions_find(&s->processes[0].regions, s->samples[i].address);
        long function = -1;

        if (r != NULL && ab_region_is_same_file(r, own->region))
            function = ab_functions_find(&own->functions, s->samples[i].address - r->start + r->offset);
        if (function >= 0)
            functions[function]++;
    }
}

uint64_t ab_learn_profile(const struct ab_workload *workload, const struct ab_own_crypto *own, double seconds,
                          uint32_t *functions)
{
    struct ab_sampler s = { .is_own = 1 };
    pid_t pid = start_work(workload);
    uint64_t num = 0;

    if (pid < 0)
        return 0;
    if (ab_sampler_add(&s, pid)) {
        ab_sampler_run(&s, seconds, NULL, NULL, NULL);
        count_functions(&s, own, functions);
        num = s.num_samples;
    }
    ab_sampler_free(&s);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return num;
}

/* ---- gains ---- */

struct comparison {
    const struct ab_workload *workload;
    const char *module;
    double seconds;
};

static int compare(const struct comparison *c, OSSL_LIB_CTX *with, struct ab_gain *gain)
{
    OSSL_LIB_CTX *without = OSSL_LIB_CTX_new();
    struct ab_work *first = without == NULL ? NULL : ab_work_new(c->workload, without);
    struct ab_work *second = ab_work_new(c->workload, with);
    int ok = first != NULL && second != NULL;

    *gain = (struct ab_gain){ ok && ab_work_is_served(second), { 1, 1, 1 } };
    if (ok && gain->is_served)
        ok = ab_ratio_measure(ab_work_run, first, second, c->seconds, &gain->ratio);
    ab_work_free(first);
    ab_work_free(second);
    OSSL_LIB_CTX_free(without);
    return ok;
}

/* Runs in the child. arg: struct comparison */
static int measure(void *arg, int out)
{
    const struct comparison *c = arg;
    struct ab_settings settings = { .module = (char *)c->module };
    struct ab_module module;
    struct ab_gain gain;
    char error[512];
    int ok;

    if (!ab_module_load(&settings, &module, error, sizeof(error)))
        return dprintf(out, "%s", error) < 0 ? 2 : 1;
    ok = EVP_set_default_properties(module.context, "?provider=afterburner") && compare(c, module.context, &gain);
    if (!ok)
        return dprintf(out, "%s fails", c->workload->algorithm) < 0 ? 2 : 1;
    return dprintf(out, "%d %.6f %.6f %.6f", gain.is_served, gain.ratio.value, gain.ratio.low, gain.ratio.high) < 0;
}

int ab_learn_gain(const struct ab_workload *workload, const char *module, double seconds, struct ab_gain *gain,
                  char *error, size_t size)
{
    struct comparison c = { workload, module, seconds };
    struct ab_text text = { 0 };
    int status = ab_child_run(measure, &c, GAIN_LIMIT, 1024, &text, error, size);
    int ok = status == 0 && text.data != NULL
             && sscanf(text.data, "%d %lf %lf %lf", &gain->is_served, &gain->ratio.value, &gain->ratio.low,
                       &gain->ratio.high)
                    == 4;

    if (!ok && status >= 0)
        snprintf(error, size, "%s", text.data == NULL ? "no answer" : text.data);
    ab_text_free(&text);
    return ok;
}
