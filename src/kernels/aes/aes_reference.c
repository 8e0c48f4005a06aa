/* The reference of AES and its modes: written from the standards, only for tests. */
#include "kernels/aes/aes_reference.h"

#include <string.h>

/* ---- the field GF(2^8), FIPS 197 sec. 4, and the block cipher ---- */

static uint8_t times(uint8_t a, uint8_t b)
{
    uint8_t product = 0;

    for (; b != 0; b >>= 1) {
        if (b & 1)
            product ^= a;
        a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
    }
    return product;
}

static uint8_t sbox[256], inverse_sbox[256];
static uint8_t times_table[16][256]; /* rows 2, 3, 9, 11, 13, 14: the coefficients of MixColumns and its inverse */

/* S-box, FIPS 197 sec. 5.1.1: the inverse a^254, then an affine map: b ^ rotations of b by 1, 2, 3, 4 ^ 0x63. */
static uint8_t substitute(uint8_t a)
{
    uint8_t b = 1, s;

    for (unsigned i = 0; i < 254; i++)
        b = times(b, a);
    s = b;
    for (unsigned i = 1; i <= 4; i++)
        s ^= (uint8_t)(b << i | b >> (8 - i));
    return s ^ 0x63;
}

static void make_tables(void)
{
    static const uint8_t coefficients[] = { 2, 3, 9, 11, 13, 14 };

    if (sbox[0] != 0)
        return;
    for (unsigned a = 0; a < 256; a++) {
        for (unsigned i = 0; i < sizeof(coefficients); i++)
            times_table[coefficients[i]][a] = times(coefficients[i], (uint8_t)a);
        sbox[a] = substitute((uint8_t)a);
        inverse_sbox[sbox[a]] = (uint8_t)a;
    }
}

void ab_ref_expand(struct ab_ref_key *k, const uint8_t *key, size_t key_len)
{
    uint8_t *w = k->round_key[0], rcon = 1;
    size_t words = key_len / 4;

    make_tables();
    k->cipher = AB_REF_AES;
    k->rounds = (unsigned)words + 6;
    memcpy(w, key, key_len);
    for (size_t i = words; i < 4 * (k->rounds + 1); i++) {
        uint8_t t[4], first;

        memcpy(t, w + 4 * i - 4, 4);
        if (i % words == 0) {
            first = t[0];
            t[0] = sbox[t[1]] ^ rcon;
            t[1] = sbox[t[2]];
            t[2] = sbox[t[3]];
            t[3] = sbox[first];
            rcon = times(rcon, 2);
        } else if (words == 8 && i % 8 == 4) {
            for (unsigned j = 0; j < 4; j++)
                t[j] = sbox[t[j]];
        }
        for (unsigned j = 0; j < 4; j++)
            w[4 * i + j] = w[4 * (i - words) + j] ^ t[j];
    }
}

void ab_ref_expand_for(struct ab_ref_key *k, enum ab_ref_cipher cipher, const uint8_t *key, size_t key_len)
{
    memset(k, 0, sizeof(*k));
    switch (cipher) {
    case AB_REF_SM4: ab_ref_sm4_expand(k->sm4_key, key); break;
    case AB_REF_ARIA: ab_ref_aria_expand(&k->aria_key, key, key_len); break;
    case AB_REF_CAMELLIA: ab_ref_camellia_expand(&k->camellia_key, key, key_len); break;
    default: ab_ref_expand(k, key, key_len);
    }
    k->cipher = cipher;
}

static void xor_block(uint8_t a[16], const uint8_t b[16])
{
    for (unsigned i = 0; i < 16; i++)
        a[i] ^= b[i];
}

/* out[r] = sum of coefficient[(c - r) mod 4] * column[c] */
static void mix_columns(uint8_t s[16], const uint8_t coefficient[4])
{
    for (unsigned column = 0; column < 16; column += 4) {
        uint8_t t[4] = { 0, 0, 0, 0 };

        for (unsigned r = 0; r < 4; r++)
            for (unsigned c = 0; c < 4; c++) {
                uint8_t f = coefficient[(c + 4 - r) % 4], a = s[column + c];

                t[r] ^= f == 1 ? a : times_table[f][a];
            }
        memcpy(s + column, t, 4);
    }
}

