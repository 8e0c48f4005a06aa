/*
 * The million iterations of RFC 7748 sec. 5.2, with the kernels that this processor would use: a test of the full tier.
 */
#include <string.h>

#include "afterburner/curve25519.h"
#include "afterburner/curve448.h"
#include "harness/harness.h"

enum { MILLION = 1000000, MAX_LEN = AB_X448_LEN };

static const uint8_t after_25519[AB_X25519_LEN] = {
    0x7c, 0x39, 0x11, 0xe0, 0xab, 0x25, 0x86, 0xfd, 0x86, 0x44, 0x97, 0x29, 0x7e, 0x57, 0x5e, 0x6f,
    0x3b, 0xc6, 0x01, 0xc0, 0x88, 0x3c, 0x30, 0xdf, 0x5f, 0x4d, 0xd2, 0xd2, 0x4f, 0x66, 0x54, 0x24,
};
static const uint8_t after_448[AB_X448_LEN] = {
    0x07, 0x7f, 0x45, 0x36, 0x81, 0xca, 0xca, 0x36, 0x93, 0x19, 0x84, 0x20, 0xbb, 0xe5, 0x15, 0xca, 0xe0, 0x00, 0x24,
    0x72, 0x51, 0x9b, 0x3e, 0x67, 0x66, 0x1a, 0x7e, 0x89, 0xca, 0xb9, 0x46, 0x95, 0xc8, 0xf4, 0xbc, 0xd6, 0x6e, 0x61,
    0xb9, 0xb9, 0xc9, 0x46, 0xda, 0x8d, 0x52, 0x4d, 0xe3, 0xd6, 0x9b, 0xd9, 0xd9, 0xd6, 0x6b, 0x99, 0x7e, 0x37,
};

static struct ab_cpu cpu;

static int x25519(uint8_t *out, const uint8_t *scalar, const uint8_t *u)
{
    return ab_x25519(ab_curve25519_pick(&cpu), out, scalar, u);
}

static int x448(uint8_t *out, const uint8_t *scalar, const uint8_t *u)
{
    return ab_x448(ab_curve448_pick(&cpu), out, scalar, u);
}

static void iterate(int (*exchange)(uint8_t *, const uint8_t *, const uint8_t *), size_t len, uint8_t first,
                    const uint8_t *right)
{
    uint8_t scalar[MAX_LEN] = { first }, u[MAX_LEN] = { first }, next[MAX_LEN];

    for (unsigned i = 0; i < MILLION; i++) {
        CHECK(exchange(next, scalar, u));
        memcpy(u, scalar, len);
        memcpy(scalar, next, len);
    }
    CHECK_BYTES(scalar, right, len);
}

int main(void)
{
    ab_cpu_detect(&cpu);
    t_where.subject = "X25519";
    iterate(x25519, AB_X25519_LEN, 9, after_25519);
    t_where.subject = "X448";
    iterate(x448, AB_X448_LEN, 5, after_448);
    return t_finish();
}
