#include "ct/ct.h"

#include <string.h>

void ab_wipe(void *ptr, size_t len)
{
    if (len == 0)
        return;
    memset(ptr, 0, len);
    __asm__ volatile("" : : "r"(ptr) : "memory");
}

int ab_ct_memcmp(const void *a, const void *b, size_t len)
{
    const uint8_t *x = a, *y = b;
    uint8_t diff = 0;

    for (size_t i = 0; i < len; i++)
        diff |= x[i] ^ y[i];
    return (int)ab_ct_barrier(diff);
}
