/*
 * Rows of the matrix of ChaCha20, four words of each of OF(BLOCKS) blocks in a register: the key stream of several sets
 * of rows a, b, c, d. Include it after OF(row), OF(add), OF(xor), OF(rotate), OF(turn), OF(all), OF(counters) and
 * OF(store), which chacha_rows_avx512.h describes. It is included twice.
 */

/* A quarter of each of num quarter rounds. In this order rotations, for half of the units, wait the least for one. */
INLINE void OF(quarters)(OF(row) * to, const OF(row) * from, OF(row) * turned, int n, unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++) {
        to[i] = OF(add)(to[i], from[i]);
        row_settle(to[i]);
        turned[i] = OF(rotate)(OF(xor)(turned[i], to[i]), n);
        row_settle(turned[i]);
    }
}

INLINE void OF(quarter_rounds)(OF(row) *a, OF(row) *b, OF(row) *c, OF(row) *d, unsigned num)
{
    OF(quarters)(a, b, d, 16, num);
    OF(quarters)(c, d, b, 12, num);
    OF(quarters)(a, b, d, 8, num);
    OF(quarters)(c, d, b, 7, num);
}

/*
 * Rows a, c and d turn for the diagonals, and b, the last to be ready, stays: its word k meets word k - 1 of a, k + 1
 * of c and k + 2 of d.
 */
INLINE void OF(turns)(OF(row) *a, OF(row) *c, OF(row) *d, int forth, unsigned num)
{
    UNROLL for (unsigned i = 0; i < num; i++) {
        a[i] = OF(turn)(a[i], forth ? 3 : 1);
        d[i] = OF(turn)(d[i], 2);
        c[i] = OF(turn)(c[i], forth ? 1 : 3);
    }
}

/* The four rows of the blocks from `first` on. */
INLINE void OF(start)(OF(row) *a, OF(row) *b, OF(row) *c, OF(row) *d, const uint32_t key[8], const uint32_t counter[4],
                      unsigned first)
{
    *a = OF(all)(ab_chacha_constants);
    *b = OF(all)(key);
    *c = OF(all)(key + 4);
    *d = OF(counters)(counter, first);
}

/* out := these blocks, after the rounds. */
INLINE void OF(end)(uint8_t *out, OF(row) a, OF(row) b, OF(row) c, OF(row) d, const uint32_t key[8],
                    const uint32_t counter[4], unsigned first)
{
    OF(store)(out, OF(add)(a, OF(all)(ab_chacha_constants)), OF(add)(b, OF(all)(key)), OF(add)(c, OF(all)(key + 4)),
              OF(add)(d, OF(counters)(counter, first)));
}

/* out := the key stream of num sets of rows from this counter on. */
INLINE void OF(rows)(const uint32_t key[8], const uint32_t counter[4], uint8_t *out, unsigned num)
{
    OF(row) a[MAX_ROWS], b[MAX_ROWS], c[MAX_ROWS], d[MAX_ROWS];

    UNROLL for (unsigned i = 0; i < num; i++)
        OF(start)(&a[i], &b[i], &c[i], &d[i], key, counter, OF(BLOCKS) * i);
    LOOP for (unsigned round = 0; round < DOUBLE_ROUNDS; round++) {
        OF(quarter_rounds)(a, b, c, d, num);
        OF(turns)(a, c, d, 1, num);
        OF(quarter_rounds)(a, b, c, d, num);
        OF(turns)(a, c, d, 0, num);
    }
    UNROLL for (unsigned i = 0; i < num; i++)
        OF(end)(out + (size_t)OF(BLOCKS) * BLOCK * i, a[i], b[i], c[i], d[i], key, counter, OF(BLOCKS) * i);
}
