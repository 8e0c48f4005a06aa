/* X448 (RFC 7748 sec. 5 and 6.2): public keys and shared secrets. */
#include <string.h>

#include "afterburner/curve448.h"
#include "crypto/curve448/curve448_parts.h"
#include "crypto/eddsa/scalar.h"
#include "ct/ct.h"
#include "kernels/curve448/curve448_kernels.h"

void ab_x448_clamp(uint8_t scalar[AB_X448_LEN], const uint8_t private_key[AB_X448_LEN])
{
    memmove(scalar, private_key, AB_X448_LEN);
    scalar[0] &= 252;
    scalar[55] |= 128;
}

void ab_x448_public(const struct ab_curve448_kernels *k, uint8_t public_key[AB_X448_LEN],
                    const uint8_t private_key[AB_X448_LEN])
{
    uint8_t scalar[AB_X448_LEN];

    ab_x448_clamp(scalar, private_key);
    ab_scalar_reduce(&ab_order448, scalar, scalar, sizeof(scalar)); /* the order of the base point */
    k->base_u(public_key, scalar);
    ab_wipe(scalar, sizeof(scalar));
}

int ab_x448(const struct ab_curve448_kernels *k, uint8_t secret[AB_X448_LEN], const uint8_t private_key[AB_X448_LEN],
            const uint8_t peer[AB_X448_LEN])
{
    static const uint8_t zero[AB_X448_LEN];
    uint8_t scalar[AB_X448_LEN];
    int differs;

    ab_x448_clamp(scalar, private_key);
    k->ladder(secret, scalar, peer);
    ab_wipe(scalar, sizeof(scalar));
    differs = ab_ct_memcmp(secret, zero, sizeof(zero));
    AB_PUBLIC(&differs, sizeof(differs)); /* the peer knows its point, and the caller learns the answer */
    return differs != 0;
}
