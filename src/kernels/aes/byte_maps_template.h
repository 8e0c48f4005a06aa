/*
 * Linear maps of all bytes of a vector, by lookups in registers. Ciphers whose S-boxes are affinely equivalent to AES's
 * compute the inversion by aesenclast, and by these maps the rest.
 */
#include "kernels/aes/vectors_template.h"
#include "kernels/aes/byte_map.h"

/* The nibbles of the bytes. */
struct nibbles {
    vec low, high;
};

/* mask: 15 for a byte to be split, 0 for one to be taken as zero. */
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