/* Row r moves left by r columns: SubBytes and ShiftRows at once. */
static void sub_and_shift(uint8_t s[16])
{
    uint8_t t[16];

    for (unsigned i = 0; i < 16; i++)
        t[i] = sbox[s[(i + 4 * (i % 4)) % 16]];
    memcpy(s, t, 16);
}

static void inverse_sub_and_shift(uint8_t s[16])
{
    uint8_t t[16];

    for (unsigned i = 0; i < 16; i++)
        t[(i + 4 * (i % 4)) % 16] = inverse_sbox[s[i]];
    memcpy(s, t, 16);
}

static void crypt_other(const struct ab_ref_key *k, int decrypt, const uint8_t in[16], uint8_t out[16])
{
    switch (k->cipher) {
    case AB_REF_SM4: ab_ref_sm4_crypt(k->sm4_key, decrypt, in, out); break;
    case AB_REF_ARIA: ab_ref_aria_crypt(&k->aria_key, decrypt, in, out); break;
    default: ab_ref_camellia_crypt(&k->camellia_key, decrypt, in, out);
    }
}

void ab_ref_encrypt(const struct ab_ref_key *k, const uint8_t in[16], uint8_t out[16])
{
    static const uint8_t coefficient[4] = { 2, 3, 1, 1 };
    uint8_t s[16];

    if (k->cipher != AB_REF_AES) {
        crypt_other(k, 0, in, out);
        return;
    }
    memcpy(s, in, 16);
    xor_block(s, k->round_key[0]);
    for (unsigned r = 1; r <= k->rounds; r++) {
        sub_and_shift(s);
        if (r < k->rounds)
            mix_columns(s, coefficient);
        xor_block(s, k->round_key[r]);
    }
    memcpy(out, s, 16);
}

void ab_ref_decrypt(const struct ab_ref_key *k, const uint8_t in[16], uint8_t out[16])
{
    static const uint8_t coefficient[4] = { 14, 11, 13, 9 };
    uint8_t s[16];

    if (k->cipher != AB_REF_AES) {
        crypt_other(k, 1, in, out);
        return;
    }
    memcpy(s, in, 16);
    for (unsigned r = k->rounds; r > 0; r--) {
        xor_block(s, k->round_key[r]);
        if (r < k->rounds)
            mix_columns(s, coefficient);
        inverse_sub_and_shift(s);
    }
    xor_block(s, k->round_key[0]);
    memcpy(out, s, 16);
}

/* ---- SP 800-38A ---- */

void ab_ref_ecb(const struct ab_ref_key *k, int decrypt, const uint8_t *in, uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i += 16)
        (decrypt ? ab_ref_decrypt : ab_ref_encrypt)(k, in + i, out + i);
}

void ab_ref_cbc(const struct ab_ref_key *k, int decrypt, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i += 16) {
        uint8_t block[16];

        memcpy(block, in + i, 16);
        if (decrypt) {
            ab_ref_decrypt(k, block, out + i);
            xor_block(out + i, iv);
            memcpy(iv, block, 16);
        } else {
            xor_block(iv, block);
            ab_ref_encrypt(k, iv, iv);
            memcpy(out + i, iv, 16);
        }
    }
}

void ab_ref_cfb(const struct ab_ref_key *k, int decrypt, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len)
{
    uint8_t stream[16] = { 0 };

    for (size_t i = 0; i < len; i++) {
        uint8_t a = in[i];

        if (i % 16 == 0)
            ab_ref_encrypt(k, iv, stream);
        out[i] = a ^ stream[i % 16];
        iv[i % 16] = decrypt ? a : out[i];
    }
}

void ab_ref_cfb8(const struct ab_ref_key *k, int decrypt, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        uint8_t stream[16], a = in[i];

        ab_ref_encrypt(k, iv, stream);
        out[i] = a ^ stream[0];
        memmove(iv, iv + 1, 15);
        iv[15] = decrypt ? a : out[i];
    }
}

