/* The interface of afterburner/hash.h: it forwards to the construction of the implementation. */
#include "afterburner/hash.h"

#include "crypto/hash/construction.h"

int ab_hash_is_usable(const struct ab_hash *hash, const struct ab_cpu *cpu)
{
    const struct ab_hash_kernels *k = hash->kernels;

    return ab_cpu_has(cpu, &k->needs);
}

const char *ab_hash_level(const struct ab_hash *hash)
{
    return hash->kernels->needs.name;
}

int ab_hash_is_fallback(const struct ab_hash *hash)
{
    return hash->kernels->needs.is_fallback;
}

const struct ab_hash *ab_hash_pick(enum ab_hash_id id, const struct ab_cpu *cpu)
{
    const struct ab_hash *h = ab_hash_list(id);

    while (!ab_cpu_is_for(cpu, &h->kernels->needs, h->kernels->suits))
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
    ab_hash_wipe(c);
}

void ab_hash_squeeze(struct ab_hash_ctx *c, uint8_t *out, size_t len)
{
    c->hash->algorithm->construction->squeeze(c, out, len);
}

/*
 * Whole vectors, four at a time: a call of memset or memcpy for so few bytes takes longer than the rest of a short
 * message's end.
 */
typedef uint64_t vector __attribute__((vector_size(16), aligned(16), may_alias));

static size_t num_vectors(const struct ab_hash_ctx *c)
{
    return c->hash->algorithm->state_len / sizeof(vector);
}

void ab_hash_wipe(struct ab_hash_ctx *c)
{
    vector *v = (vector *)&c->u, *end = v + num_vectors(c);

    for (; v < end; v += 4) {
        v[0] = v[1] = v[2] = v[3] = (vector){ 0 };
        __asm__ volatile("" : "+r"(v) : : "memory");
    }
}

void ab_hash_copy(struct ab_hash_ctx *to, const struct ab_hash_ctx *from)
{
    const vector *v = (const vector *)&from->u, *end = v + num_vectors(from);
    vector *out = (vector *)&to->u;

    to->hash = from->hash;
    for (; v < end; v += 4, out += 4) {
        vector a = v[0], b = v[1], c = v[2], d = v[3];

        out[0] = a, out[1] = b, out[2] = c, out[3] = d;
        __asm__ volatile("" : "+r"(v) : : "memory");
    }
}
