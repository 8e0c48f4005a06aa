/* Add a row to the list of rows. */
#include "bench/rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void bench_add(struct bench_rows *rows, struct bench_row row, const char *format, ...)
{
    va_list words;

    if (rows->num == BENCH_MAX_ROWS)
        abort();
    row.in = rows->in;
    row.out = rows->out;
    va_start(words, format);
    vsnprintf(row.name, sizeof(row.name), format, words);
    va_end(words);
    rows->row[rows->num++] = row;
}
