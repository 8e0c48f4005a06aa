/* Measure how fast memory is read and copied at the sizes of the caches and beyond. */
#include "limits_memory.h"

#include <string.h>
#include <sys/mman.h>

#include "clock.h"
#include "features.h"
#include "limits_loops.h"
#include "stats.h"

enum { TRIES = 7 };
#define SLICE_BYTES ((uint64_t)2 << 20) /* processed in one run, unless the region is larger */

/* Read the whole region, or copy its first half to its second. */
static const struct region {
    const char *read, *copy, *what;
    size_t bytes;
} REGIONS[] = {
    { "read_l1", "copy_l1", "16 KiB: first level of the cache", (size_t)16 << 10 },
    { "read_l2", "copy_l2", "128 KiB: second level", (size_t)128 << 10 },
    { "read_l3", "copy_l3", "6 MiB: third level", (size_t)6 << 20 },
    { "read_dram", "copy_dram", "96 MiB: memory, where the caches are smaller", (size_t)96 << 20 },
};

enum { NUM_REGIONS = sizeof(REGIONS) / sizeof(REGIONS[0]) };

static void libc_copy(uint64_t turns, const void *source, void *target, uint64_t bytes)
{
    for (; turns > 0; turns--) {
        memcpy(target, source, bytes);
        __asm__ volatile("" : : "r"(target) : "memory");
    }
}

static lab_memory_loop_fn *widest_read(unsigned have)
{
    return have & LAB_AVX512 ? lab_loop_read_z : have & LAB_AVX2 ? lab_loop_read_y : lab_loop_read_x;
}

static lab_memory_loop_fn *widest_copy(unsigned have)
{
    return have & LAB_AVX512 ? lab_loop_copy_z : have & LAB_AVX2 ? lab_loop_copy_y : lab_loop_copy_x;
}

/* Return the bytes per second of undisturbed runs. */
static double bytes_per_second(lab_memory_loop_fn *loop, const void *source, void *target, size_t bytes)
{
    uint64_t turns = bytes < SLICE_BYTES ? SLICE_BYTES / bytes : 1;
    double seconds[TRIES];

    loop(1, source, target, bytes);
    for (int i = 0; i < TRIES; i++) {
        double start = lab_thread_seconds();

        loop(turns, source, target, bytes);
        seconds[i] = lab_thread_seconds() - start;
    }
    return (double)(turns * bytes) / lab_undisturbed(seconds, TRIES);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static void measure_region(struct lab_limit out[2], const struct region *r, unsigned char *memory, unsigned have)
{
    size_t half = r->bytes / 2;
    double read = bytes_per_second(widest_read(have), memory, NULL, r->bytes);
    double copy = larger(bytes_per_second(widest_copy(have), memory, memory + half, half),
                         bytes_per_second(libc_copy, memory, memory + half, half));

    out[0] = (struct lab_limit){ r->read, "GB/s", r->what, read * 1e-9 };
    out[1] = (struct lab_limit){ r->copy, "GB/s", r->what, copy * 1e-9 };
}

size_t lab_limits_memory(struct lab_limit *list, size_t max, unsigned have)
{
    size_t bytes = REGIONS[NUM_REGIONS - 1].bytes;
    unsigned char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return 0;
    if (max < 2 * NUM_REGIONS) {
        munmap(memory, bytes);
        return 0;
    }
    madvise(memory, bytes, MADV_HUGEPAGE);
    memset(memory, 1, bytes);
    for (size_t i = 0; i < NUM_REGIONS; i++)
        measure_region(list + 2 * i, &REGIONS[i], memory, have);
    munmap(memory, bytes);
    return 2 * NUM_REGIONS;
}
