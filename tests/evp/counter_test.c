/*
 * GCM with counters that are about to wrap. GCM's 32-bit counter begins at J0, which for an IV of 16 bytes is ((IV * H)
 * ^ L) * H, where L is the block that holds the IV's length (SP 800-38D sec. 7.1). Solving this equation for the IV
 * allows any J0.
 */
#include <stdio.h>
#include <string.h>

#include "message.h"

/* An element of GF(2^128) in GCM's bit order: bit 0 is the highest bit of byte 0 (SP 800-38D sec. 6.3). */
struct element {
    uint64_t high, low;
};

static struct element load(const uint8_t b[16])
{
    struct element e = { 0, 0 };

    for (unsigned i = 0; i < 8; i++) {
        e.high = e.high << 8 | b[i];
        e.low = e.low << 8 | b[8 + i];
    }
    return e;
}

static void store(struct element e, uint8_t b[16])
{
    for (unsigned i = 0; i < 8; i++) {
        b[i] = (uint8_t)(e.high >> (56 - 8 * i));
        b[8 + i] = (uint8_t)(e.low >> (56 - 8 * i));
    }
}

static struct element multiply(struct element x, struct element y)
{
    struct element z = { 0, 0 };

    for (unsigned i = 0; i < 128; i++) {
        uint64_t bit = i < 64 ? x.high >> (63 - i) & 1 : x.low >> (127 - i) & 1, carry = y.low & 1;

        z.high ^= bit * y.high;
        z.low ^= bit * y.low;
        y.low = y.low >> 1 | y.high << 63;
        y.high = y.high >> 1 ^ carry * 0xe100000000000000u;
    }
    return z;
}

/* 1 / x = x^(2^128 - 2), the product of x^(2^i) for i = 1 ... 127. */
static struct element invert(struct element x)
{
    struct element product = { 0x8000000000000000u, 0 };

    for (unsigned i = 1; i < 128; i++) {
        x = multiply(x, x);
        product = multiply(product, x);
    }
    return product;
}

/* The same cipher and key length in another mode: AES-128-ECB for AES-128-GCM. */
static EVP_CIPHER *in_mode(const struct harness *h, const struct cipher *c, const char *mode)
{
    char name[64];

    snprintf(name, sizeof(name), "%.*s%s", (int)(strlen(c->name) - strlen("GCM")), c->name, mode);
    return harness_find(h, name)->cipher[DEFAULT];
}

/* Compute the IV of 16 bytes with which GCM under this key begins at j0. */
static void solve_iv(const struct harness *h, const struct cipher *c, const uint8_t *key, const uint8_t j0[16],
                     uint8_t iv[16])
{
    uint8_t zero[16] = { 0 }, subkey[16];
    struct element inverse, x;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int len;

    EVP_EncryptInit_ex2(ctx, in_mode(h, c, "ECB"), key, NULL, NULL);
    EVP_EncryptUpdate(ctx, subkey, &len, zero, 16);
    EVP_CIPHER_CTX_free(ctx);
    inverse = invert(load(subkey));
    x = multiply(load(j0), inverse);
    x.low ^= 128;
    store(multiply(x, inverse), iv);
}

/* Both providers give the same bytes and tag from this J0, and the counter is where it should be. */
static void try_start(const struct harness *h, const struct cipher *c, struct random *r, uint32_t counter, size_t len)
{
    static struct message m, other;
    struct cipher module = *c;
    uint8_t j0[16];

    message_make(&m, c, r, 0);
    random_bytes(r, j0, 12);
    for (unsigned i = 0; i < 4; i++)
        j0[12 + i] = (uint8_t)(counter >> (24 - 8 * i));
    m.plain_len = len;
    m.iv_len = 16;
    solve_iv(h, c, m.key, j0, m.iv);
    memcpy(&other, &m, sizeof(m));
    module.cipher[DEFAULT] = c->cipher[MODULE];
    if (!message_seal(&m, c) || !message_seal(&other, &module))
        fail("%s: cannot seal", c->name);
    else if (memcmp(&m, &other, sizeof(m)) != 0)
        fail("%s: counter 0x%08x, %zu bytes: different bytes", c->name, counter, len);
}

/* The first keystream block is E(J0 + 1): this checks solve_iv() with the default provider alone. */
static void check_solver(const struct harness *h, const struct cipher *c)
{
    struct message m = { .iv_len = 16, .tag_len = 16, .plain_len = 48 };
    uint8_t j0[16], stream[48];
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int len;

    memset(j0, 0x42, sizeof(j0));
    solve_iv(h, c, m.key, j0, m.iv);
    j0[15]++;
    EVP_EncryptInit_ex2(ctx, in_mode(h, c, "CTR"), m.key, j0, NULL);
    EVP_EncryptUpdate(ctx, stream, &len, m.plain, 48);
    EVP_CIPHER_CTX_free(ctx);
    if (!message_seal(&m, c) || memcmp(m.sealed, stream, 48) != 0)
        fail("%s: the solved IV does not begin at the wanted counter", c->name);
}

int main(int argc, char **argv)
{
    static struct harness h;
    struct random rnd = { 8 };
    unsigned tried = 0;

    (void)argc, (void)argv;
    harness_open(&h);
    for (unsigned i = 0; i < h.num_ciphers; i++) {
        const struct cipher *c = &h.ciphers[i];

        if (!cipher_is_shared(c, NULL) || EVP_CIPHER_get_mode(c->cipher[DEFAULT]) != EVP_CIPH_GCM_MODE)
            continue;
        check_solver(&h, c);
        for (uint32_t before = 0; before < 72; before++) {
            try_start(&h, c, &rnd, 0xffffffffu - before, 1300);
            try_start(&h, c, &rnd, 0xffffffffu - before, 16 * before + 5);
            try_start(&h, c, &rnd, 0x00ffffffu - before, 1300);
            try_start(&h, c, &rnd, 0x7fffffffu - before, 1300);
            tried += 4;
        }
    }
    printf("%u starts, %u failures\n", tried, failures);
    harness_close(&h);
    return failures != 0 || tried == 0;
}
