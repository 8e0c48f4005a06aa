/* Read the time of processors from /proc/stat, proc_stat(5). */
#include "cli/measure/busy.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* The columns of the line "cpu"; those behind `steal` are parts of the first two. */
enum { IDLE = 3, IO_WAIT = 4, COLUMNS = 8 };

static double to_seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

int ab_busy_read(struct ab_busy *b)
{
    FILE *f = fopen("/proc/stat", "re");
    double ticks = (double)sysconf(_SC_CLK_TCK), column;
    struct rusage children;
    int ok = f != NULL && ticks > 0 && getrusage(RUSAGE_CHILDREN, &children) == 0 && fscanf(f, "cpu") == 0;

    b->all = b->busy = 0;
    for (int i = 0; i < COLUMNS && ok; i++) {
        ok = fscanf(f, "%lf", &column) == 1;
        b->all += ok ? column / ticks : 0;
        b->busy += ok && i != IDLE && i != IO_WAIT ? column / ticks : 0;
    }
    if (f != NULL)
        fclose(f);
    if (ok)
        b->own = to_seconds(children.ru_utime) + to_seconds(children.ru_stime);
    return ok;
}

double ab_busy_others(const struct ab_busy *since)
{
    struct ab_busy now;
    double others;

    if (!ab_busy_read(&now) || now.all <= since->all)
        return 0;
    others = (now.busy - since->busy - (now.own - since->own)) / (now.all - since->all);
    return others < 0 ? 0 : others > 1 ? 1 : others;
}
