/*
 * The AES rounds over NUM vectors side by side (FIPS 197 sec. 5.1 and 5.3.5). With latency 4 and two instructions a
 * cycle, eight vectors in flight fill the AES unit.
 *
 * Round keys are loaded from memory and broadcast, one load for all the vectors of a round. The last round key may be
 * folded into the data that is xored afterwards: aesenclast(s, k ^ d) = aesenclast(s, k) ^ d.
 */
#include "kernels/aes/vectors_template.h"

enum { MOST_ROUNDS = 14, NARROW_BLOCKS = 1 };

/*
 * How many vectors go through the rounds in step; then the rest do, while the processor still works on these. 32-bit
 * code has eight registers.
 */
enum { IN_STEP = sizeof(size_t) < sizeof(uint64_t) ? WIDE / 2 : WIDE };

/* Hide that the key is the same, or the compiler keeps the broadcast round keys, which it must then spill. */
AB_INLINE void load_anew(const struct ab_aes_key **key)
{
    __asm__ volatile("" : "+r"(*key));
}

AB_INLINE unsigned num_rounds(const struct ab_aes_key *key)
{
    return key->rounds;
}

AB_INLINE void encrypt_round(const struct ab_aes_key *key, unsigned r, vec *b, unsigned num)
{
    vec k = round_key(key->enc[r]);

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesenc(b[i], k);
}

AB_INLINE void decrypt_round(const struct ab_aes_key *key, unsigned r, vec *b, unsigned num)
{
    vec k = round_key(key->dec[r]);

    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesdec(b[i], k);
}

AB_INLINE vec encrypt_last(vec b, vec k)
{
    return vec_aesenclast(b, k);
}

AB_INLINE vec decrypt_last(vec b, vec k)
{
    return vec_aesdeclast(b, k);
}

AB_INLINE __m128i encrypt_last_block(__m128i b, __m128i k)
{
    return _mm_aesenclast_si128(b, k);
}

/*
 * All rounds but the first xor and the last, in place. Straight-line: from a loop over the rounds the compilers make
 * one register copy for each vector and round, which together with the loop's own instructions fills the front end of
 * a core that issues six a cycle.
 */
AB_INLINE void encrypt_middle_rounds_of(const struct ab_aes_key *key, vec *b, unsigned num)
{
    AB_UNROLL for (unsigned r = 1; r < 10; r++)
        encrypt_round(key, r, b, num);
    if (key->rounds > 10) {
        encrypt_round(key, 10, b, num);
        encrypt_round(key, 11, b, num);
    }
    if (key->rounds > 12) {
        encrypt_round(key, 12, b, num);
        encrypt_round(key, 13, b, num);
    }
}

AB_INLINE void encrypt_middle_rounds(const struct ab_aes_key *key, vec *b, unsigned num)
{
    encrypt_middle_rounds_of(key, b, num < IN_STEP ? num : IN_STEP);
    if (num > IN_STEP) {
        load_anew(&key);
        encrypt_middle_rounds_of(key, b + IN_STEP, num - IN_STEP);
    }
}

/* All rounds but the last, in place. */
AB_INLINE void encrypt_rounds(const struct ab_aes_key *key, vec *b, unsigned num)
{
    whiten(key->enc[0], b, num);
    encrypt_middle_rounds(key, b, num);
}

AB_INLINE void encrypt_vecs(const struct ab_aes_key *key, vec *b, unsigned num)
{
    vec k = round_key(key->enc[key->rounds]);

    encrypt_rounds(key, b, num);
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesenclast(b[i], k);
}

AB_INLINE void decrypt_middle_rounds_of(const struct ab_aes_key *key, vec *b, unsigned num)
{
    AB_UNROLL for (unsigned r = 1; r < 10; r++)
        decrypt_round(key, r, b, num);
    if (key->rounds > 10) {
        decrypt_round(key, 10, b, num);
        decrypt_round(key, 11, b, num);
    }
    if (key->rounds > 12) {
        decrypt_round(key, 12, b, num);
        decrypt_round(key, 13, b, num);
    }
}

