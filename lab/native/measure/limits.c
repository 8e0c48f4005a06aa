/* Measure throughput and latency of the instructions that bound cryptography on this core. */
#include "limits.h"

#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "features.h"
#include "fill.h"
#include "limits_loops.h"
#include "limits_memory.h"
#include "stats.h"

enum { TRIES = 11, MAX_TURNS = 1 << 24 };
#define SLICE_SECONDS 100e-6

enum measure {
    RATE,    /* steps per cycle */
    LATENCY, /* cycles per step */
    BLOCKS   /* steps per cycle, where a step is a block of a message */
};

/* One loop; one turn of it does `steps` steps. */
struct probe {
    const char *name, *what;
    unsigned needs; /* enum lab_feature */
    enum measure measure;
    double steps;
    lab_loop_fn *loop;
};

static const char *const UNITS[] = {
    [RATE] = "instructions/cycle",
    [LATENCY] = "cycles",
    [BLOCKS] = "blocks/cycle",
};

/* clang-format off: a table */
static const struct probe PROBES[] = {
    { "add", "64-bit adds", 0, RATE, 98, lab_loop_add },
    { "rotate", "64-bit rotates", 0, RATE, 98, lab_loop_rotate },
    { "mul", "64x64-bit multiplies (mul)", 0, RATE, 48, lab_loop_mul },
    { "mulx", "64x64-bit multiplies (mulx)", LAB_AVX2, RATE, 96, lab_loop_mulx },
    { "mulx_latency", "mulx, low half", LAB_AVX2, LATENCY, 96, lab_loop_mulx_latency },
    { "mulx_adx", "mulx with an adcx and an adox each", LAB_AVX2 | LAB_ADX, RATE, 48, lab_loop_mulx_adx },
    { "rdrand", "64 random bits (rdrand)", LAB_RDRAND, LATENCY, 1, lab_loop_rdrand },
    { "aes_128", "AES rounds of 1 block", LAB_AESNI, RATE, 96, lab_loop_aes_x },
    { "aes_256", "AES rounds of 2 blocks", LAB_VAES256, RATE, 96, lab_loop_aes_y },
    { "aes_512", "AES rounds of 4 blocks", LAB_VAES512, RATE, 96, lab_loop_aes_z },
    { "aes_latency_128", "an AES round of 1 block", LAB_AESNI, LATENCY, 96, lab_loop_aes_latency_x },
    { "aes_latency_256", "an AES round of 2 blocks", LAB_VAES256, LATENCY, 96, lab_loop_aes_latency_y },
    { "aes_latency_512", "an AES round of 4 blocks", LAB_VAES512, LATENCY, 96, lab_loop_aes_latency_z },
    { "clmul_128", "1 carry-less multiply", LAB_AESNI, RATE, 96, lab_loop_clmul_x },
    { "clmul_256", "2 carry-less multiplies", LAB_VAES256, RATE, 96, lab_loop_clmul_y },
    { "clmul_512", "4 carry-less multiplies", LAB_VAES512, RATE, 96, lab_loop_clmul_z },
    { "clmul_latency_128", "1 carry-less multiply", LAB_AESNI, LATENCY, 96, lab_loop_clmul_latency_x },
    { "clmul_latency_256", "2 carry-less multiplies", LAB_VAES256, LATENCY, 96, lab_loop_clmul_latency_y },
    { "clmul_latency_512", "4 carry-less multiplies", LAB_VAES512, LATENCY, 96, lab_loop_clmul_latency_z },
    { "gcm_10_128", "10 AES rounds and 3 multiplies", LAB_AESNI, BLOCKS, 10, lab_loop_gcm_10_x },
    { "gcm_12_128", "12 AES rounds and 3 multiplies", LAB_AESNI, BLOCKS, 10, lab_loop_gcm_12_x },
    { "gcm_14_128", "14 AES rounds and 3 multiplies", LAB_AESNI, BLOCKS, 10, lab_loop_gcm_14_x },
    { "gcm_10_256", "10 AES rounds and 3 multiplies", LAB_VAES256, BLOCKS, 20, lab_loop_gcm_10_y },
    { "gcm_12_256", "12 AES rounds and 3 multiplies", LAB_VAES256, BLOCKS, 20, lab_loop_gcm_12_y },
    { "gcm_14_256", "14 AES rounds and 3 multiplies", LAB_VAES256, BLOCKS, 20, lab_loop_gcm_14_y },
    { "gcm_10_512", "10 AES rounds and 3 multiplies", LAB_VAES512, BLOCKS, 40, lab_loop_gcm_10_z },
    { "gcm_12_512", "12 AES rounds and 3 multiplies", LAB_VAES512, BLOCKS, 40, lab_loop_gcm_12_z },
    { "gcm_14_512", "14 AES rounds and 3 multiplies", LAB_VAES512, BLOCKS, 40, lab_loop_gcm_14_z },
    { "sha1_latency", "sha1rnds4 (4 rounds), one stream", LAB_SHA, LATENCY, 96, lab_loop_sha1_latency },
    { "sha1", "sha1rnds4 (4 rounds), several streams", LAB_SHA, RATE, 96, lab_loop_sha1 },
    { "sha256_latency", "sha256rnds2 (2 rounds), one stream", LAB_SHA, LATENCY, 96, lab_loop_sha256_latency },
    { "sha256", "sha256rnds2 (2 rounds), several streams", LAB_SHA, RATE, 96, lab_loop_sha256 },
    { "sha256msg2", "sha256msg2, several streams", LAB_SHA, RATE, 96, lab_loop_sha256msg2 },
    { "sha512_latency", "vsha512rnds2 (2 rounds), one stream", LAB_SHA512, LATENCY, 96, lab_loop_sha512_latency },
    { "sm3_latency", "vsm3rnds2 (2 rounds), one stream", LAB_SM3, LATENCY, 96, lab_loop_sm3_latency },
    { "mul32_128", "2 32x32-bit multiplies (pmuludq)", 0, RATE, 96, lab_loop_mul32_x },
    { "mul32_256", "4 32x32-bit multiplies (vpmuludq)", LAB_AVX2, RATE, 96, lab_loop_mul32_y },
    { "mul32_512", "8 32x32-bit multiplies (vpmuludq)", LAB_AVX512, RATE, 96, lab_loop_mul32_z },
    { "avxifma_256", "4 halves of 52x52-bit products (AVX-IFMA)", LAB_AVXIFMA, RATE, 96, lab_loop_avxifma_y },
    { "ifma_256", "4 halves of 52x52-bit products (vpmadd52luq)", LAB_IFMA, RATE, 96, lab_loop_ifma_y },
    { "ifma_512", "8 halves of 52x52-bit products (vpmadd52luq)", LAB_IFMA, RATE, 96, lab_loop_ifma_z },
    { "alu_128", "adds and exclusive ors of 128-bit vectors", 0, RATE, 96, lab_loop_alu_x },
    { "alu_256", "adds and exclusive ors of 256-bit vectors", LAB_AVX2, RATE, 96, lab_loop_alu_y },
    { "alu_512", "adds and exclusive ors of 512-bit vectors", LAB_AVX512, RATE, 96, lab_loop_alu_z },
    { "rotate_256", "rotates of 256-bit vectors (vprold)", LAB_AVX512, RATE, 96, lab_loop_rotate_y },
    { "rotate_512", "rotates of 512-bit vectors (vprold)", LAB_AVX512, RATE, 96, lab_loop_rotate_z },
    { "alu_latency", "a rotate, vpternlogd or add of vectors, in turn", LAB_AVX512, LATENCY, 96, lab_loop_alu_latency },
    { "permute_latency", "a permutation across a 512-bit vector", LAB_AVX512, LATENCY, 96, lab_loop_permute_latency },
};
/* clang-format on */

