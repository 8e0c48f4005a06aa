/* Argon2's filling of memory in plain C, row by row and column by column (RFC 9106 sec. 3.5 and 3.6). */
#include "kernels/argon2/argon2_kernels.h"
#include "kernels/inline.h"

enum { NUM_GROUPS = 8 };

struct mixing {
    struct ab_argon2_block sum, rows;
};

INLINE uint64_t rotate_right(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

INLINE void add_product(uint64_t *a, uint64_t b)
{
    *a += b + 2 * (uint64_t)(uint32_t)*a * (uint32_t)b;
}

INLINE void gb(uint64_t v[16], unsigned a, unsigned b, unsigned c, unsigned d)
{
    add_product(&v[a], v[b]);
    v[d] = rotate_right(v[d] ^ v[a], 32);
    add_product(&v[c], v[d]);
    v[b] = rotate_right(v[b] ^ v[c], 24);
    add_product(&v[a], v[b]);
    v[d] = rotate_right(v[d] ^ v[a], 16);
    add_product(&v[c], v[d]);
    v[b] = rotate_right(v[b] ^ v[c], 63);
}

/* P of eight cells of two words, `step` words apart. */
INLINE void permute(uint64_t *w, unsigned step)
{
    uint64_t v[16];

    UNROLL for (unsigned i = 0; i < 16; i++)
        v[i] = w[i / 2 * step + i % 2];
    UNROLL for (unsigned i = 0; i < 4; i++)
        gb(v, i, 4 + i, 8 + i, 12 + i);
    UNROLL for (unsigned i = 0; i < 4; i++)
        gb(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    UNROLL for (unsigned i = 0; i < 16; i++)
        w[i / 2 * step + i % 2] = v[i];
}

INLINE void mix_rows(struct mixing *m, const struct ab_argon2_block *a, const struct ab_argon2_block *b)
{
    for (unsigned i = 0; i < AB_ARGON2_WORDS; i++)
        m->rows.w[i] = m->sum.w[i] = a->w[i] ^ b->w[i];
    LOOP for (unsigned i = 0; i < 8; i++)
        permute(&m->rows.w[16 * i], 2);
}

INLINE void mix_columns(struct mixing *m, unsigned column, struct ab_argon2_block *out, int adds)
{
    permute(&m->rows.w[2 * column], 16);
    UNROLL for (unsigned row = 0; row < 8; row++) {
        UNROLL for (unsigned i = 16 * row + 2 * column; i < 16 * row + 2 * column + 2; i++)
            out->w[i] = m->rows.w[i] ^ m->sum.w[i] ^ (adds ? out->w[i] : 0);
    }
}

#include "kernels/argon2/argon2_template.h"

const struct ab_argon2_kernels ab_argon2_portable = {
    .needs = { .name = "portable", .level = AB_LEVEL_NONE, .is_fallback = 1 },
    .fill = fill,
};