void ab_ref_cfb1(const struct ab_ref_key *k, int decrypt, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                 size_t num_bits)
{
    for (size_t i = 0; i < num_bits; i++) {
        unsigned shift = 7 - i % 8, a = in[i / 8] >> shift & 1u, b;
        uint8_t stream[16];

        ab_ref_encrypt(k, iv, stream);
        b = a ^ stream[0] >> 7;
        out[i / 8] = (uint8_t)((out[i / 8] & ~(1u << shift)) | b << shift);
        for (unsigned j = 0; j < 16; j++) {
            unsigned next = j < 15 ? iv[j + 1] >> 7 : decrypt ? a : b;

            iv[j] = (uint8_t)((unsigned)iv[j] << 1 | next);
        }
    }
}

void ab_ref_ofb(const struct ab_ref_key *k, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (i % 16 == 0)
            ab_ref_encrypt(k, iv, iv);
        out[i] = in[i] ^ iv[i % 16];
    }
}

/* Add one to the last `width` bytes, big-endian. */
static void increment(uint8_t block[16], unsigned width)
{
    for (unsigned i = 15; i + width >= 16 && ++block[i] == 0; i--)
        if (i == 0)
            return;
}

static void ctr(const struct ab_ref_key *k, uint8_t counter[16], unsigned width, const uint8_t *in, uint8_t *out,
                size_t len)
{
    uint8_t stream[16] = { 0 };

    for (size_t i = 0; i < len; i++) {
        if (i % 16 == 0) {
            ab_ref_encrypt(k, counter, stream);
            increment(counter, width);
        }
        out[i] = in[i] ^ stream[i % 16];
    }
}

void ab_ref_ctr(const struct ab_ref_key *k, uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t len)
{
    ctr(k, counter, 16, in, out, len);
}

/* Move the last `last` bytes of a message in front of the 16 bytes before them, or back. */
static void swap_last(uint8_t *out, size_t len, size_t last, int back)
{
    uint8_t t[32], *p = out + len - 16 - last;

    memcpy(t, p, 16 + last);
    if (back) {
        memcpy(p, t + 16, last);
        memcpy(p + last, t, 16);
    } else {
        memcpy(p, t + last, 16);
        memcpy(p + 16, t, last);
    }
}

/* 1 if this variant swaps the last two blocks: CS2 if the last is partial, CS3 always (of a single block: never). */
static int swaps(unsigned cs, size_t len)
{
    return len > 16 && (cs == 3 || (cs == 2 && len % 16 != 0));
}

/* CS1: C1 .. C(n-2), the first d bytes of C(n-1), C(n), where P(n) is padded with zeros. */
void ab_ref_cts(const struct ab_ref_key *k, int decrypt, unsigned cs, const uint8_t iv[16], const uint8_t *in,
                uint8_t *out, size_t len)
{
    size_t d = len % 16 == 0 ? 16 : len % 16, head = len - d; /* head: the bytes before the last block */
    uint8_t v[16], c1[16], c2[16];

    memcpy(v, iv, 16);
    memmove(out, in, len);
    if (!decrypt) {
        uint8_t last[16] = { 0 };

        memcpy(last, out + head, d);
        ab_ref_cbc(k, 0, v, out, out, head);
        ab_ref_cbc(k, 0, v, last, last, 16);
        memcpy(out + len - 16, last, 16);
        if (swaps(cs, len))
            swap_last(out, len, d, 0);
        return;
    }
    if (swaps(cs, len))
        swap_last(out, len, d, 1);
    if (d == 16) {
        ab_ref_cbc(k, 1, v, out, out, len);
        return;
    }
    memcpy(c2, out + len - 16, 16);
    memcpy(c1, out + head - 16, d);
    ab_ref_decrypt(k, c2, c2); /* P(n) padded ^ C(n-1): its last 16 - d bytes are those of C(n-1) */
    memcpy(c1 + d, c2 + d, 16 - d);
    ab_ref_cbc(k, 1, v, out, out, head - 16);
    ab_ref_cbc(k, 1, v, c1, out + head - 16, 16);
    xor_block(c2, v); /* v is C(n-1) */
    memcpy(out + head, c2, d);
}

/* ---- SP 800-38E, 38B ---- */

void ab_ref_double(uint8_t block[16])
{
    uint8_t carry = block[0] >> 7;

    for (unsigned i = 0; i < 16; i++)
        block[i] = (uint8_t)(block[i] << 1 | (i < 15 ? block[i + 1] >> 7 : 0));
    block[15] ^= carry ? 0x87 : 0;
}

