/* The reference of Camellia: written from RFC 3713, only for tests. */
#include "kernels/camellia/camellia_reference.h"

/* Sec. 2.4.1: SBOX1, from which the others follow. */
static const uint8_t sbox1[256] = {
    112, 130, 44,  236, 179, 39,  192, 229, 228, 133, 87,  53,  234, 12,  174, 65,  35,  239, 107, 147, 69,  25,
    165, 33,  237, 14,  79,  78,  29,  101, 146, 189, 134, 184, 175, 143, 124, 235, 31,  206, 62,  48,  220, 95,
    94,  197, 11,  26,  166, 225, 57,  202, 213, 71,  93,  61,  217, 1,   90,  214, 81,  86,  108, 77,  139, 13,
    154, 102, 251, 204, 176, 45,  116, 18,  43,  32,  240, 177, 132, 153, 223, 76,  203, 194, 52,  126, 118, 5,
    109, 183, 169, 49,  209, 23,  4,   215, 20,  88,  58,  97,  222, 27,  17,  28,  50,  15,  156, 22,  83,  24,
    242, 34,  254, 68,  207, 178, 195, 181, 122, 145, 36,  8,   232, 168, 96,  252, 105, 80,  170, 208, 160, 125,
    161, 137, 98,  151, 84,  91,  30,  149, 224, 255, 100, 210, 16,  196, 0,   72,  163, 247, 117, 219, 138, 3,
    230, 218, 9,   63,  221, 148, 135, 92,  131, 2,   205, 74,  144, 51,  115, 103, 246, 243, 157, 127, 191, 226,
    82,  155, 216, 38,  200, 55,  198, 59,  129, 150, 111, 75,  19,  190, 99,  46,  233, 121, 167, 140, 159, 110,
    188, 142, 41,  245, 249, 182, 47,  253, 180, 89,  120, 152, 6,   106, 231, 70,  113, 186, 212, 37,  171, 66,
    136, 162, 141, 250, 114, 7,   185, 85,  248, 238, 172, 10,  54,  73,  42,  104, 60,  56,  241, 164, 64,  40,
    211, 123, 187, 201, 67,  193, 21,  227, 173, 244, 119, 199, 128, 158,
};

static uint64_t load(const uint8_t *p)
{
    uint64_t x = 0;

    for (unsigned i = 0; i < 8; i++)
        x = x << 8 | p[i];
    return x;
}

static void store(uint8_t *p, uint64_t x)
{
    for (unsigned i = 0; i < 8; i++)
        p[i] = (uint8_t)(x >> (56 - 8 * i));
}

static uint8_t turn8(uint8_t x, unsigned n)
{
    return (uint8_t)(x << n | x >> (8 - n));
}

static uint32_t turn32(uint32_t x)
{
    return x << 1 | x >> 31;
}

/* Sec. 2.4.1: SBOX2[x] = SBOX1[x] <<< 1, SBOX3[x] = SBOX1[x] <<< 7, SBOX4[x] = SBOX1[x <<< 1]. */
static uint8_t substitute(unsigned which, uint8_t x)
{
    if (which == 4)
        return sbox1[turn8(x, 1)];
    return which == 1 ? sbox1[x] : turn8(sbox1[x], which == 2 ? 1 : 7);
}

/* Sec. 2.4.1 */
static uint64_t f(uint64_t in, uint64_t key)
{
    static const unsigned which[8] = { 1, 2, 3, 4, 2, 3, 4, 1 };
    uint8_t t[8], y[8];

    store(t, in ^ key);
    for (unsigned i = 0; i < 8; i++)
        t[i] = substitute(which[i], t[i]);
    y[0] = t[0] ^ t[2] ^ t[3] ^ t[5] ^ t[6] ^ t[7];
    y[1] = t[0] ^ t[1] ^ t[3] ^ t[4] ^ t[6] ^ t[7];
    y[2] = t[0] ^ t[1] ^ t[2] ^ t[4] ^ t[5] ^ t[7];
    y[3] = t[1] ^ t[2] ^ t[3] ^ t[4] ^ t[5] ^ t[6];
    y[4] = t[0] ^ t[1] ^ t[5] ^ t[6] ^ t[7];
    y[5] = t[1] ^ t[2] ^ t[4] ^ t[6] ^ t[7];
    y[6] = t[2] ^ t[3] ^ t[4] ^ t[5] ^ t[7];
    y[7] = t[0] ^ t[3] ^ t[4] ^ t[5] ^ t[6];
    return load(y);
}

/* Sec. 2.4.2 */
static uint64_t fl(uint64_t in, uint64_t key)
{
    uint32_t x1 = (uint32_t)(in >> 32), x2 = (uint32_t)in, k1 = (uint32_t)(key >> 32), k2 = (uint32_t)key;

    x2 ^= turn32(x1 & k1);
    x1 ^= x2 | k2;
    return (uint64_t)x1 << 32 | x2;
}

