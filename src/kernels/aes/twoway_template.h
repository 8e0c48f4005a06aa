/*
 * The rounds of rounds_template.h for kernels whose body is the same in both directions: enc is a constant 1 or 0
 * where the body is inlined, and selects the schedule and the instruction. Also parts of blocks, for kernels that take
 * any length.
 */

AB_INLINE vec first_key(const struct ab_aes_key *key, int enc)
{
    return round_key(enc ? key->enc[0] : key->dec[0]);
}

AB_INLINE vec last_key(const struct ab_aes_key *key, int enc)
{
    return round_key(enc ? key->enc[key->rounds] : key->dec[key->rounds]);
}

AB_INLINE vec last_round(vec b, vec k, int enc)
{
    return enc ? encrypt_last(b, k) : decrypt_last(b, k);
}

/*
 * Round r of 1..rounds - 1. Load its key here and not before: compilers like to keep round keys in registers that the
 * data needs, and to run the vectors one after another instead of side by side.
 */
AB_INLINE void middle_round(const struct ab_aes_key *key, unsigned r, vec *b, unsigned num, int enc)
{
    __asm__ volatile("" : : : "memory");
    if (enc)
        encrypt_round(key, r, b, num);
    else
        decrypt_round(key, r, b, num);
}

/* The rounds after the ninth that 192- and 256-bit keys have, up to rounds - 1. */
AB_INLINE void late_rounds(const struct ab_aes_key *key, vec *b, unsigned num, int enc)
{
    if (key->rounds > 10) {
        middle_round(key, 10, b, num, enc);
        middle_round(key, 11, b, num, enc);
    }
    if (key->rounds > 12) {
        middle_round(key, 12, b, num, enc);
        middle_round(key, 13, b, num, enc);
    }
}

/* All rounds but the first xor and the last. */
AB_INLINE void middle_rounds(const struct ab_aes_key *key, vec *b, unsigned num, int enc)
{
    AB_UNROLL for (unsigned r = 1; r < 10; r++)
        middle_round(key, r, b, num, enc);
    late_rounds(key, b, num, enc);
}

/* The first n >= 1 bytes, zeros after them; 16 if n is more. */
AB_INLINE __m128i load_part(const uint8_t *in, size_t n)
{
    return n >= 16 ? load_block(in) : block_load_part(in, n);
}

AB_INLINE void store_part(uint8_t *out, __m128i a, size_t n)
{
    if (n >= 16)
        store_block(out, a);
    else
        block_store_part(out, a, n);
}

/* The first n >= 1 bytes of a, zeros after them. */
AB_INLINE __m128i keep_part(__m128i a, size_t n)
{
    return n >= 16 ? a : move_down(move_up(a, 16 - n), 16 - n);
}
