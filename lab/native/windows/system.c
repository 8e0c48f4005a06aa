/* What a driver asks of Windows. Threads of a team run anywhere, and nothing is profiled. */
#include "lab/native/driver/system.h"

#include <direct.h>
#include <malloc.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "lab/native/driver/profile.h"
#include "lab/native/driver/reply.h"
#include "lab/native/measure/clock.h"

enum { PAGE = 4096 };

unsigned char *lab_pages_allocate(size_t size)
{
    return _aligned_malloc(size, PAGE);
}

void lab_pages_free(unsigned char *pages)
{
    _aligned_free(pages);
}

int lab_folder_make(const char *folder)
{
    return _mkdir(folder) == 0;
}

int lab_next_cpu(int cpu)
{
    (void)cpu;
    return -1;
}

void lab_thread_pin(pthread_t thread, int cpu)
{
    (void)thread;
    (void)cpu;
}

double lab_wall_seconds(void)
{
    LARGE_INTEGER now, frequency;

    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}

/* The time of a thread is known in steps of 10 ms only. */
double lab_thread_seconds(void)
{
    return lab_wall_seconds();
}

void lab_profile(const struct lab *lab, const struct lab_line *line)
{
    (void)lab;
    (void)line;
    lab_reply_error("Windows cannot be profiled");
}
