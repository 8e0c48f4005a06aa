/* What programs without a C library need: calls of the kernel, and text for people. x86-64 Linux. */
#ifndef AB_PACKAGING_KERNEL_CALLS_H
#define AB_PACKAGING_KERNEL_CALLS_H

#include <sys/syscall.h>

/* System V ABI, x86-64 supplement, A.2.1: the number is in rax, as is the result, which is -errno on failure. */
static inline long call(long number, long a, long b, long c)
{
    long result;

    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}

static inline long text_length(const char *text)
{
    long len = 0;

    while (text[len] != '\0')
        len++;
    return len;
}

static inline void say(const char *text)
{
    call(SYS_write, 2, (long)text, text_length(text));
}

#endif
