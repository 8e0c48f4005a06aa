/* What a driver asks of Linux. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "system.h"

enum { PAGE = 4096 };

unsigned char *lab_pages_allocate(size_t size)
{
    return aligned_alloc(PAGE, (size + PAGE - 1) / PAGE * PAGE);
}

void lab_pages_free(unsigned char *pages)
{
    free(pages);
}

int lab_folder_make(const char *folder)
{
    return mkdir(folder, 0700) == 0;
}

int lab_next_cpu(int cpu)
{
    cpu_set_t allowed;

    if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
        return -1;
    do
        cpu = (cpu + 1) % CPU_SETSIZE;
    while (!CPU_ISSET((size_t)cpu, &allowed));
    return cpu;
}

void lab_thread_pin(pthread_t thread, int cpu)
{
    cpu_set_t one;

    CPU_ZERO(&one);
    CPU_SET((size_t)cpu, &one);
    pthread_setaffinity_np(thread, sizeof(one), &one);
}