/* Sec. 2.4.3 */
static uint64_t fl_inverse(uint64_t in, uint64_t key)
{
    uint32_t y1 = (uint32_t)(in >> 32), y2 = (uint32_t)in, k1 = (uint32_t)(key >> 32), k2 = (uint32_t)key;

    y1 ^= y2 | k2;
    y2 ^= turn32(y1 & k1);
    return (uint64_t)y1 << 32 | y2;
}

/* Write the two halves of x <<< n to out. */
static void turn128(uint64_t out[2], const uint64_t x[2], unsigned n)
{
    uint64_t a = x[n / 64], b = x[1 - n / 64];

    n %= 64;
    out[0] = n == 0 ? a : a << n | b >> (64 - n);
    out[1] = n == 0 ? b : b << n | a >> (64 - n);
}

enum { L, R, A, B };

/* Sec. 2.2: KA and KB from KL and KR. */
static void mix(uint64_t k[4][2])
{
    static const uint64_t sigma[6] = { 0xa09e667f3bcc908b, 0xb67ae8584caa73b2, 0xc6ef372fe94f82be,
                                       0x54ff53a5f1d36f1c, 0x10e527fade682d1d, 0xb05688c2b3e6c1fd };
    uint64_t d1 = k[L][0] ^ k[R][0], d2 = k[L][1] ^ k[R][1];

    d2 ^= f(d1, sigma[0]);
    d1 ^= f(d2, sigma[1]);
    d1 ^= k[L][0];
    d2 ^= k[L][1];
    d2 ^= f(d1, sigma[2]);
    d1 ^= f(d2, sigma[3]);
    k[A][0] = d1;
    k[A][1] = d2;
    d1 ^= k[R][0];
    d2 ^= k[R][1];
    d2 ^= f(d1, sigma[4]);
    d1 ^= f(d2, sigma[5]);
    k[B][0] = d1;
    k[B][1] = d2;
}

/* Pairs of round keys in the order of the standard: of which key, and turned by how much. */
struct pair {
    uint8_t key, turn;
};

static void expand_128(struct ab_ref_camellia_key *k, uint64_t keys[4][2])
{
    static const struct pair pairs[9] = { { A, 0 },  { L, 15 }, { A, 15 }, { L, 45 }, { A, 45 },
                                          { A, 60 }, { L, 94 }, { A, 94 }, { L, 111 } };
    uint64_t turned[2];

    for (unsigned i = 0; i < 9; i++)
        turn128(k->k + 2 * i, keys[pairs[i].key], pairs[i].turn);
    turn128(turned, keys[L], 60);
    k->k[9] = turned[1];
    turn128(k->ke, keys[A], 30);
    turn128(k->ke + 2, keys[L], 77);
    turn128(k->kw + 2, keys[A], 111);
}

static void expand_256(struct ab_ref_camellia_key *k, uint64_t keys[4][2])
{
    static const struct pair pairs[12] = { { B, 0 },  { R, 15 }, { A, 15 }, { B, 30 }, { L, 45 }, { A, 45 },
                                           { R, 60 }, { B, 60 }, { L, 77 }, { R, 94 }, { A, 94 }, { L, 111 } };

    for (unsigned i = 0; i < 12; i++)
        turn128(k->k + 2 * i, keys[pairs[i].key], pairs[i].turn);
    turn128(k->ke, keys[R], 30);
    turn128(k->ke + 2, keys[L], 60);
    turn128(k->ke + 4, keys[A], 77);
    turn128(k->kw + 2, keys[B], 111);
}

/* Sec. 2.2 */
void ab_ref_camellia_expand(struct ab_ref_camellia_key *k, const uint8_t *key, size_t key_len)
{
    uint64_t keys[4][2] = { { load(key), load(key + 8) } };

    if (key_len > 16) {
        keys[R][0] = load(key + 16);
        keys[R][1] = key_len == 24 ? ~keys[R][0] : load(key + 24);
    }
    mix(keys);
    k->rounds = key_len == 16 ? 18 : 24;
    turn128(k->kw, keys[L], 0);
    (key_len == 16 ? expand_128 : expand_256)(k, keys);
}

/* Sec. 2.3; decryption takes the keys of sec. 2.3.3. */
void ab_ref_camellia_crypt(const struct ab_ref_camellia_key *k, int decrypt, const uint8_t in[16], uint8_t out[16])
{
    unsigned n = k->rounds, num_fl = n / 3 - 2;
    uint64_t d1 = load(in) ^ k->kw[decrypt ? 2 : 0], d2 = load(in + 8) ^ k->kw[decrypt ? 3 : 1];

    for (unsigned i = 0; i < n; i++) {
        uint64_t key = k->k[decrypt ? n - 1 - i : i];

        if (i != 0 && i % 6 == 0) {
            unsigned e = i / 3 - 2;

            d1 = fl(d1, k->ke[decrypt ? num_fl - 1 - e : e]);
            d2 = fl_inverse(d2, k->ke[decrypt ? num_fl - 2 - e : e + 1]);
        }
        if (i % 2 == 0)
            d2 ^= f(d1, key);
        else
            d1 ^= f(d2, key);
    }
    store(out, d2 ^ k->kw[decrypt ? 0 : 2]);
    store(out + 8, d1 ^ k->kw[decrypt ? 1 : 3]);
}
