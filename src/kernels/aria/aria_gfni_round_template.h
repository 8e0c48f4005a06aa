/*
 * A round of ARIA over one register, for aria_rounds_gfni.h. It is included twice: with OF(name) as vec_##name for
 * vectors of blocks, and as block_##name for single blocks, whose narrow registers shuffle twice as often.
 */

AB_INLINE OF(value) OF(operand)(const void *p)
{
    return OF(broadcast)(_mm_load_si128((const __m128i *)p));
}

/* Invert. first: what SB1 and SB2 make; second: what SB3 and SB4 make. */
AB_INLINE void OF(aria_substitute)(OF(value) a, OF(value) * first, OF(value) * second)
{
    *first = OF(affine_inverse)(a, OF(operand)(aria_leave));
    *second = OF(affine_inverse)(OF(affine)(a, OF(operand)(aria_enter)), OF(operand)(aria_identity));
}

/* Add up to four bytes of a to each byte of b. */
AB_INLINE OF(value) OF(aria_add)(OF(value) b, OF(value) a, const uint8_t inputs[4][16])
{
    b = OF(xor3)(b, OF(shuffle8)(a, OF(operand)(inputs[0])), OF(shuffle8)(a, OF(operand)(inputs[1])));
    return OF(xor3)(b, OF(shuffle8)(a, OF(operand)(inputs[2])), OF(shuffle8)(a, OF(operand)(inputs[3])));
}

/* The diffusion layer, from the order of one round to that of the next. */
AB_INLINE OF(value) OF(aria_diffuse)(OF(value) first, OF(value) second, OF(value) key)
{
    return OF(aria_add)(OF(aria_add)(key, first, aria_first), second, aria_second);
}

/* All rounds over num registers, without the first key and the last. rk: the keys between. */
AB_INLINE void OF(aria_rounds)(const uint8_t (*rk)[AB_AES_BLOCK], unsigned rounds, OF(value) * b, unsigned num)
{
    OF(value) first, second;

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = OF(shuffle8)(b[i], OF(operand)(aria_arrange_odd));
    for (; --rounds != 0; rk++)
        AB_UNROLL for (unsigned i = 0; i < num; i++) {
            OF(aria_substitute)(b[i], &first, &second);
            b[i] = OF(aria_diffuse)(first, second, OF(operand)(rk[0]));
        }
    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        OF(aria_substitute)(b[i], &first, &second);
        b[i] = OF(xor)(OF(shuffle8)(first, OF(operand)(aria_last_first)),
                       OF(shuffle8)(second, OF(operand)(aria_last_second)));
    }
}
