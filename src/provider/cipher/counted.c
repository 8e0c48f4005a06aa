/* Counting calls of ciphers: each function counts and then jumps to the mode's own. */
#include "provider/cipher/counted.h"

#include "os/probe.h"
#include "provider/cipher/cipher.h"
#include "provider/cipher/pipeline.h"
#include "provider/counters.h"

static OSSL_FUNC_cipher_update_fn update;
static OSSL_FUNC_cipher_cipher_fn cipher;

static unsigned kind_of(const struct ab_cipher *c)
{
    unsigned kind = ((unsigned)(c->desc->key_len / 8) - 2) & (AB_COUNTED_DECRYPTION - 1);

    return c->enc ? kind : kind | AB_COUNTED_DECRYPTION;
}

/* Associated data (out NULL) and the end of a message (in NULL) do not count as calls. */
static int is_call(const uint8_t *out, const uint8_t *in)
{
    return out != NULL && in != NULL;
}

static struct ab_counters_place count(const struct ab_cipher *c, size_t len)
{
    return ab_counters_add(c->prov, c->desc->family, kind_of(c), 1, len);
}

/* Returns 0 if the calling thread has not used this context before; then nothing is counted. */
__attribute__((always_inline)) static inline int count_again(const struct ab_cipher *c, const uint8_t *out,
                                                             const uint8_t *in, size_t len)
{
    const struct ab_counted_family *f = &c->prov->counters->head.family[c->desc->family];
    unsigned kind = kind_of(c);

    if (!is_call(out, in))
        return 1;
    if (!ab_counters_add_again(&c->counted, kind, len))
        return 0;
    AB_PROBE_CALL(f->name, f->level, kind, len);
    return 1;
}

/* The first call of a context, or of a thread with it. Kept out of its callers, so that they save no registers. */
__attribute__((noinline)) static int first_update(struct ab_cipher *c, uint8_t *out, size_t *out_len, size_t out_size,
                                                  const uint8_t *in, size_t in_len)
{
    c->counted = count(c, in_len);
    return c->desc->ops->update(c, out, out_len, out_size, in, in_len);
}

__attribute__((noinline)) static int first_cipher(struct ab_cipher *c, uint8_t *out, size_t *out_len, size_t out_size,
                                                  const uint8_t *in, size_t in_len)
{
    c->counted = count(c, in_len);
    return c->desc->ops->cipher(c, out, out_len, out_size, in, in_len);
}

static int update(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ab_cipher *c = ctx;

    if (!count_again(c, out, in, in_len))
        return first_update(c, out, out_len, out_size, in, in_len);
    return c->desc->ops->update(c, out, out_len, out_size, in, in_len);
}

static int cipher(void *ctx, unsigned char *out, size_t *out_len, size_t out_size, const unsigned char *in,
                  size_t in_len)
{
    struct ab_cipher *c = ctx;

    if (!count_again(c, out, in, in_len))
        return first_cipher(c, out, out_len, out_size, in, in_len);
    return c->desc->ops->cipher(c, out, out_len, out_size, in, in_len);
}

static int update_pipes(void *ctx, size_t num, unsigned char **out, size_t *out_len, const size_t *out_size,
                        const unsigned char **in, const size_t *in_len)
{
    for (size_t i = 0; out != NULL && i < num; i++)
        if (is_call(out[i], in[i]))
            count(ctx, in_len[i]);
    return ab_pipes_update(ctx, num, out, out_len, out_size, in, in_len);
}

/* The entry, with the counting function if the cipher has one for it. */
static OSSL_DISPATCH counted(OSSL_DISPATCH entry)
{
    switch (entry.function_id) {
    case OSSL_FUNC_CIPHER_UPDATE: entry.function = (void (*)(void))update; break;
    case OSSL_FUNC_CIPHER_CIPHER: entry.function = (void (*)(void))cipher; break;
    case AB_CIPHER_PIPELINE_UPDATE: entry.function = (void (*)(void))update_pipes; break;
    default: break;
    }
    return entry;
}

void ab_counted_ciphers(OSSL_ALGORITHM *list)
{
    for (const OSSL_ALGORITHM *a = list; a->algorithm_names != NULL; a++)
        for (OSSL_DISPATCH *entry = (OSSL_DISPATCH *)a->implementation; entry->function_id != 0; entry++)
            *entry = counted(*entry);
}