/* Little-endian, as in XTS. */
static void double_xts(uint8_t block[16])
{
    uint8_t carry = block[15] >> 7;

    for (unsigned i = 16; i-- > 0;)
        block[i] = (uint8_t)(block[i] << 1 | (i > 0 ? block[i - 1] >> 7 : 0));
    block[0] ^= carry ? 0x87 : 0;
}

static void xts_block(const struct ab_ref_key *k, int decrypt, const uint8_t t[16], uint8_t block[16])
{
    xor_block(block, t);
    (decrypt ? ab_ref_decrypt : ab_ref_encrypt)(k, block, block);
    xor_block(block, t);
}

typedef void double_fn(uint8_t block[16]);

/* In GCM and GB/T 17964-2021: the highest bit of the first byte is the coefficient of x^0. */
static void double_gcm(uint8_t block[16])
{
    uint8_t carry = block[15] & 1;

    for (unsigned i = 16; i-- > 0;)
        block[i] = (uint8_t)(block[i] >> 1 | (i > 0 ? block[i - 1] << 7 : 0));
    block[0] ^= carry ? 0xe1 : 0;
}

static void xts_blocks(const struct ab_ref_key *data, int decrypt, double_fn *twice, uint8_t t[16], uint8_t *blocks,
                       size_t len)
{
    for (size_t i = 0; i < len; i += 16) {
        xts_block(data, decrypt, t, blocks + i);
        twice(t);
    }
}

static void xts(const struct ab_ref_key *data, const struct ab_ref_key *tweak_key, int decrypt, double_fn *twice,
                const uint8_t tweak[16], const uint8_t *in, uint8_t *out, size_t len)
{
    size_t part = len % 16, whole = len - part;
    uint8_t t[16], next[16], *last;

    ab_ref_encrypt(tweak_key, tweak, t);
    memmove(out, in, len);
    if (part == 0) {
        xts_blocks(data, decrypt, twice, t, out, whole);
        return;
    }
    last = out + whole - 16;
    xts_blocks(data, decrypt, twice, t, out, whole - 16);
    memcpy(next, t, 16);
    twice(next);
    xts_block(data, decrypt, decrypt ? next : t, last); /* decryption meets the two last tweaks in reverse */
    for (size_t i = 0; i < part; i++) {
        uint8_t stolen = last[i];

        last[i] = last[16 + i];
        last[16 + i] = stolen;
    }
    xts_block(data, decrypt, decrypt ? t : next, last);
}

void ab_ref_xts(const struct ab_ref_key *data, const struct ab_ref_key *tweak_key, int decrypt, const uint8_t tweak[16],
                const uint8_t *in, uint8_t *out, size_t len)
{
    xts(data, tweak_key, decrypt, double_xts, tweak, in, out, len);
}

void ab_ref_xts_gb(const struct ab_ref_key *data, const struct ab_ref_key *tweak_key, int decrypt,
                   const uint8_t tweak[16], const uint8_t *in, uint8_t *out, size_t len)
{
    xts(data, tweak_key, decrypt, double_gcm, tweak, in, out, len);
}

void ab_ref_cmac(const struct ab_ref_key *k, const uint8_t *in, size_t len, uint8_t mac[16])
{
    size_t head = len == 0 ? 0 : (len - 1) / 16 * 16, last = len - head;
    uint8_t subkey[16] = { 0 }, block[16] = { 0 };

    ab_ref_encrypt(k, subkey, subkey);
    ab_ref_double(subkey);
    memcpy(block, in + head, last);
    if (last < 16) {
        ab_ref_double(subkey);
        block[last] = 0x80;
    }
    memset(mac, 0, 16);
    for (size_t i = 0; i < head; i += 16) {
        xor_block(mac, in + i);
        ab_ref_encrypt(k, mac, mac);
    }
    xor_block(mac, block);
    xor_block(mac, subkey);
    ab_ref_encrypt(k, mac, mac);
}

/* ---- the universal hashes ---- */

