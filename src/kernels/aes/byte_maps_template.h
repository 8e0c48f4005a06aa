/*
 * Linear maps of all bytes of vectors, by lookups in registers, for ciphers whose S-boxes are affinely equivalent to
 * AES's: aesenclast computes the inversion, and such maps what differs.
 */
#include "kernels/aes/vectors_template.h"
#include "kernels/aes/byte_map.h"

/* The nibbles of the bytes. */
struct nibbles {
    vec low, high;
};

/* mask: 15 where a byte counts, 0 where the result is that of a zero. */
AB_INLINE struct nibbles split_nibbles_under(vec a, vec mask)
{
    return (struct nibbles){ vec_and(a, mask), vec_and(vec_shr32(a, 4), mask) };
}

AB_INLINE struct nibbles split_nibbles(vec a)
{
    return split_nibbles_under(a, vec_broadcast(_mm_set1_epi8(15)));
}

AB_INLINE vec map_bytes(struct nibbles n, const ab_byte_map map)
{
    return vec_xor(vec_shuffle8(round_key(map[0]), n.low), vec_shuffle8(round_key(map[1]), n.high));
}
