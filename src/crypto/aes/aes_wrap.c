/* AES key wrap with and without padding (SP 800-38F, RFC 3394, RFC 5649). */
#include "afterburner/aes.h"

#include <string.h>

#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

static const uint8_t default_iv[8] = { 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6 }; /* RFC 3394 sec. 2.2.3.1 */
static const uint8_t default_pad_iv[4] = { 0xa6, 0x59, 0x59, 0xa6 };                     /* RFC 5649 sec. 3 */

void ab_aes_wrap_set_key(struct ab_aes_wrap *c, const struct ab_aes_kernels *kernels, int forward, const uint8_t *key,
                         size_t key_len)
{
    c->kernels = kernels;
    c->forward = forward;
    kernels->expand_encrypt(&c->key, key, key_len);
    kernels->expand_decrypt(&c->key);
}

size_t ab_aes_wrap(const struct ab_aes_wrap *c, const uint8_t *iv, const uint8_t *in, uint8_t *out, size_t len)
{
    uint8_t a[8];

    if (len % 8 != 0 || len < 16 || len > AB_AES_WRAP_MAX)
        return 0;
    memcpy(a, iv == NULL ? default_iv : iv, 8);
    memmove(out + 8, in, len);
    c->kernels->key_wrap(&c->key, c->forward, a, out + 8, len / 8);
    memcpy(out, a, 8);
    return len + 8;
}

/* W^-1 without a check: A to a, the rest to out. */
static void unwrap(const struct ab_aes_wrap *c, uint8_t a[8], const uint8_t *in, uint8_t *out, size_t len)
{
    memcpy(a, in, 8);
    memmove(out, in + 8, len - 8);
    c->kernels->key_unwrap(&c->key, c->forward, a, out, len / 8 - 1);
}

size_t ab_aes_unwrap(const struct ab_aes_wrap *c, const uint8_t *iv, const uint8_t *in, uint8_t *out, size_t len)
{
    uint8_t a[8];
    int bad;

    if (len % 8 != 0 || len < 24 || len > AB_AES_WRAP_MAX + 8)
        return 0;
    unwrap(c, a, in, out, len);
    bad = ab_ct_memcmp(a, iv == NULL ? default_iv : iv, 8);
    AB_PUBLIC(&bad, sizeof(bad)); /* declassified: the verdict on the integrity check is the result */
    if (bad) {
        ab_wipe(out, len - 8);
        return 0;
    }
    return len - 8;
}

/* One block of the designated cipher function, or of its inverse. */
static void crypt_block(const struct ab_aes_wrap *c, int forward, uint8_t block[16])
{
    if (forward)
        c->kernels->ecb_encrypt(&c->key, block, block, 1);
    else
        c->kernels->ecb_decrypt(&c->key, block, block, 1);
}

size_t ab_aes_wrap_pad(const struct ab_aes_wrap *c, const uint8_t *iv, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t padded = (len + 7) / 8 * 8;
    uint32_t big_endian = __builtin_bswap32((uint32_t)len);
    uint8_t a[8];

    if (len == 0 || len > AB_AES_WRAP_MAX)
        return 0;
    memcpy(a, iv == NULL ? default_pad_iv : iv, 4);
    memcpy(a + 4, &big_endian, 4);
    memmove(out + 8, in, len);
    memset(out + 8 + len, 0, padded - len);
    if (padded == 8) {
        memcpy(out, a, 8);
        crypt_block(c, c->forward, out);
    } else {
        c->kernels->key_wrap(&c->key, c->forward, a, out + 8, padded / 8);
        memcpy(out, a, 8);
    }
    return padded + 8;
}

/*
 * The checks of SP 800-38F algorithm 6, step 6 to 8, in constant time: the constant of A, then 8 (n - 1) < length <= 8
 * n, then zeros from `length` on. All ones if they hold.
 */
static uint64_t check_pad(const uint8_t a[8], const uint8_t *iv, const uint8_t *plain, size_t padded, uint64_t length)
{
    uint64_t ok = ab_ct_is_zero((uint64_t)(unsigned)ab_ct_memcmp(a, iv == NULL ? default_pad_iv : iv, 4));

    ok &= ab_ct_lt(padded - 8, length) & ~ab_ct_lt(padded, length);
    for (size_t i = padded - 8; i < padded; i++)
        ok &= ab_ct_lt(i, length) | ab_ct_is_zero(plain[i]);
    return ok;
}

size_t ab_aes_unwrap_pad(const struct ab_aes_wrap *c, const uint8_t *iv, const uint8_t *in, uint8_t *out, size_t len)
{
    size_t padded = len - 8;
    uint8_t block[16];
    uint32_t big_endian;
    uint64_t good;

    if (len % 8 != 0 || len < 16 || len > AB_AES_WRAP_MAX + 8)
        return 0;
    if (len == 16) {
        memcpy(block, in, 16);
        crypt_block(c, !c->forward, block);
        memcpy(out, block + 8, 8);
    } else {
        unwrap(c, block, in, out, len);
    }
    memcpy(&big_endian, block + 4, 4);
    good = check_pad(block, iv, out, padded, __builtin_bswap32(big_endian));
    AB_PUBLIC(&good, sizeof(good)); /* as above; which check failed stays secret */
    if (!good) {
        ab_wipe(out, padded);
        padded = 0;
    } else {
        AB_PUBLIC(&big_endian, sizeof(big_endian)); /* declassified: the caller gets the length */
        padded = __builtin_bswap32(big_endian);
    }
    ab_wipe(block, sizeof(block));
    return padded;
}

void ab_aes_wrap_wipe(struct ab_aes_wrap *c)
{
    ab_wipe(c, sizeof(*c));
}