AB_INLINE void decrypt_rounds(const struct ab_aes_key *key, vec *b, unsigned num)
{
    whiten(key->dec[0], b, num);
    decrypt_middle_rounds_of(key, b, num < IN_STEP ? num : IN_STEP);
    if (num > IN_STEP) {
        load_anew(&key);
        decrypt_middle_rounds_of(key, b + IN_STEP, num - IN_STEP);
    }
}

AB_INLINE void decrypt_vecs(const struct ab_aes_key *key, vec *b, unsigned num)
{
    vec k = round_key(key->dec[key->rounds]);

    decrypt_rounds(key, b, num);
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = vec_aesdeclast(b[i], k);
}

/*
 * Rounds 1 to rounds - 1 of one block in a serial chain: straight-line, so that no loop exit is ever mispredicted while
 * nothing else is in flight.
 */
AB_INLINE __m128i chain_rounds(const struct ab_aes_key *key, __m128i s)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;

    AB_UNROLL for (unsigned r = 1; r < 10; r++)
        s = _mm_aesenc_si128(s, rk[r]);
    if (key->rounds > 10) {
        s = _mm_aesenc_si128(s, rk[10]);
        s = _mm_aesenc_si128(s, rk[11]);
    }
    if (key->rounds > 12) {
        s = _mm_aesenc_si128(s, rk[12]);
        s = _mm_aesenc_si128(s, rk[13]);
    }
    return s;
}

/* Rounds 1 to rounds - 1 of the chain x and of the block s beside it. */
AB_INLINE void chain_rounds_beside(const struct ab_aes_key *key, __m128i *x, __m128i *s)
{
    AB_UNROLL for (unsigned r = 1; r < 10; r++) {
        *x = _mm_aesenc_si128(*x, block_key(key, r));
        *s = _mm_aesenc_si128(*s, block_key(key, r));
    }
    for (unsigned r = 10; r < key->rounds; r++) {
        *x = _mm_aesenc_si128(*x, block_key(key, r));
        *s = _mm_aesenc_si128(*s, block_key(key, r));
    }
}

AB_INLINE __m128i decrypt_chain_rounds(const struct ab_aes_key *key, __m128i s)
{
    const __m128i *rk = (const __m128i *)(const void *)key->dec;

    AB_UNROLL for (unsigned r = 1; r < 10; r++)
        s = _mm_aesdec_si128(s, rk[r]);
    if (key->rounds > 10) {
        s = _mm_aesdec_si128(s, rk[10]);
        s = _mm_aesdec_si128(s, rk[11]);
    }
    if (key->rounds > 12) {
        s = _mm_aesdec_si128(s, rk[12]);
        s = _mm_aesdec_si128(s, rk[13]);
    }
    return s;
}

/* AES-XTS is IEEE 1619's alone: xts_template.h. */
AB_INLINE vec tweak_order(vec t, int gb)
{
    (void)gb;
    return t;
}

AB_INLINE __m128i tweak_order_of_block(__m128i t, int gb)
{
    (void)gb;
    return t;
}

/* One block: serial chains and tails. */
AB_INLINE __m128i encrypt_block(const struct ab_aes_key *key, __m128i b)
{
    const __m128i *rk = (const __m128i *)(const void *)key->enc;

    return _mm_aesenclast_si128(chain_rounds(key, _mm_xor_si128(b, rk[0])), rk[key->rounds]);
}

AB_INLINE __m128i decrypt_block(const struct ab_aes_key *key, __m128i b)
{
    const __m128i *rk = (const __m128i *)(const void *)key->dec;

    return _mm_aesdeclast_si128(decrypt_chain_rounds(key, _mm_xor_si128(b, rk[0])), rk[key->rounds]);
}
