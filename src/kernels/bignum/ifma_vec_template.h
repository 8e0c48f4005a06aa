/*
 * Vectors of 64-bit lanes with AVX-512 IFMA, four lanes to a point. ifma_vec4.h and ifma_vec8.h define VEC_LANES,
 * vec_register (the type of the intrinsics) and VEC_INTRINSIC, and add vec_set1 and vec_lanes.
 */
typedef uint64_t vec __attribute__((vector_size(8 * VEC_LANES)));
typedef int64_t signed_vec __attribute__((vector_size(8 * VEC_LANES)));

/* The mask of a set of the lanes 0 to 3 of every point: bit i of the set is lane i. */
INLINE __mmask8 vec_mask(unsigned lanes)
{
    return (__mmask8)(lanes * (VEC_LANES == 8 ? 0x11 : 1));
}

/* p is aligned to the size of a vector. */
INLINE vec vec_load(const void *p)
{
    return (vec) * (const vec_register *)p;
}

INLINE void vec_store(void *p, vec a)
{
    *(vec_register *)p = (vec_register)a;
}

INLINE vec vec_permute(vec a, vec lanes)
{
    return (vec)VEC_INTRINSIC(permutexvar_epi64)((vec_register)lanes, (vec_register)a);
}

/* sum + the lower 52 bits of a b, a and b taken modulo 2^52. */
INLINE vec vec_madd_low(vec sum, vec a, vec b)
{
    return (vec)VEC_INTRINSIC(madd52lo_epu64)((vec_register)sum, (vec_register)a, (vec_register)b);
}

/* sum + the upper 52 bits of a b, a and b taken modulo 2^52. */
INLINE vec vec_madd_high(vec sum, vec a, vec b)
{
    return (vec)VEC_INTRINSIC(madd52hi_epu64)((vec_register)sum, (vec_register)a, (vec_register)b);
}

/* a - b in the lanes of the mask, r in the others. */
INLINE vec vec_difference_in(__mmask8 mask, vec r, vec a, vec b)
{
    return (vec)VEC_INTRINSIC(mask_sub_epi64)((vec_register)r, mask, (vec_register)a, (vec_register)b);
}

/* a + b in the lanes of the mask, a in the others. */
INLINE vec vec_add_in(__mmask8 mask, vec a, vec b)
{
    return (vec)VEC_INTRINSIC(mask_add_epi64)((vec_register)a, mask, (vec_register)a, (vec_register)b);
}

/* a - b in the lanes of the mask, a in the others. */
INLINE vec vec_sub_in(__mmask8 mask, vec a, vec b)
{
    return vec_difference_in(mask, a, a, b);
}

/* b in the lanes of the mask, a in the others. */
INLINE vec vec_take_in(__mmask8 mask, vec a, vec b)
{
    return (vec)VEC_INTRINSIC(mask_mov_epi64)((vec_register)a, mask, (vec_register)b);
}