/* SP 800-38D algorithm 1: bit 0 is the highest of byte 0; R = 11100001 || 0^120. */
static void ghash_multiply(uint8_t x[16], const uint8_t y[16])
{
    uint8_t z[16] = { 0 }, v[16];

    memcpy(v, y, 16);
    for (unsigned i = 0; i < 128; i++) {
        if (x[i / 8] >> (7 - i % 8) & 1)
            xor_block(z, v);
        double_gcm(v);
    }
    memcpy(x, z, 16);
}

/* x := x * y mod x^128 + x^127 + x^126 + x^121 + 1; bit 0 is the lowest of byte 0. */
static void polyval_multiply(uint8_t x[16], const uint8_t y[16])
{
    uint8_t z[16] = { 0 }, v[16];

    memcpy(v, y, 16);
    for (unsigned i = 0; i < 128; i++) {
        uint8_t carry = v[15] >> 7;

        if (x[i / 8] >> i % 8 & 1)
            xor_block(z, v);
        for (unsigned j = 16; j-- > 0;)
            v[j] = (uint8_t)(v[j] << 1 | (j > 0 ? v[j - 1] >> 7 : 0));
        v[0] ^= carry ? 0x01 : 0;
        v[15] ^= carry ? 0xc2 : 0;
    }
    memcpy(x, z, 16);
}

/* RFC 8452 sec. 3: dot(a, b) = a * b * x^-128, x^-128 = x^127 + x^124 + x^121 + x^114 + 1. */
static void polyval_dot(uint8_t x[16], const uint8_t y[16])
{
    static const uint8_t x_to_minus_128[16] = { 0x01, [14] = 0x04, [15] = 0x92 };

    polyval_multiply(x, y);
    polyval_multiply(x, x_to_minus_128);
}

static void hash_padded(uint8_t y[16], const uint8_t *in, size_t len, const uint8_t h[16],
                        void (*multiply)(uint8_t x[16], const uint8_t y[16]))
{
    for (size_t i = 0; i < len; i++) {
        y[i % 16] ^= in[i];
        if (i % 16 == 15 || i + 1 == len)
            multiply(y, h);
    }
}

void ab_ref_ghash(uint8_t y[16], const uint8_t h[16], const uint8_t *in, size_t len)
{
    hash_padded(y, in, len, h, ghash_multiply);
}

static void polyval(uint8_t y[16], const uint8_t h[16], const uint8_t *in, size_t len)
{
    hash_padded(y, in, len, h, polyval_dot);
}

static void put_be64(uint8_t out[8], uint64_t v)
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (uint8_t)(v >> (56 - 8 * i));
}

static void put_le64(uint8_t out[8], uint64_t v)
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (uint8_t)(v >> 8 * i);
}

/* ---- SP 800-38D ---- */

static void gcm_tag(const struct ab_ref_aead *a, const uint8_t h[16], const uint8_t *ciphertext, size_t len,
                    uint8_t s[16])
{
    uint8_t lengths[16];

    put_be64(lengths, (uint64_t)a->aad_len * 8);
    put_be64(lengths + 8, (uint64_t)len * 8);
    memset(s, 0, 16);
    ab_ref_ghash(s, h, a->aad, a->aad_len);
    ab_ref_ghash(s, h, ciphertext, len);
    ab_ref_ghash(s, h, lengths, 16);
}

void ab_ref_gcm(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16])
{
    uint8_t h[16] = { 0 }, j0[16] = { 0 }, mask[16], lengths[16] = { 0 };
    struct ab_ref_key k;

    ab_ref_expand_for(&k, a->cipher, a->key, a->key_len);
    ab_ref_encrypt(&k, h, h);
    if (a->nonce_len == 12) {
        memcpy(j0, a->nonce, 12);
        j0[15] = 1;
    } else {
        put_be64(lengths + 8, (uint64_t)a->nonce_len * 8);
        ab_ref_ghash(j0, h, a->nonce, a->nonce_len);
        ab_ref_ghash(j0, h, lengths, 16);
    }
    ab_ref_encrypt(&k, j0, mask);
    increment(j0, 4);
    if (decrypt)
        gcm_tag(a, h, in, len, tag);
    ctr(&k, j0, 4, in, out, len);
    if (!decrypt)
        gcm_tag(a, h, out, len, tag);
    xor_block(tag, mask);
}

