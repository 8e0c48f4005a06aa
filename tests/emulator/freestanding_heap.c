/* The heap of an image without libc: memory is allocated in order, and all of it is free again once every block is. */
#include <stddef.h>
#include <stdint.h>

/* Declare only these prototypes: libc's headers are for hosted code. */
void *memset(void *to, int value, size_t len);
void *malloc(size_t len);
void *calloc(size_t num, size_t len);
void free(void *ptr);

static _Alignas(64) uint8_t heap[1 << 20];
static size_t heap_used, heap_held;

void *malloc(size_t len)
{
    void *ptr = heap + heap_used;

    len = (len + 63) / 64 * 64;
    if (len > sizeof(heap) - heap_used)
        return NULL;
    heap_used += len;
    heap_held++;
    return ptr;
}

void *calloc(size_t num, size_t len)
{
    void *ptr = malloc(num * len);

    __asm__ volatile("" : "+r"(ptr)); /* keeps the compiler from recognising a calloc */
    return ptr == NULL ? NULL : memset(ptr, 0, num * len);
}

void free(void *ptr)
{
    if (ptr != NULL && --heap_held == 0)
        heap_used = 0;
}
