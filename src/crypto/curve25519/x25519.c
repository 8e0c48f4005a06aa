/* X25519 (RFC 7748 sec. 5 and 6.1): public keys and shared secrets. */
#include <string.h>

#include "afterburner/curve25519.h"
#include "crypto/curve25519/curve25519_parts.h"
#include "ct/ct.h"
#include "kernels/curve25519/curve25519_kernels.h"

void ab_x25519_clamp(uint8_t scalar[AB_X25519_LEN], const uint8_t private_key[AB_X25519_LEN])
{
    memmove(scalar, private_key, AB_X25519_LEN);
    scalar[0] &= 248;
    scalar[31] = (uint8_t)((scalar[31] & 127) | 64);
}

void ab_x25519_public(const struct ab_curve25519_kernels *k, uint8_t public_key[AB_X25519_LEN],
                      const uint8_t private_key[AB_X25519_LEN])
{
    uint8_t scalar[AB_X25519_LEN];

    ab_x25519_clamp(scalar, private_key);
    k->base_u(public_key, scalar);
    ab_wipe(scalar, sizeof(scalar));
}

int ab_x25519(const struct ab_curve25519_kernels *k, uint8_t secret[AB_X25519_LEN],
              const uint8_t private_key[AB_X25519_LEN], const uint8_t peer[AB_X25519_LEN])
{
    static const uint8_t zero[AB_X25519_LEN];
    uint8_t scalar[AB_X25519_LEN];
    int differs;

    ab_x25519_clamp(scalar, private_key);
    k->ladder(secret, scalar, peer);
    ab_wipe(scalar, sizeof(scalar));
    differs = ab_ct_memcmp(secret, zero, sizeof(zero));
    AB_PUBLIC(&differs, sizeof(differs)); /* the peer knows its point, and the caller learns the answer */
    return differs != 0;
}