/* ---- SP 800-38C, with the formatting of its appendix A ---- */

static void ccm_mac(const struct ab_ref_key *k, const struct ab_ref_aead *a, const uint8_t *plaintext, size_t len,
                    uint8_t y[16])
{
    size_t q = 15 - a->nonce_len, at = 0;
    uint8_t prefix[10];
    size_t prefix_len = 0;

    memset(y, 0, 16);
    y[0] = (uint8_t)((a->aad_len > 0 ? 0x40 : 0) | (a->tag_len - 2) / 2 << 3 | (q - 1));
    memcpy(y + 1, a->nonce, a->nonce_len);
    for (size_t i = 0; i < q && i < 8; i++)
        y[15 - i] = (uint8_t)((uint64_t)len >> 8 * i);
    ab_ref_encrypt(k, y, y);
    if (a->aad_len > 0 && a->aad_len < 0xff00) {
        prefix[0] = (uint8_t)(a->aad_len >> 8);
        prefix[1] = (uint8_t)a->aad_len;
        prefix_len = 2;
    } else if (a->aad_len > 0) { /* below 2^32 only */
        prefix[0] = 0xff;
        prefix[1] = 0xfe;
        for (unsigned i = 0; i < 4; i++)
            prefix[2 + i] = (uint8_t)(a->aad_len >> (24 - 8 * i));
        prefix_len = 6;
    }
    for (; at < prefix_len + (a->aad_len > 0 ? a->aad_len : 0); at++) {
        y[at % 16] ^= at < prefix_len ? prefix[at] : a->aad[at - prefix_len];
        if (at % 16 == 15 || at + 1 == prefix_len + a->aad_len)
            ab_ref_encrypt(k, y, y);
    }
    for (size_t i = 0; i < len; i++) {
        y[i % 16] ^= plaintext[i];
        if (i % 16 == 15 || i + 1 == len)
            ab_ref_encrypt(k, y, y);
    }
}

void ab_ref_ccm(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16])
{
    unsigned q = 15 - (unsigned)a->nonce_len;
    uint8_t counter[16] = { 0 }, mask[16];
    struct ab_ref_key k;

    ab_ref_expand_for(&k, a->cipher, a->key, a->key_len);
    counter[0] = (uint8_t)(q - 1);
    memcpy(counter + 1, a->nonce, a->nonce_len);
    ab_ref_encrypt(&k, counter, mask);
    increment(counter, q);
    if (!decrypt)
        ccm_mac(&k, a, in, len, tag);
    ctr(&k, counter, q, in, out, len);
    if (decrypt)
        ccm_mac(&k, a, out, len, tag);
    xor_block(tag, mask);
}

/* ---- RFC 7253 ---- */

struct ocb {
    struct ab_ref_key k;
    uint8_t l_star[16], l_dollar[16];
};

/* L_i for i = ntz(n): L_$ doubled i + 1 times. */
static void ocb_l(const struct ocb *o, size_t n, uint8_t l[16])
{
    memcpy(l, o->l_dollar, 16);
    ab_ref_double(l);
    for (; n % 2 == 0; n /= 2)
        ab_ref_double(l);
}

/* Sec. 4.1 */
static void ocb_hash(const struct ocb *o, const uint8_t *aad, size_t len, uint8_t sum[16])
{
    uint8_t offset[16] = { 0 }, l[16], block[16];
    size_t n = len / 16, part = len % 16;

    memset(sum, 0, 16);
    for (size_t i = 1; i <= n; i++) {
        ocb_l(o, i, l);
        xor_block(offset, l);
        memcpy(block, aad + 16 * (i - 1), 16);
        xor_block(block, offset);
        ab_ref_encrypt(&o->k, block, block);
        xor_block(sum, block);
    }
    if (part != 0) {
        memset(block, 0, 16);
        memcpy(block, aad + 16 * n, part);
        block[part] = 0x80;
        xor_block(offset, o->l_star);
        xor_block(block, offset);
        ab_ref_encrypt(&o->k, block, block);
        xor_block(sum, block);
    }
}

