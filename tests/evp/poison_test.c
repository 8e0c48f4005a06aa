/*
 * The heap of poison.c does what the tests that run on it rely on: it fills memory of malloc, realloc and memalign when
 * it hands it out and when it is freed, zeroes calloc's, and moves blocks that are resized; and libcrypto uses it.
 */
#include <malloc.h>
#include <openssl/crypto.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "poison.h"

enum { MAX_LEN = 300000 };

static unsigned num_failures, num_checks;

/* Hide from the compiler what the pointer points to, and that it is freed. */
static volatile uint8_t *hidden(const void *block)
{
    volatile uint8_t *seen = (volatile uint8_t *)block;

    __asm__ volatile("" : "+r"(seen) : : "memory");
    return seen;
}

static void expect(const volatile uint8_t *block, size_t from, size_t to, int value, const char *what)
{
    num_checks++;
    for (size_t i = from; i < to; i++)
        if (block[i] != value) {
            printf("FAIL %s: byte %zu of %zu is %02x\n", what, i, to, block[i]);
            num_failures++;
            return;
        }
}

/* The first 16 bytes of a freed block are the allocator's own lists; a large block is unmapped. */
static void expect_freed(volatile uint8_t *block, size_t len, const char *what)
{
    if (len > 16 && len < 1000)
        expect(block, 16, len, POISON_FREED, what);
}

static void check(size_t len)
{
    uint8_t *block = malloc(len), *moved, *zero = calloc(len, 1), *aligned = memalign(64, len);
    uint8_t *crypto = OPENSSL_malloc(len);
    volatile uint8_t *old = hidden(block), *freed = hidden(crypto);

    expect(hidden(block), 0, len, POISON_NEW, "malloc");
    expect(hidden(aligned), 0, len, POISON_NEW, "memalign");
    expect(hidden(zero), 0, len, 0, "calloc");
    expect(hidden(crypto), 0, len, POISON_NEW, "OPENSSL_malloc");
    memset(block, 1, len);
    moved = realloc(block, len + 8);
    if (hidden(moved) == old) {
        printf("FAIL realloc: the block has not moved\n");
        num_failures++;
    }
    expect(hidden(moved), 0, len, 1, "what realloc keeps");
    expect(hidden(moved), len, len + 8, POISON_NEW, "what realloc adds");
    expect_freed(old, len, "what realloc frees");
    OPENSSL_free(crypto);
    expect_freed(freed, len, "free");
    free(moved);
    free(zero);
    free(aligned);
}

int main(void)
{
    for (size_t len = 1; len < MAX_LEN; len += 1 + len / 3)
        check(len);
    printf("%u checks, %u failures\n", num_checks, num_failures);
    return num_failures != 0;
}
