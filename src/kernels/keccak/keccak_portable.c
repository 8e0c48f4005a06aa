/* Keccak-p[1600, 24] in the form of FIPS 202 sec. 3.2. */
#include <string.h>

#include "ct/ct.h"
#include "kernels/keccak/keccak_kernels.h"

const uint64_t ab_keccak_rc[AB_KECCAK_ROUNDS] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* n may be 0 */
static uint64_t rotate_left(uint64_t x, unsigned n)
{
    return x << n | x >> (-n & 63);
}

static void theta(uint64_t a[AB_KECCAK_LANES])
{
    uint64_t c[5];

    for (unsigned x = 0; x < 5; x++)
        c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (unsigned i = 0; i < AB_KECCAK_LANES; i++)
        a[i] ^= c[(i + 4) % 5] ^ rotate_left(c[(i + 1) % 5], 1);
}

/*
 * rho and pi: t + 1 steps from (1, 0) lead to a lane whose offset is (t + 1)(t + 2) / 2, and pi moves it to the next
 * one.
 */
static void rho_pi(uint64_t b[AB_KECCAK_LANES], const uint64_t a[AB_KECCAK_LANES])
{
    unsigned x = 1, y = 0;

    b[0] = a[0];
    for (unsigned t = 0; t < 24; t++) {
        unsigned next = (2 * x + 3 * y) % 5;

        b[y + 5 * next] = rotate_left(a[x + 5 * y], (t + 1) * (t + 2) / 2 % 64);
        x = y;
        y = next;
    }
}

static void chi(uint64_t a[AB_KECCAK_LANES], const uint64_t b[AB_KECCAK_LANES])
{
    for (unsigned y = 0; y < AB_KECCAK_LANES; y += 5)
        for (unsigned x = 0; x < 5; x++)
            a[y + x] = b[y + x] ^ (~b[y + (x + 1) % 5] & b[y + (x + 2) % 5]);
}

void ab_keccak_permute_portable(uint64_t state[AB_KECCAK_LANES])
{
    uint64_t b[AB_KECCAK_LANES];

    for (unsigned i = 0; i < AB_KECCAK_ROUNDS; i++) {
        theta(state);
        rho_pi(b, state);
        chi(state, b);
        state[0] ^= ab_keccak_rc[i];
    }
    ab_wipe(b, sizeof(b));
}
