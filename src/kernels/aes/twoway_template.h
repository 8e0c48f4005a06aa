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
    vec k = round_key(enc ? key->enc[r] : key->dec[r]);

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = enc ? vec_aesenc(b[i], k) : vec_aesdec(b[i], k);
}

/* All rounds but the last, the first key included. */
AB_INLINE void all_middle_rounds(const struct ab_aes_key *key, vec *b, unsigned num, int enc)
{
    if (enc)
        encrypt_rounds(key, b, num);
    else
        decrypt_rounds(key, b, num);
}
