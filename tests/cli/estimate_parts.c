/*
 * The parts of `afterburner estimate` alone: both ways of sampling find where a child spends its time and leave it as
 * it was, a mixture is taken apart, and no ELF file, however broken, does harm.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/estimate/functions.h"
#include "cli/estimate/mixture.h"
#include "cli/estimate/sampler.h"
#include "cli/estimate/symbol_names.h"

enum { SKIP = 77, WANTED = 20, TRIES = 200, BROKEN = 300, MOST_FLIPS = 20 };

static int failures;

static void check(int ok, const char *what, const char *subject)
{
    if (ok)
        return;
    printf("FAIL: %s (%s)\n", what, subject);
    failures++;
}

/* ---- sampling ---- */

/* What the child does. The name is looked up in this program's symbols. */
__attribute__((noinline)) void estimate_parts_spin(volatile unsigned *turns)
{
    for (;;)
        ++*turns;
}

static pid_t start_spinning(void)
{
    pid_t parent = getpid(), pid = fork();
    unsigned turns = 0;

    if (pid != 0)
        return pid;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent)
        estimate_parts_spin(&turns);
    _exit(1);
}

/* The process is neither traced nor stopped. */
static int is_untouched(pid_t pid)
{
    char path[64], text[2048];
    size_t len;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
    file = fopen(path, "re");
    if (file == NULL)
        return 0;
    len = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    text[len] = '\0';
    return strstr(text, "\nTracerPid:\t0\n") != NULL && strstr(text, "\nState:\tR") != NULL;
}

/* How many samples are in the function of this name. */
static size_t count_inside(const struct ab_sampler *s, const struct ab_functions *functions, const char *name)
{
    size_t inside = 0;

    for (size_t i = 0; i < s->num_samples; i++) {
        const struct ab_region *r = ab_regions_find(&s->processes[0].regions, s->samples[i].address);
        long f = r == NULL ? -1 : ab_functions_find(functions, s->samples[i].address - r->start + r->offset);

        /* NOLINTNEXTLINE(*-core.NullDereference): where f >= 0, there is such a function */
        inside += f >= 0 && strcmp(functions->all[f].name, name) == 0;
    }
    return inside;
}

/* 0: this way is not allowed here. */
static int test_method(const struct ab_sampler_method *method, const struct ab_functions *functions)
{
    struct ab_sampler s = { .method = method, .is_own = 1 };
    pid_t pid = start_spinning();
    int is_allowed = pid > 0 && ab_sampler_add(&s, pid);

    for (int i = 0; is_allowed && i < TRIES && s.num_samples < WANTED; i++)
        ab_sampler_run(&s, 0.05, NULL, NULL, NULL);
    ab_sampler_end(&s);
    if (is_allowed) {
        check(s.num_samples >= WANTED, "samples are taken", method->name);
        check(2 * count_inside(&s, functions, "estimate_parts_spin") > s.num_samples, "they are where it is",
              method->name);
        check(is_untouched(pid), "the process runs on", method->name);
    } else {
        printf("%s is not allowed here\n", method->name);
    }
    ab_sampler_free(&s);
    if (pid > 0)
        kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return is_allowed;
}

static void test_no_such_process(void)
{
    struct ab_sampler s = { 0 };
    pid_t pid = fork();

    if (pid == 0)
        _exit(0);
    waitpid(pid, NULL, 0);
    check(!ab_sampler_add(&s, pid), "a process that has ended is refused", "sampler");
    ab_sampler_free(&s);
}

/* ---- mixtures ---- */

static int is_near(double value, double wanted)
{
    return fabs(value - wanted) < 0.02 * wanted + 1;
}

/*
 * Part 0 has 90 of 100 samples in these functions, part 1 has 1000 of 1000, part 2 none anywhere. The program: 300
 * samples of part 0, 500 of part 1, and 200 elsewhere.
 */
