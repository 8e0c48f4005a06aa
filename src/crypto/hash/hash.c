#include "afterburner/hash.h"

#include "crypto/hash/construction.h"
#include "ct/ct.h"

int ab_hash_is_usable(const struct ab_hash *hash, const struct ab_cpu *cpu)
{
    const struct ab_hash_kernels *k = hash->kernels;

    return cpu->level >= k->needs_level && (cpu->bits & k->needs_bits) == k->needs_bits;
}

const char *ab_hash_level(const struct ab_hash *hash)
{
    return hash->kernels->level;
}

int ab_hash_is_fallback(const struct ab_hash *hash)
{
    return hash->kernels->is_fallback;
}

const struct ab_hash *ab_hash_pick(enum ab_hash_id id, const struct ab_cpu *cpu)
{
    const struct ab_hash *h = ab_hash_list(id);

    while (!ab_hash_is_usable(h, cpu))
        h++;
    return h;
}

void ab_hash_init(struct ab_hash_ctx *c, const struct ab_hash *hash)
{
    c->hash = hash;
    hash->algorithm->construction->init(c);
}

void ab_hash_update(struct ab_hash_ctx *c, const uint8_t *data, size_t len)
{
    if (len != 0)
        c->hash->algorithm->construction->update(c, data, len);
}

void ab_hash_final(struct ab_hash_ctx *c, uint8_t *out)
{
    c->hash->algorithm->construction->final(c, out);
    ab_wipe(&c->u, c->hash->algorithm->state_len);
}
