/* The known-answer test of CBC-MAC, CBC and CFB encryption of several messages in lanes. */
#include <string.h>

#include "crypto/aes/aes_kat.h"
#include "crypto/aes/aes_lanes_kat_data.h"
#include "ct/ct.h"
#include "kernels/aes/aes_kernels.h"

/* Message i is NUM_BLOCKS blocks of the test message from block i on; the first byte of its key and IV is i. */
enum { NUM_MESSAGES = AB_AES_MAX_LANES, NUM_BLOCKS = 4, LEN = NUM_BLOCKS * AB_AES_BLOCK };

struct output {
    uint8_t cbc[NUM_MESSAGES][LEN], cfb[NUM_MESSAGES][LEN], mac[NUM_MESSAGES][AB_AES_BLOCK];
};

static void put_key(struct ab_aes_lanes *l, unsigned lane, const struct ab_aes_kernels *kernels, size_t key_len,
                    unsigned i)
{
    struct ab_aes_key k;
    uint8_t key[32];

    ab_kat_key(key, key_len);
    key[0] ^= (uint8_t)i;
    kernels->expand_encrypt(&k, key, key_len);
    l->rounds = k.rounds;
    for (unsigned r = 0; r <= k.rounds; r++)
        memcpy(l->round_key[r][lane], k.enc[r], AB_AES_BLOCK);
}

/* Set the chains of messages from `first` on, and the destination of their output, if any. */
static void begin(struct ab_aes_lanes *l, unsigned first, unsigned num, uint8_t (*out)[LEN])
{
    for (unsigned i = 0; i < num; i++) {
        ab_kat_iv(l->chain[i], AB_AES_BLOCK);
        l->chain[i][0] ^= (uint8_t)(first + i);
        l->out[i] = out == NULL ? NULL : out[first + i];
    }
}

/* Run messages from `first` on in as many lanes. */
static void run(struct ab_aes_lanes *l, const struct ab_aes_kernels *kernels, unsigned first, unsigned num,
                struct output *out)
{
    begin(l, first, num, out->cbc);
    kernels->cbc_encrypt_lanes(l, num, NUM_BLOCKS);
    begin(l, first, num, out->cfb);
    kernels->cfb_encrypt_lanes(l, num, NUM_BLOCKS);
    begin(l, first, num, NULL);
    kernels->cbc_mac_lanes(l, num, NUM_BLOCKS);
    memcpy(out->mac[first], l->chain, AB_AES_BLOCK * num);
}

/* Run all messages, at_once in step. */
static int check(const struct ab_aes_kernels *kernels, size_t key_len, unsigned at_once, int is_one_key,
                 uint64_t answer)
{
    struct ab_aes_lanes l = { .is_one_key = is_one_key };
    uint8_t message[AB_KAT_LEN];
    struct output out = { 0 };

    ab_kat_message(message);
    for (unsigned first = 0; first < NUM_MESSAGES; first += at_once) {
        for (unsigned i = 0; i < at_once; i++) {
            put_key(&l, i, kernels, key_len, is_one_key ? 0 : first + i);
            l.in[i] = message + AB_AES_BLOCK * (first + i);
        }
        run(&l, kernels, first, at_once, &out);
    }
    ab_wipe(&l, sizeof(l));
    return ab_kat_fold((const uint8_t *)&out, sizeof(out)) == answer;
}

static int check_key_len(const struct ab_aes_kernels *kernels, size_t key_len, uint64_t own_keys, uint64_t one_key)
{
    unsigned max = kernels->max_lanes;

    return check(kernels, key_len, max, 0, own_keys) && check(kernels, key_len, max / 2, 0, own_keys)
           && check(kernels, key_len, max, 1, one_key);
}

int ab_aes_lanes_kat(const struct ab_aes_kernels *kernels)
{
    return check_key_len(kernels, 16, AB_KAT_LANES_128, AB_KAT_LANES_128_ONE_KEY)
           && check_key_len(kernels, 24, AB_KAT_LANES_192, AB_KAT_LANES_192_ONE_KEY)
           && check_key_len(kernels, 32, AB_KAT_LANES_256, AB_KAT_LANES_256_ONE_KEY);
}
