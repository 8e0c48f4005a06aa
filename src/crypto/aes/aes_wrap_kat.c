/* The known-answer test of AES key wrap. */
#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/aes/aes_wrap_kat_data.h"

enum { WHOLE_LEN = 40, PAD_LEN = 35, SHORT_LEN = 5, MAX_OUT = 48 };

/* One key, one designated cipher function: the folds of KW, of KWP, and of KWP in a single block. */
struct answers {
    size_t key_len;
    int forward;
    uint64_t whole, pad, one_block;
};

static int check_whole(const struct ab_aes_wrap *c, const uint8_t *message, uint64_t answer)
{
    uint8_t out[MAX_OUT];
    size_t len = ab_aes_wrap(c, NULL, message, out, WHOLE_LEN);

    return len == WHOLE_LEN + 8 && ab_kat_fold(out, len) == answer && ab_aes_unwrap(c, NULL, out, out, len) == WHOLE_LEN
           && memcmp(out, message, WHOLE_LEN) == 0;
}

static int check_pad(const struct ab_aes_wrap *c, const uint8_t *message, size_t message_len, uint64_t answer)
{
    uint8_t out[MAX_OUT];
    size_t len = ab_aes_wrap_pad(c, NULL, message, out, message_len);

    return ab_kat_fold(out, len) == answer && ab_aes_unwrap_pad(c, NULL, out, out, len) == message_len
           && memcmp(out, message, message_len) == 0;
}

static int check(const struct ab_aes_kernels *kernels, const struct answers *a)
{
    uint8_t key[32], message[AB_KAT_LEN];
    struct ab_aes_wrap c;
    int ok;

    ab_kat_key(key, a->key_len);
    ab_kat_message(message);
    ab_aes_wrap_set_key(&c, kernels, a->forward, key, a->key_len);
    ok = check_whole(&c, message, a->whole) && check_pad(&c, message, PAD_LEN, a->pad)
         && check_pad(&c, message, SHORT_LEN, a->one_block);
    ab_aes_wrap_wipe(&c);
    return ok;
}

int ab_aes_wrap_kat(const struct ab_aes_kernels *kernels)
{
    static const struct answers all[] = {
        { 16, 1, AB_KAT_WRAP_128, AB_KAT_WRAP_PAD_128, AB_KAT_WRAP_PAD_128_SHORT },
        { 24, 1, AB_KAT_WRAP_192, AB_KAT_WRAP_PAD_192, AB_KAT_WRAP_PAD_192_SHORT },
        { 32, 1, AB_KAT_WRAP_256, AB_KAT_WRAP_PAD_256, AB_KAT_WRAP_PAD_256_SHORT },
        { 16, 0, AB_KAT_WRAP_128_INV, AB_KAT_WRAP_PAD_128_INV, AB_KAT_WRAP_PAD_128_INV_SHORT },
        { 24, 0, AB_KAT_WRAP_192_INV, AB_KAT_WRAP_PAD_192_INV, AB_KAT_WRAP_PAD_192_INV_SHORT },
        { 32, 0, AB_KAT_WRAP_256_INV, AB_KAT_WRAP_PAD_256_INV, AB_KAT_WRAP_PAD_256_INV_SHORT },
    };

    for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (!check(kernels, &all[i]))
            return 0;
    return 1;
}
