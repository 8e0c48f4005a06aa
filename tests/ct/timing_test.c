/*
 * Time of opening a CBC record with HMAC, by a statistic (Reparaz, Balasch, Verbauwhede, "Dude, is my code constant time?", DATE
 * 2017): records of two classes in random order, Welch's t of their times. Beside memcheck, which sees no SHA instructions, this
 * runs what serves. A deliberate offender, which is a little longer for one of the classes, must be caught.
 *
 * Times of a busy machine have long tails: the longest tenth is cut off, of both classes at one limit. A difference that is
 * there shows in every round, one of chance in some: the least t of several rounds counts.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

#include "afterburner/cbc_hmac.h"
#include "harness/harness.h"

enum { LEN = 592, NUM = 20000, ROUNDS = 7, NUM_RECORDS = 64, BLOCK = 16 };
#define CHANCE 4.5 /* a t beyond this is taken for more than chance, as in the paper */

static struct ab_cbc_hmac key;
static uint8_t records[2][NUM_RECORDS][LEN], header[AB_CBC_HMAC_HEADER];
static volatile int is_offending;

/* What is wrong with the records of a class. Data fills what MAC and padding leave. */
enum flaw { BAD_PADDING, BAD_PADDING_LENGTH, BAD_MAC, LONG_PADDING_BAD_MAC };

static void make_record(uint8_t *out, enum flaw flaw)
{
    uint8_t plain[LEN];
    unsigned pad = flaw == LONG_PADDING_BAD_MAC ? 255 : 11;
    struct ab_aes_cbc cbc = { .aes = key.aes, .iv = { 0 } };

    t_random_bytes(plain, sizeof(plain)); /* so the MAC is wrong in any case */
    memset(plain + LEN - pad - 1, (int)pad, pad + 1);
    if (flaw == BAD_PADDING)
        plain[LEN - 7] ^= 1;
    if (flaw == BAD_PADDING_LENGTH)
        plain[LEN - 1] = 200;
    ab_aes_cbc_encrypt(&cbc, plain, out, LEN / BLOCK);
}

static double time_one(unsigned class, size_t i)
{
    static uint8_t out[LEN];
    uint8_t iv[BLOCK] = { 0 };
    size_t data_len;
    uint64_t start;
    unsigned last;
    int ok;

    memcpy(out, records[class][i], LEN);
    _mm_lfence();
    start = __rdtsc();
    ok = ab_cbc_hmac_open(&key, iv, header, out, out, LEN, &data_len);
    for (int n = 0; is_offending && class == 1 && n < 100; n++)
        _mm_lfence();
    start = __rdtscp(&last) - start;
    CHECK(!ok);
    return (double)start;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

struct moments {
    double num, mean, squares; /* squares: sum of squared distances from the mean */
};

static void add(struct moments *m, double x)
{
    double before = x - m->mean;

    m->num++;
    m->mean += before / m->num;
    m->squares += before * (x - m->mean);
}

/* |t| of one round. */
static double welch(void)
{
    static double times[NUM], sorted[NUM];
    static unsigned char classes[NUM];
    struct moments m[2] = { { 0 } };
    double limit;

    for (size_t n = 0; n < NUM; n++) {
        classes[n] = (unsigned char)t_random_below(2);
        times[n] = time_one(classes[n], t_random_below(NUM_RECORDS));
    }
    memcpy(sorted, times, sizeof(times));
    qsort(sorted, NUM, sizeof(sorted[0]), ascending);
    limit = sorted[NUM / 10 * 9];
    for (size_t n = 0; n < NUM; n++)
        if (times[n] < limit)
            add(&m[classes[n]], times[n]);
    return fabs(m[0].mean - m[1].mean) / sqrt(m[0].squares / (m[0].num * m[0].num) + m[1].squares / (m[1].num * m[1].num));
}

static double least_t(void)
{
    double least = welch();

    for (int round = 1; round < ROUNDS; round++)
        least = fmin(least, welch());
    return least;
}

static void compare(enum flaw a, enum flaw b)
{
    for (size_t i = 0; i < NUM_RECORDS; i++) {
        make_record(records[0][i], a);
        make_record(records[1][i], b);
    }
    t_where.len = (size_t)a;
    t_where.extra = (size_t)b;
    is_offending = 0;
    t_where.check = "two kinds of wrong records (len, extra: which) take the same time";
    CHECK(least_t() < CHANCE);
    is_offending = 1;
    t_where.check = "a deliberate offender is caught";
    CHECK(least_t() > CHANCE);
}

int main(void)
{
    static const enum ab_hash_id ids[] = { AB_HASH_SHA1, AB_HASH_SHA256 };
    uint8_t user_key[16] = { 1 };
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    if (cpu.level < AB_LEVEL_AESNI || !(cpu.bits & AB_BIT_SHA)) {
        t_put("no AES or SHA instructions: not tested\n");
        return 77;
    }
    for (size_t i = 0; i < 2; i++) {
        ab_cbc_hmac_set_key(&key, ab_aes_pick(cpu.level), ids[i], user_key, sizeof(user_key));
        ab_cbc_hmac_set_mac_key(&key, user_key, sizeof(user_key));
        ab_aes_ecb_prepare_decrypt(&key.aes);
        t_where.subject = key.hash->algorithm->name;
        compare(BAD_PADDING, BAD_MAC);
        compare(BAD_PADDING_LENGTH, BAD_MAC);
        compare(BAD_MAC, LONG_PADDING_BAD_MAC);
    }
    return t_finish();
}
