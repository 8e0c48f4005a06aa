/*
 * The rounds of rounds_template.h for kernels whose body is the same in both directions: enc is a constant 1 or 0 where
 * the body is inlined, and picks the schedule and the instruction.
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
    return enc ? vec_aesenclast(b, k) : vec_aesdeclast(b, k);
}

/* Round r of 1..rounds - 1. */
AB_INLINE void middle_round(const struct ab_aes_key *key, unsigned r, vec *b, unsigned num, int enc)
{
    if (enc)
        encrypt_round(key->enc[r], b, num);
    else
        decrypt_round(key->dec[r], b, num);
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
