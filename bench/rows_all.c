/* The list of all rows, family by family. */
#include "bench/rows_all.h"

const struct bench_rows *ab_bench_rows(uint8_t *in, uint8_t *out)
{
    static struct bench_rows rows;

    rows.num = 0;
    rows.in = in;
    rows.out = out;
    ab_cpu_detect(&rows.cpu);
    bench_add_aes(&rows);
    bench_add_hashes(&rows);
    bench_add_curves(&rows);
    bench_add_bignum(&rows);
    bench_add_mlkem(&rows);
    bench_add_mldsa(&rows);
    bench_add_slhdsa(&rows);
    bench_add_chacha(&rows);
    bench_add_ciphers(&rows);
    return &rows;
}