/* Sec. 4.2: the bits bottom .. bottom + 127 of Stretch. */
static void ocb_first_offset(const struct ocb *o, const struct ab_ref_aead *a, uint8_t offset[16])
{
    uint8_t nonce[16] = { 0 }, stretch[25];
    unsigned bottom;

    memcpy(nonce + 16 - a->nonce_len, a->nonce, a->nonce_len);
    nonce[0] |= (uint8_t)(a->tag_len * 8 % 128 << 1);
    nonce[15 - a->nonce_len] |= 1;
    bottom = nonce[15] & 63;
    nonce[15] &= 0xc0;
    ab_ref_encrypt(&o->k, nonce, stretch);
    for (unsigned i = 0; i < 8; i++)
        stretch[16 + i] = stretch[i] ^ stretch[i + 1];
    stretch[24] = 0;
    for (unsigned i = 0; i < 16; i++) {
        unsigned at = i + bottom / 8, two = (unsigned)stretch[at] << 8 | stretch[at + 1];

        offset[i] = (uint8_t)(two >> (8 - bottom % 8));
    }
}

void ab_ref_ocb(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16])
{
    uint8_t offset[16], l[16], checksum[16] = { 0 }, block[16], sum[16];
    size_t n = len / 16, part = len % 16;
    struct ocb o;

    ab_ref_expand(&o.k, a->key, a->key_len);
    memset(o.l_star, 0, 16);
    ab_ref_encrypt(&o.k, o.l_star, o.l_star);
    memcpy(o.l_dollar, o.l_star, 16);
    ab_ref_double(o.l_dollar);
    ocb_first_offset(&o, a, offset);
    for (size_t i = 1; i <= n; i++) {
        const uint8_t *p = in + 16 * (i - 1);

        ocb_l(&o, i, l);
        xor_block(offset, l);
        memcpy(block, p, 16);
        if (!decrypt)
            xor_block(checksum, block);
        xts_block(&o.k, decrypt, offset, block); /* offset ^ cipher(block ^ offset), as in XTS */
        if (decrypt)
            xor_block(checksum, block);
        memcpy(out + 16 * (i - 1), block, 16);
    }
    if (part != 0) {
        xor_block(offset, o.l_star);
        ab_ref_encrypt(&o.k, offset, block);
        for (size_t i = 0; i < part; i++) {
            uint8_t before = in[16 * n + i], after = before ^ block[i];

            out[16 * n + i] = after;
            checksum[i] ^= decrypt ? after : before;
        }
        checksum[part] ^= 0x80;
    }
    xor_block(checksum, offset);
    xor_block(checksum, o.l_dollar);
    ab_ref_encrypt(&o.k, checksum, tag);
    ocb_hash(&o, a->aad, a->aad_len, sum);
    xor_block(tag, sum);
}

/* ---- RFC 8452 ---- */

/* Sec. 4: the authentication key, then the encryption key, from the halves of encrypted counters 0..3 or 0..5. */
static void gcm_siv_keys(const struct ab_ref_aead *a, uint8_t auth[16], struct ab_ref_key *k)
{
    uint8_t keys[48], block[16];
    struct ab_ref_key master;

    ab_ref_expand(&master, a->key, a->key_len);
    for (unsigned i = 0; i < 2 + a->key_len / 8; i++) {
        memset(block, 0, 4);
        block[0] = (uint8_t)i;
        memcpy(block + 4, a->nonce, 12);
        ab_ref_encrypt(&master, block, block);
        memcpy(keys + 8 * i, block, 8);
    }
    memcpy(auth, keys, 16);
    ab_ref_expand(k, keys + 16, a->key_len);
}

static void gcm_siv_tag(const struct ab_ref_aead *a, const uint8_t auth[16], const struct ab_ref_key *k,
                        const uint8_t *plaintext, size_t len, uint8_t tag[16])
{
    uint8_t lengths[16];

    put_le64(lengths, (uint64_t)a->aad_len * 8);
    put_le64(lengths + 8, (uint64_t)len * 8);
    memset(tag, 0, 16);
    polyval(tag, auth, a->aad, a->aad_len);
    polyval(tag, auth, plaintext, len);
    polyval(tag, auth, lengths, 16);
    for (unsigned i = 0; i < 12; i++)
        tag[i] ^= a->nonce[i];
    tag[15] &= 0x7f;
    ab_ref_encrypt(k, tag, tag);
}