static double time_turns(const void *probe, size_t turns)
{
    double start = lab_thread_seconds();

    ((const struct probe *)probe)->loop(turns);
    return lab_thread_seconds() - start;
}

/*
 * Return the seconds of a turn. Disturbances (an interrupt, a neighbour on the core, a clock that is still rising) only
 * lengthen a run, so the lower values are the silicon's.
 */
static double turn_seconds(const struct probe *p)
{
    double t[TRIES];
    size_t turns;

    lab_fill(time_turns, p, SLICE_SECONDS / 2, MAX_TURNS, &turns);
    for (int i = 0; i < TRIES; i++)
        t[i] = time_turns(p, turns) / (double)turns;
    return lab_undisturbed(t, TRIES);
}

static void add_limit(struct lab_limits *limits, struct lab_limit limit)
{
    if (limits->num < LAB_MAX_LIMITS)
        limits->list[limits->num++] = limit;
}

/* Read the clock next to each loop, since it depends on the load of the core and of its neighbours. */
static void add_probe(struct lab_limits *limits, const struct probe *p)
{
    double cycles, seconds = turn_seconds(p); /* this comes first: it wakes the unit, and the clock settles */

    cycles = seconds * lab_core_hz_undisturbed() / p->steps;
    add_limit(limits,
              (struct lab_limit){ p->name, UNITS[p->measure], p->what, p->measure == LATENCY ? cycles : 1 / cycles });
}

void lab_limits_measure(struct lab_limits *limits, const struct ab_cap *cap)
{
    unsigned have = lab_features(cap);

    limits->num = 0;
    add_limit(limits,
              (struct lab_limit){ "clock", "Hz", "core cycles, by a chain of adds", lab_core_hz_undisturbed() });
    for (size_t i = 0; i < sizeof(PROBES) / sizeof(PROBES[0]); i++)
        if ((PROBES[i].needs & ~have) == 0)
            add_probe(limits, &PROBES[i]);
    limits->num += lab_limits_memory(limits->list + limits->num, LAB_MAX_LIMITS - limits->num, have);
}

double lab_limits_find(const struct lab_limits *limits, const char *name, unsigned bits)
{
    char wanted[64];

    snprintf(wanted, sizeof(wanted), "%s_%u", name, bits);
    for (size_t i = 0; i < limits->num; i++)
        if (strcmp(limits->list[i].name, wanted) == 0)
            return limits->list[i].value;
    return 0;
}
