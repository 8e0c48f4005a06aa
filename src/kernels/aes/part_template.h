/*
 * CFB (s = 128) and OFB within one block, SP 800-38A sec. 6.3 and 6.4. The register is read and written whole: pieces
 * of it would keep the next call waiting, whose load covers several stores.
 */
#include "kernels/aes/block_parts_template.h"

static void feedback_part(const struct ab_aes_key *key, uint8_t reg[16], size_t used, const uint8_t *in, uint8_t *out,
                          size_t len, enum ab_keep keep)
{
    __m128i r = load_block(reg), data = block_load_at(in, used, len), text;

    if (used == 0)
        r = encrypt_block(key, r);
    text = _mm_xor_si128(r, data);
    if (keep != AB_KEEP_STREAM)
        r = block_put_at(r, keep == AB_KEEP_OUT ? text : data, used, len);
    block_store_at(out, text, used, len);
    store_block(reg, r);
}
