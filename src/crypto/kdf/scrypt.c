/* scrypt (RFC 7914): check its parameters, allocate its memory, and run PBKDF2 before and after the mixing. */
#include "afterburner/scrypt.h"

#include "afterburner/pbkdf2.h"
#include "ct/ct.h"
#include "kernels/scrypt/scrypt_kernels.h"

enum { UNIT = 128, MAX_RP = (1 << 30) - 1 }; /* a block has 128 r bytes; RFC 7914 sec. 6 */

/* 1 for a power of 2 below 2^(128 r / 8). */
static int is_power_in_bounds(uint64_t n, uint64_t r)
{
    return n >= 2 && (n & (n - 1)) == 0 && (16 * r > 63 || n < UINT64_C(1) << 16 * r);
}

int ab_scrypt_memory_len(const struct ab_scrypt_cost *cost, size_t *len)
{
    uint64_t num_blocks;

    if (cost->r == 0 || cost->p == 0 || cost->p > MAX_RP / cost->r || !is_power_in_bounds(cost->n, cost->r))
        return 0;
    num_blocks = cost->n + cost->p + 1; /* one block is mixed at a time, through N and one more */
    return !__builtin_mul_overflow(num_blocks, UNIT * cost->r, len);
}

/* RFC 7914 sec. 6. */
void ab_scrypt(const struct ab_hash *hash, const struct ab_scrypt_cost *cost, const uint8_t *password,
               size_t password_len, const uint8_t *salt, size_t salt_len, void *memory, uint8_t *out, size_t out_len)
{
    size_t block_len = (size_t)(UNIT * cost->r), blocks_len = (size_t)(block_len * cost->p);
    uint8_t *blocks = memory, *rest = blocks + blocks_len;

    ab_pbkdf2(hash, password, password_len, salt, salt_len, 1, blocks, blocks_len);
    for (size_t i = 0; i < blocks_len; i += block_len)
        ab_scrypt_mix_scalar(blocks + i, (size_t)cost->r, cost->n, rest);
    ab_pbkdf2(hash, password, password_len, blocks, blocks_len, 1, out, out_len);
    ab_wipe(memory, blocks_len + block_len * (size_t)(cost->n + 1));
}
