/*
 * Timing of opening a CBC record with HMAC, with the statistic of welch.h: records of two classes, wrong in two ways.
 * This runs the kernels that are really used, while memcheck does not know the SHA instructions. A deliberate offender
 * must be caught (stopwatch.h).
 */
#include <string.h>

#include "afterburner/cbc_hmac.h"
#include "ct/stopwatch.h"
#include "harness/harness.h"

enum { LEN = 592, NUM = 20000, NUM_RECORDS = 64, BLOCK = 16 };

static struct ab_cbc_hmac key;
static uint8_t records[2][NUM_RECORDS][LEN], header[AB_CBC_HMAC_HEADER];

/* What is wrong with the records of a class. Data fills what MAC and padding leave. */
enum flaw { BAD_PADDING, BAD_PADDING_LENGTH, BAD_MAC, LONG_PADDING_BAD_MAC };

static void make_record(uint8_t *out, enum flaw flaw)
{
    uint8_t plain[LEN];
    unsigned pad = flaw == LONG_PADDING_BAD_MAC ? 255 : 11;
    struct ab_aes_cbc cbc = { .aes = key.aes, .iv = { 0 } };

    t_random_bytes(plain, sizeof(plain)); /* so the MAC is wrong in either class */
    memset(plain + LEN - pad - 1, (int)pad, pad + 1);
    if (flaw == BAD_PADDING)
        plain[LEN - 7] ^= 1;
    if (flaw == BAD_PADDING_LENGTH)
        plain[LEN - 1] = 200;
    ab_aes_cbc_encrypt(&cbc, plain, out, LEN / BLOCK);
}

static double time_one(unsigned class)
{
    static uint8_t out[LEN];
    uint8_t iv[BLOCK] = { 0 };
    size_t data_len;
    uint64_t start;
    double time;
    int ok;

    memcpy(out, records[class][t_random_below(NUM_RECORDS)], LEN);
    start = stopwatch_start();
    ok = ab_cbc_hmac_open(&key, iv, header, out, out, LEN, &data_len);
    time = stopwatch_stop(start, class);
    CHECK(!ok);
    return time;
}

static void compare(enum flaw a, enum flaw b)
{
    struct stopwatch_verdict v;

    for (size_t i = 0; i < NUM_RECORDS; i++) {
        make_record(records[0][i], a);
        make_record(records[1][i], b);
    }
    t_where.len = (size_t)a;
    t_where.extra = (size_t)b;
    v = stopwatch_judge(&(struct welch_work){ time_one, NULL }, NUM);
    t_where.check = "a deliberate offender is caught";
    CHECK(v.caught != 0);
    t_where.check = "two kinds of wrong records (len, extra: which) take the same time";
    CHECK(v.t <= WELCH_CHANCE);
}

int main(void)
{
    static const enum ab_hash_id ids[] = { AB_HASH_SHA1, AB_HASH_SHA256 };
    uint8_t user_key[16] = { 1 };
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    if (ab_aes_pick(&cpu) == NULL || !(cpu.bits & AB_BIT_SHA)) {
        t_put("no AES or SHA instructions: not tested\n");
        return 77;
    }
    for (size_t i = 0; i < 2; i++) {
        ab_cbc_hmac_set_key(&key, ab_aes_pick(&cpu), ids[i], user_key, sizeof(user_key));
        ab_cbc_hmac_set_mac_key(&key, user_key, sizeof(user_key));
        ab_aes_ecb_prepare_decrypt(&key.aes);
        t_where.subject = key.hash->algorithm->name;
        compare(BAD_PADDING, BAD_MAC);
        compare(BAD_PADDING_LENGTH, BAD_MAC);
        compare(BAD_MAC, LONG_PADDING_BAD_MAC);
    }
    return t_finish();
}