/* CTR from the tag with its highest bit set; the counter is the first four bytes, little-endian. */
static void gcm_siv_ctr(const struct ab_ref_key *k, const uint8_t tag[16], const uint8_t *in, uint8_t *out, size_t len)
{
    uint8_t counter[16], stream[16] = { 0 };

    memcpy(counter, tag, 16);
    counter[15] |= 0x80;
    for (size_t i = 0; i < len; i++) {
        if (i % 16 == 0) {
            ab_ref_encrypt(k, counter, stream);
            for (unsigned j = 0; j < 4 && ++counter[j] == 0; j++) {
            }
        }
        out[i] = in[i] ^ stream[i % 16];
    }
}

void ab_ref_gcm_siv(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len,
                    uint8_t tag[16])
{
    struct ab_ref_key k;
    uint8_t auth[16];

    gcm_siv_keys(a, auth, &k);
    if (decrypt)
        gcm_siv_ctr(&k, tag, in, out, len);
    gcm_siv_tag(a, auth, &k, decrypt ? out : in, len, tag);
    if (!decrypt)
        gcm_siv_ctr(&k, tag, in, out, len);
}

/* ---- RFC 5297 ---- */

/* CMAC of in with `mask` added to its last 16 bytes by xor (len >= 16). */
static void cmac_xor_end(const struct ab_ref_key *k, const uint8_t *in, size_t len, const uint8_t mask[16],
                         uint8_t mac[16])
{
    size_t head = (len - 16) / 16 * 16; /* whole blocks without the mask */
    uint8_t end[32], subkey[16] = { 0 };
    size_t end_len = len - head;

    memcpy(end, in + head, end_len);
    for (unsigned i = 0; i < 16; i++)
        end[end_len - 16 + i] ^= mask[i];
    memset(mac, 0, 16);
    for (size_t i = 0; i < head; i += 16) {
        xor_block(mac, in + i);
        ab_ref_encrypt(k, mac, mac);
    }
    ab_ref_encrypt(k, subkey, subkey);
    ab_ref_double(subkey);
    if (end_len > 16) {
        xor_block(mac, end);
        ab_ref_encrypt(k, mac, mac);
        memmove(end, end + 16, end_len - 16);
        end_len -= 16;
        if (end_len < 16) {
            ab_ref_double(subkey);
            memset(end + end_len, 0, 16 - end_len);
            end[end_len] = 0x80;
        }
    }
    xor_block(mac, end);
    xor_block(mac, subkey);
    ab_ref_encrypt(k, mac, mac);
}

/* S2V, sec. 2.4, with the message as its last string. */
static void s2v(const struct ab_ref_key *k, const uint8_t *const aad[], const size_t aad_len[], size_t num,
                const uint8_t *in, size_t len, uint8_t v[16])
{
    uint8_t d[16] = { 0 }, mac[16];

    ab_ref_cmac(k, d, 16, d);
    for (size_t i = 0; i < num; i++) {
        ab_ref_double(d);
        ab_ref_cmac(k, aad[i], aad_len[i], mac);
        xor_block(d, mac);
    }
    if (len >= 16) {
        cmac_xor_end(k, in, len, d, v);
        return;
    }
    ab_ref_double(d);
    for (size_t i = 0; i < len; i++)
        d[i] ^= in[i];
    d[len] ^= 0x80;
    ab_ref_cmac(k, d, 16, v);
}

void ab_ref_siv(const uint8_t *key, size_t key_len, const uint8_t *const aad[], const size_t aad_len[], size_t num,
                int decrypt, const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16])
{
    struct ab_ref_key mac_key, ctr_key;
    uint8_t counter[16];

    ab_ref_expand(&mac_key, key, key_len / 2);
    ab_ref_expand(&ctr_key, key + key_len / 2, key_len / 2);
    if (!decrypt)
        s2v(&mac_key, aad, aad_len, num, in, len, tag);
    memcpy(counter, tag, 16);
    counter[8] &= 0x7f;
    counter[12] &= 0x7f;
    ab_ref_ctr(&ctr_key, counter, in, out, len);
    if (decrypt)
        s2v(&mac_key, aad, aad_len, num, out, len, tag);
}