static void test_mixture(void)
{
    uint32_t first[] = { 60, 30, 0, 0 }, second[] = { 0, 500, 500, 0 }, third[4] = { 0 };
    uint32_t seen[] = { 180, 90 + 250, 250, 200 + 30 }, drawn[4];
    struct ab_mixture m = { 4, 3, { first, second, third }, { 100, 1000, 0 }, seen };
    unsigned long long random = 1;
    double samples[3];

    ab_mixture_fit(&m, samples);
    check(is_near(samples[0], 300) && is_near(samples[1], 500) && samples[2] == 0, "parts are told apart", "mixture");
    ab_mixture_draw(&m, &random, drawn);
    check(drawn[0] + drawn[1] + drawn[2] + drawn[3] == 1000, "as many are drawn", "mixture");
    memset(seen, 0, sizeof(seen));
    ab_mixture_fit(&m, samples);
    check(samples[0] == 0 && samples[1] == 0 && samples[2] == 0, "nothing has no parts", "mixture");
}

/* ---- files ---- */

static void test_symbols(void)
{
    check(ab_symbol_class("aesni_gcm_encrypt") == AB_CLASS_AES_GCM, "a name has its class", "aesni_gcm_encrypt");
    check(ab_symbol_class("bn_mul_mont") == AB_CLASS_RSA, "a name has its class", "bn_mul_mont");
    check(ab_symbol_class("main") == -1 && ab_symbol_class("") == -1, "other names have none", "main");
}

static void read_any(int fd)
{
    struct ab_functions f;

    for (int of = AB_FUNCTIONS_OF_SYMBOLS; of <= AB_FUNCTIONS_OF_UNWINDING; of++)
        if (ab_functions_read(fd, (enum ab_functions_of)of, &f)) {
            for (uint64_t offset = 0; offset < 1 << 20; offset += 4099)
                ab_functions_find(&f, offset);
            ab_functions_find(&f, UINT64_MAX);
            ab_functions_free(&f);
        }
}

/* Knuth's linear congruential generator: the same numbers in each run. */
static unsigned random_below(size_t bound)
{
    static uint64_t x = 1;

    x = x * 6364136223846793005 + 1442695040888963407;
    return (unsigned)((x >> 33) % bound);
}

/* This program's file, cut short or with some bytes changed, the headers above all. */
static void test_broken_files(const unsigned char *whole, size_t len)
{
    for (unsigned seed = 0; seed < BROKEN; seed++) {
        int fd = memfd_create("broken", MFD_CLOEXEC);
        size_t kept = seed % 3 == 0 ? random_below(len) : len;

        check(fd >= 0 && write(fd, whole, kept) == (ssize_t)kept, "a file is made", "broken");
        for (unsigned i = random_below(MOST_FLIPS); i > 0; i--) {
            unsigned char byte = (unsigned char)random_below(256);
            size_t at = random_below(i % 2 == 0 ? 1024 : len);

            check(pwrite(fd, &byte, 1, (off_t)(at < kept ? at : 0)) == 1, "a byte is changed", "broken");
        }
        read_any(fd);
        close(fd);
    }
}

static void test_files(struct ab_functions *own)
{
    struct ab_functions unwinding = { 0 };
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat st = { 0 };
    void *whole;

    check(fd >= 0 && fstat(fd, &st) == 0 && ab_functions_read(fd, AB_FUNCTIONS_OF_SYMBOLS, own), "symbols are read",
          "own file");
    check(ab_functions_read(fd, AB_FUNCTIONS_OF_UNWINDING, &unwinding) && unwinding.num > 10,
          "the table for unwinding is read", "own file");
    ab_functions_free(&unwinding);
    whole = st.st_size > 0 ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    if (whole != MAP_FAILED)
        test_broken_files(whole, (size_t)st.st_size);
    check(whole != MAP_FAILED, "the file is mapped", "own file");
    close(fd);
}

int main(void)
{
    struct ab_functions own = { 0 };
    int num_allowed;

    test_mixture();
    test_symbols();
    test_files(&own);
    test_no_such_process();
    num_allowed = test_method(&ab_sampler_perf, &own) + test_method(&ab_sampler_ptrace, &own);
    ab_functions_free(&own);
    if (failures > 0)
        return 1;
    puts(num_allowed > 0 ? "PASS" : "nothing may be sampled here: only the other parts were tested");
    return num_allowed > 0 ? 0 : SKIP;
}
