/* ChaCha20, Poly1305 and ChaCha20-Poly1305, slow and plain: see chacha_model.h. */
#include "chacha_model.h"

#include <string.h>

/* ---- ChaCha20, sec. 2.3 ---- */

enum { WORDS = 16, BLOCK = 64 };

static void quarter_round(uint32_t x[WORDS], unsigned a, unsigned b, unsigned c, unsigned d)
{
    static const unsigned distances[] = { 16, 12, 8, 7 };

    for (unsigned i = 0; i < 4; i++) {
        unsigned to = i % 2 == 0 ? a : c, from = i % 2 == 0 ? b : d, turned = i % 2 == 0 ? d : b;

        x[to] += x[from];
        x[turned] ^= x[to];
        x[turned] = x[turned] << distances[i] | x[turned] >> (32 - distances[i]);
    }
}

static uint32_t load(const uint8_t *in)
{
    return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

static void make_block(const uint32_t start[WORDS], uint8_t out[BLOCK])
{
    uint32_t x[WORDS];

    memcpy(x, start, sizeof(x));
    for (unsigned round = 0; round < 20; round++)
        for (unsigned i = 0; i < 4; i++) {
            unsigned turn = round % 2;

            quarter_round(x, i, 4 + (i + turn) % 4, 8 + (i + 2 * turn) % 4, 12 + (i + 3 * turn) % 4);
        }
    for (unsigned i = 0; i < BLOCK; i++)
        out[i] = (uint8_t)((x[i / 4] + start[i / 4]) >> 8 * (i % 4));
}

void model_keystream(const uint8_t key[32], const uint8_t iv[16], uint8_t *out, size_t num_blocks)
{
    uint32_t start[WORDS];

    for (unsigned i = 0; i < 4; i++) {
        start[i] = load((const uint8_t *)"expand 32-byte k" + 4 * i);
        start[12 + i] = load(iv + 4 * i);
    }
    for (unsigned i = 0; i < 8; i++)
        start[4 + i] = load(key + 4 * i);
    for (size_t n = 0; n < num_blocks; n++) {
        make_block(start, out + BLOCK * n);
        if (++start[12] == 0)
            start[13]++;
    }
}

/* ---- Poly1305, sec. 2.5: numbers of 17 bytes ---- */

enum { DIGITS = 17 };

/* Reduce the top digit: 2^130 = 5. The value stays below 2^130 + 5 * 2^6 and has the same residue. */
static void fold_top(uint32_t x[DIGITS])
{
    uint32_t carry = 5 * (x[DIGITS - 1] >> 2);

    x[DIGITS - 1] &= 3;
    for (unsigned i = 0; i < DIGITS; i++) {
        carry += x[i];
        x[i] = carry & 0xff;
        carry >>= 8;
    }
}

/* h := h r mod p */
static void multiply(uint32_t h[DIGITS], const uint32_t r[DIGITS])
{
    uint32_t product[DIGITS], carry = 0;

    for (unsigned i = 0; i < DIGITS; i++) {
        product[i] = 0;
        for (unsigned j = 0; j < DIGITS; j++) /* 2^136 = 5 * 2^6 */
            product[i] += j <= i ? h[j] * r[i - j] : 320 * h[j] * r[i + DIGITS - j];
    }
    for (unsigned i = 0; i < DIGITS - 1; i++) {
        carry += product[i];
        h[i] = carry & 0xff;
        carry >>= 8;
    }
    h[DIGITS - 1] = carry + product[DIGITS - 1];
    fold_top(h);
    fold_top(h);
}

/* h := h mod p */
static void reduce(uint32_t h[DIGITS])
{
    uint32_t less[DIGITS], carry = 5;

    fold_top(h);
    for (unsigned i = 0; i < DIGITS; i++) {
        carry += h[i];
        less[i] = carry & 0xff;
        carry >>= 8;
    }
    if (less[DIGITS - 1] >= 4) {
        less[DIGITS - 1] -= 4;
        memcpy(h, less, sizeof(less));
    }
}

void model_poly1305(const uint8_t key[32], const uint8_t *in, size_t len, uint8_t tag[16])
{
    uint32_t h[DIGITS] = { 0 }, r[DIGITS] = { 0 }, carry = 0;

    for (unsigned i = 0; i < 16; i++)
        r[i] = key[i] & (i % 4 == 3 ? 15 : i % 4 == 0 && i != 0 ? 252 : 255);
    for (size_t at = 0; at < len; at += 16) {
        size_t num = len - at < 16 ? len - at : 16;

        carry = 0;
        for (unsigned i = 0; i < DIGITS; i++) {
            carry += h[i] + (i < num ? in[at + i] : i == num);
            h[i] = i == DIGITS - 1 ? carry : carry & 0xff;
            carry >>= 8;
        }
        multiply(h, r);
    }
    reduce(h);
    carry = 0;
    for (unsigned i = 0; i < 16; i++) {
        carry += h[i] + key[16 + i];
        tag[i] = (uint8_t)carry;
        carry >>= 8;
    }
}

void model_aead_tag(const uint8_t one_time_key[32], const uint8_t *aad, size_t aad_len, const uint8_t *ciphertext,
                    size_t len, uint8_t tag[16])
{
    static uint8_t all[20480];
    size_t at = (aad_len + 15) / 16 * 16, end = at + (len + 15) / 16 * 16;

    memset(all, 0, end + 16);
    memcpy(all, aad, aad_len);
    memcpy(all + at, ciphertext, len);
    for (unsigned i = 0; i < 4; i++) {
        all[end + i] = (uint8_t)(aad_len >> 8 * i);
        all[end + 8 + i] = (uint8_t)(len >> 8 * i);
    }
    model_poly1305(one_time_key, all, end + 16, tag);
}
