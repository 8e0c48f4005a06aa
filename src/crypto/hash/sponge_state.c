/* Serialise and restore sponge contexts. */
#include "crypto/hash/sponge_state.h"

#include <string.h>

#include "crypto/hash/sponge.h"

enum { MAGIC = 8, STATE = 200, BUFFER = 168 };
enum { FUNCTION, DIGEST_LEN, RATE, BUFFERED, SUFFIX, PHASE, NUM_WORDS };
enum {
    ABSORBING = 1,
    SQUEEZING = 3
}; /* 0 and 2 (nothing absorbed yet, and finished) are not distinguished here, and not saved */

static const char magic[MAGIC + 1] = "KECCAKv1";

/* A number for the bits after the message, and twice the security strength. */
static uint64_t function_of(const struct ab_hash_algorithm *a)
{
    static const uint64_t numbers[] = { [0x01] = 0x10000, [0x1f] = 0x20000, [0x06] = 0x40000, [0x04] = 0x80000 };

    return numbers[((const struct ab_sponge *)a->details)->suffix] + (STATE - a->block_len) * 4;
}

static void put_head(const struct ab_hash_ctx *c, uint64_t digest_len, uint64_t words[NUM_WORDS])
{
    const struct ab_hash_algorithm *a = c->hash->algorithm;

    words[FUNCTION] = function_of(a);
    words[DIGEST_LEN] = digest_len;
    words[RATE] = a->block_len;
    words[SUFFIX] = ((const struct ab_sponge *)a->details)->suffix;
    words[BUFFERED] = c->u.sponge.is_squeezing ? a->block_len - c->u.sponge.used : c->u.sponge.used;
    words[PHASE] = c->u.sponge.is_squeezing ? SQUEEZING : ABSORBING;
}

/*
 * A buffer of received bytes is written as zeros: the bytes are in the state already, to which the buffer will be
 * added. A buffer of output ends with the end of the block.
 */
void ab_sponge_save(const struct ab_hash_ctx *c, uint64_t digest_len, uint8_t *out)
{
    uint64_t words[NUM_WORDS];
    uint8_t *buffer = out + MAGIC + sizeof(words) + STATE;

    put_head(c, digest_len, words);
    memcpy(out, magic, MAGIC);
    memcpy(out + MAGIC, words, sizeof(words));
    memcpy(out + MAGIC + sizeof(words), c->u.sponge.state, STATE);
    memset(buffer, 0, BUFFER);
    if (c->u.sponge.is_squeezing)
        memcpy(buffer, c->u.sponge.state, c->hash->algorithm->block_len);
}

/* Check the head without the message's progress, and that the progress is possible. */
static int is_of(const struct ab_hash_ctx *c, uint64_t digest_len, const uint64_t words[NUM_WORDS])
{
    uint64_t want[NUM_WORDS], rate = c->hash->algorithm->block_len;

    put_head(c, digest_len, want);
    if (words[FUNCTION] != want[FUNCTION] || words[DIGEST_LEN] != want[DIGEST_LEN] || words[RATE] != rate
        || words[SUFFIX] != want[SUFFIX])
        return 0;
    return words[PHASE] == SQUEEZING ? words[BUFFERED] <= rate : words[PHASE] <= ABSORBING && words[BUFFERED] < rate;
}

int ab_sponge_load(struct ab_hash_ctx *c, uint64_t digest_len, const uint8_t *in, size_t len, int *is_squeezing)
{
    uint64_t words[NUM_WORDS];
    const uint8_t *buffer = in + MAGIC + sizeof(words) + STATE;

    if (len != AB_SPONGE_SAVED_LEN || memcmp(in, magic, MAGIC) != 0)
        return 0;
    memcpy(words, in + MAGIC, sizeof(words));
    if (!is_of(c, digest_len, words))
        return 0;
    memcpy(c->u.sponge.state, in + MAGIC + sizeof(words), STATE);
    *is_squeezing = words[PHASE] == SQUEEZING;
    c->u.sponge.is_squeezing = words[PHASE] == SQUEEZING;
    c->u.sponge.used = (size_t)(*is_squeezing ? words[RATE] - words[BUFFERED] : words[BUFFERED]);
    for (size_t i = 0; i < c->u.sponge.used && !*is_squeezing; i++)
        ((uint8_t *)c->u.sponge.state)[i] ^= buffer[i];
    return 1;
}
