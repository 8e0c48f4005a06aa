/* AES-OCB (RFC 7253): offsets, streaming of associated data and text, tag. */
#include "afterburner/aes.h"

#include <string.h>

#include "crypto/aes/block.h"
#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

static void encrypt_block(const struct ab_aes_ocb *c, uint8_t block[16])
{
    c->kernels->ecb_encrypt(&c->key, block, block, 1);
}

/* RFC 7253 sec. 4.1: L_*, L_$, L_i; and the sums D_j (src/kernels/aes/ocb_template.h). */
void ab_aes_ocb_set_key(struct ab_aes_ocb *c, const struct ab_aes_kernels *kernels, const uint8_t *key, size_t key_len)
{
    struct ab_aes_ocb_table *t = &c->table;

    c->kernels = kernels;
    kernels->expand_encrypt(&c->key, key, key_len);
    kernels->expand_decrypt(&c->key);
    memset(t, 0, sizeof(*t));
    encrypt_block(c, t->l_star);
    ab_aes_double(t->l_dollar, t->l_star);
    ab_aes_double(t->l[0], t->l_dollar);
    for (unsigned i = 1; i < AB_AES_OCB_NUM_L; i++)
        ab_aes_double(t->l[i], t->l[i - 1]);
    for (unsigned j = 1; j < AB_AES_OCB_NUM_D; j++)
        ab_aes_xor_block(t->d[j], t->d[j - 1], t->l[__builtin_ctz(j)]);
}

/* Offset_0 of sec. 4.2: 128 bits out of Ktop || (Ktop[1..64] ^ Ktop[9..72]), from bit `bottom` = 0..63 on. */
static void first_offset(uint8_t offset[16], const uint8_t ktop[16], unsigned bottom)
{
    ab_aes_words w = ab_aes_load_words(ktop);
    uint64_t a = __builtin_bswap64(w[0]), b = __builtin_bswap64(w[1]), c = a ^ (a << 8 | b >> 56);

    ab_aes_store_numbers(offset, a << bottom | b >> 1 >> (63 - bottom), b << bottom | c >> 1 >> (63 - bottom));
}

/* n = 0..8 bytes as a big-endian number */
static uint64_t read_number(const uint8_t *in, size_t n)
{
    uint64_t v = 0;

    if (n == 8) {
        memcpy(&v, in, 8);
        return __builtin_bswap64(v);
    }
    for (size_t i = 0; i < n; i++)
        v = v << 8 | in[i];
    return v;
}

/* The formatted nonce of sec. 4.2: the length of the tag in 7 bits, zeros, a one, the nonce. */
void ab_aes_ocb_start(struct ab_aes_ocb *c, const uint8_t *nonce, size_t nonce_len, size_t tag_len)
{
    size_t low_len = nonce_len < 8 ? nonce_len : 8, high_len = nonce_len - low_len;
    uint64_t high = read_number(nonce, high_len), low = read_number(nonce + high_len, low_len);
    unsigned bottom;
    uint8_t block[16];

    if (nonce_len < 8)
        low |= UINT64_C(1) << 8 * nonce_len;
    else
        high |= UINT64_C(1) << 8 * high_len; /* NOLINT(clang-analyzer-core.BitwiseShift): it is at most 7 */
    high |= (uint64_t)(8 * tag_len % 128) << 57;
    ab_aes_store_numbers(block, high, low & ~UINT64_C(63));
    encrypt_block(c, block);
    c->data = c->aad = (struct ab_aes_ocb_run){ 0 };
    bottom = low & 63;
    AB_PUBLIC(&bottom, sizeof(bottom)); /* declassified: the nonce is sent with the message; bits are shifted by it */
    first_offset(c->data.offset, block, bottom);
    ab_aes_wipe_block(block);
}

void ab_aes_ocb_aad(struct ab_aes_ocb *c, const uint8_t *aad, size_t len)
{
    c->kernels->ocb_hash(&c->key, &c->table, &c->aad, aad, len);
}

void ab_aes_ocb_encrypt(struct ab_aes_ocb *c, const uint8_t *in, uint8_t *out, size_t len)
{
    c->kernels->ocb_encrypt(&c->key, &c->table, &c->data, in, out, len);
}

void ab_aes_ocb_decrypt(struct ab_aes_ocb *c, const uint8_t *in, uint8_t *out, size_t len)
{
    c->kernels->ocb_decrypt(&c->key, &c->table, &c->data, in, out, len);
}

void ab_aes_ocb_tag(struct ab_aes_ocb *c, uint8_t tag[16])
{
    ab_aes_xor_block(tag, c->data.sum, c->data.offset);
    ab_aes_xor_block(tag, tag, c->table.l_dollar);
    encrypt_block(c, tag);
    ab_aes_xor_block(tag, tag, c->aad.sum);
    c->data = c->aad = (struct ab_aes_ocb_run){ 0 };
    __asm__ volatile("" : : "r"(c) : "memory");
}

void ab_aes_ocb_wipe(struct ab_aes_ocb *c)
{
    ab_wipe(c, sizeof(*c));
}
