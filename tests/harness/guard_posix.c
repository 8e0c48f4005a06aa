/* Guard pages and faults by POSIX. */
#define _GNU_SOURCE
#include "harness/guard.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/harness.h"

uint8_t *t_map_guarded(size_t len)
{
    size_t page = T_PAGE, size = len + 2 * page;
    uint8_t *p = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (p == MAP_FAILED || mprotect(p + page, len, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    return p + page;
}

/* The calls are not async-signal-safe, but the process ends here. */
/* NOLINTBEGIN(bugprone-signal-handler,cert-msc54-cpp,cert-sig30-c) */
static void on_fault(int signal_number)
{
    fflush(stdout);
    fprintf(stderr, "FAIL %s in ", strsignal(signal_number));
    fflush(stderr);
    t_print_where();
    _exit(1);
}
/* NOLINTEND(bugprone-signal-handler,cert-msc54-cpp,cert-sig30-c) */

void t_report_faults(void)
{
    int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE };

    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        signal(signals[i], on_fault);
}
