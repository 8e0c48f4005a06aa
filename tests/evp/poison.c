/*
 * A heap that exposes wrong reads: loaded before libc's allocator (LD_PRELOAD), it fills memory when it is handed out
 * and when it is freed, and moves every block that is resized. Code that reads memory before it is written, or after it
 * is freed, then computes a wrong result each time, and a test that compares results fails. poison_test.c checks that
 * it works.
 */
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "poison.h"

void *__libc_malloc(size_t len);
void *__libc_memalign(size_t alignment, size_t len);
void __libc_free(void *block);

static void *fill(void *block)
{
    if (block != NULL)
        memset(block, POISON_NEW, malloc_usable_size(block));
    return block;
}

void *malloc(size_t len)
{
    return fill(__libc_malloc(len));
}

void *memalign(size_t alignment, size_t len)
{
    return fill(__libc_memalign(alignment, len));
}

void *aligned_alloc(size_t alignment, size_t len)
{
    return memalign(alignment, len);
}

int posix_memalign(void **block, size_t alignment, size_t len)
{
    void *made;

    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    made = memalign(alignment, len);
    if (made == NULL)
        return ENOMEM;
    *block = made;
    return 0;
}

void *calloc(size_t num, size_t len)
{
    size_t size;
    void *block;

    if (__builtin_mul_overflow(num, len, &size)) {
        errno = ENOMEM;
        return NULL;
    }
    block = malloc(size);
    if (block != NULL)
        memset(block, 0, size);
    return block;
}

void free(void *block)
{
    int saved = errno;

    if (block != NULL)
        memset(block, POISON_FREED, malloc_usable_size(block));
    __libc_free(block);
    errno = saved;
}

void *realloc(void *block, size_t len)
{
    size_t old = block == NULL ? 0 : malloc_usable_size(block);
    void *moved;

    if (block != NULL && len == 0) {
        free(block);
        return NULL;
    }
    moved = malloc(len);
    if (moved == NULL || block == NULL)
        return moved;
    memcpy(moved, block, old < len ? old : len);
    free(block);
    return moved;
}
