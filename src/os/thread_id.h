/* A number of the calling thread that no other thread of the process has while it lives; never 0. */
#ifndef AB_OS_THREAD_ID_H
#define AB_OS_THREAD_ID_H

#include <errno.h>
#include <stdint.h>

#ifdef _WIN64
/* The address of the thread environment block, which that block holds. */
static inline uintptr_t ab_thread_id(void)
{
    uintptr_t id;

    __asm__ volatile("mov %%gs:0x30, %0" : "=r"(id));
    return id;
}
#elif defined(__x86_64__)
/* The thread control block's address, which its first word holds (System V psABI for x86-64, TLS variant II). */
static inline uintptr_t ab_thread_id(void)
{
    uintptr_t id;

    __asm__ volatile("mov %%fs:0, %0" : "=r"(id));
    return id;
}
#else
static inline uintptr_t ab_thread_id(void)
{
    return (uintptr_t)&errno;
}
#endif

#endif
