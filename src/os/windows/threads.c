/* Threads of Windows 8 and later: WaitOnAddress, affinity masks, the performance counter. */
#include "os/threads.h"

#include <stdlib.h>
#include <string.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

_Static_assert(sizeof(HANDLE) == sizeof(ab_thread), "one holds the other");
_Static_assert(sizeof(KAFFINITY) <= sizeof(struct ab_cpu_set), "one holds the other");

uint64_t ab_clock(void)
{
    LARGE_INTEGER count, per_second;
    uint64_t seconds, rest;

    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&per_second);
    seconds = (uint64_t)(count.QuadPart / per_second.QuadPart);
    rest = (uint64_t)(count.QuadPart % per_second.QuadPart);
    return seconds * 1000000000 + rest * 1000000000 / (uint64_t)per_second.QuadPart;
}

void ab_sleep(uint64_t ns)
{
    Sleep((DWORD)((ns + 999999) / 1000000));
}

void ab_wait(_Atomic uint32_t *word, uint32_t seen)
{
    WaitOnAddress((volatile VOID *)word, &seen, sizeof(seen), INFINITE);
}

void ab_wake_one(_Atomic uint32_t *word)
{
    WakeByAddressSingle((PVOID)word);
}

void ab_wake_all(_Atomic uint32_t *word)
{
    WakeByAddressAll((PVOID)word);
}

struct start {
    void *(*work)(void *);
    void *arg;
};

static DWORD WINAPI begin(LPVOID p)
{
    struct start start = *(struct start *)p;

    free(p);
    start.work(start.arg);
    return 0;
}

int ab_thread_start(ab_thread *thread, size_t stack_len, void *(*work)(void *), void *arg)
{
    struct start *start = malloc(sizeof(*start));
    HANDLE made;

    if (start == NULL)
        return 0;
    start->work = work;
    start->arg = arg;
    made = CreateThread(NULL, stack_len, begin, start, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (made == NULL) {
        free(start);
        return 0;
    }
    *thread = (ab_thread)made;
    return 1;
}

void ab_thread_join(ab_thread thread)
{
    WaitForSingleObject((HANDLE)thread, INFINITE);
    CloseHandle((HANDLE)thread);
}

/* Look only at the calling thread's group of processors, which has at most 64. */
unsigned ab_other_cpus(struct ab_cpu_set *others, int *here)
{
    GROUP_AFFINITY group;
    PROCESSOR_NUMBER number;
    KAFFINITY mask;

    GetCurrentProcessorNumberEx(&number);
    *here = number.Number;
    if (!GetThreadGroupAffinity(GetCurrentThread(), &group) || group.Group != number.Group)
        return 0;
    mask = group.Mask & ~((KAFFINITY)1 << number.Number);
    memset(others, 0, sizeof(*others));
    memcpy(others, &mask, sizeof(mask));
    return (unsigned)__builtin_popcountll(mask);
}

void ab_thread_bind(ab_thread thread, const struct ab_cpu_set *cpus)
{
    KAFFINITY mask;

    memcpy(&mask, cpus, sizeof(mask));
    SetThreadAffinityMask((HANDLE)thread, mask);
}

/* Windows cancels no thread. */
int ab_cancel_disable(void)
{
    return 0;
}

void ab_cancel_restore(int state)
{
    (void)state;
}
