/* The known-answer test of AES-OCB. */
#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/aes/aes_ocb_kat_data.h"

enum { NONCE_LEN = 12, AAD_LEN = 75, TAG_LEN = 16, FIRST = 5 * AB_AES_BLOCK };

/* Encrypt the test message at once; decrypt it in two parts, the second of which starts within a batch. */
static int check_long(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t answer)
{
    uint8_t key[32], nonce[NONCE_LEN], message[AB_KAT_LEN], out[AB_KAT_LEN + TAG_LEN], tag[TAG_LEN];
    struct ab_aes_ocb c;
    int ok;

    ab_kat_key(key, key_len);
    ab_kat_iv(nonce, NONCE_LEN);
    ab_kat_message(message);
    ab_aes_ocb_set_key(&c, kernels, key, key_len);
    ab_aes_ocb_start(&c, nonce, NONCE_LEN, TAG_LEN);
    ab_aes_ocb_aad(&c, message, AAD_LEN);
    ab_aes_ocb_encrypt(&c, message, out, AB_KAT_LEN);
    ab_aes_ocb_tag(&c, out + AB_KAT_LEN);
    ok = ab_kat_fold(out, AB_KAT_LEN + TAG_LEN) == answer;
    ab_aes_ocb_start(&c, nonce, NONCE_LEN, TAG_LEN);
    ab_aes_ocb_aad(&c, message, AAD_LEN);
    ab_aes_ocb_decrypt(&c, out, out, FIRST);
    ab_aes_ocb_decrypt(&c, out + FIRST, out + FIRST, AB_KAT_LEN - FIRST);
    ab_aes_ocb_tag(&c, tag);
    ab_aes_ocb_wipe(&c);
    return ok && memcmp(out, message, AB_KAT_LEN) == 0 && memcmp(out + AB_KAT_LEN, tag, TAG_LEN) == 0;
}

int ab_aes_ocb_kat(const struct ab_aes_kernels *kernels)
{
    return check_long(kernels, 16, AB_KAT_OCB_128) && check_long(kernels, 24, AB_KAT_OCB_192)
           && check_long(kernels, 32, AB_KAT_OCB_256);
}
