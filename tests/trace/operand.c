/* Values of operands: see operand.h. This runs while vector registers hold what is traced. */
#include "operand.h"

#include <cpuid.h>

/* Intel SDM vol. 1 sec. 13.4: the legacy region has XMM at 160; the header after it starts with XSTATE_BV. */
enum { XMM_AT = 160, XSTATE_BV_AT = 512 };
enum { SSE = 1, YMM_HIGH = 2, MASKS = 5, ZMM_HIGH = 6, ZMM_16_TO_31 = 7, NUM_COMPONENTS = 8, VECTOR_LEN = 64 };

static uint64_t general_register(const struct registers *r, unsigned i)
{
    return i < OPERAND_NO_REGISTER ? r->general[i] : 0;
}

/* Copy part of a component of the state. A component that is not in use has its initial value, zero. */
static void copy_state(uint8_t *out, unsigned component, unsigned at, size_t len)
{
    static const uint8_t initial[VECTOR_LEN];
    static unsigned offsets[NUM_COMPONENTS];
    const uint8_t *state = trace_vectors();
    unsigned size, c, d;
    uint64_t in_use;

    copy_bytes(&in_use, state + XSTATE_BV_AT, sizeof(in_use));
    copy_bytes(out, initial, len);
    if (!(in_use >> component & 1))
        return;
    if (component > SSE && offsets[component] == 0)
        __cpuid_count(13, component, size, offsets[component], c, d);
    copy_bytes(out, state + (component == SSE ? XMM_AT : offsets[component]) + at, len);
}

static void vector_register(uint8_t out[VECTOR_LEN], unsigned i)
{
    if (i >= 16) {
        copy_state(out, ZMM_16_TO_31, (i - 16) * VECTOR_LEN, VECTOR_LEN);
        return;
    }
    copy_state(out, SSE, 16 * i, 16);
    copy_state(out + 16, YMM_HIGH, 16 * i, 16);
    copy_state(out + 32, ZMM_HIGH, 32 * i, 32);
}

/* FNV-1a, by bytes. */
static uint64_t hash(const uint8_t *p, size_t len)
{
    uint64_t h = 0xcbf29ce484222325;

    for (size_t i = 0; i < len; i++)
        h = (h ^ p[i]) * 0x100000001b3;
    return h;
}

static uint64_t number(const uint8_t *p, size_t len)
{
    uint64_t value = 0;

    if (len > sizeof(value))
        return hash(p, len);
    copy_bytes(&value, p, len);
    return value;
}

static uint64_t address(const struct operand *o, const struct registers *r, uint64_t index)
{
    uint64_t sum = general_register(r, o->base) + index * o->scale + (uint64_t)o->displacement;

    return o->is_32bit ? (uint32_t)sum : sum;
}

/* All addresses of a gather or scatter in one number. */
static uint64_t addresses_of_lanes(const struct operand *o, const struct registers *r)
{
    uint8_t indices[VECTOR_LEN];
    uint64_t h = 0;

    vector_register(indices, o->index);
    for (unsigned i = 0; i < o->lanes; i++) {
        uint64_t index = number(indices + i * o->len, o->len);

        h = (h ^ address(o, r, o->len == 4 ? (uint64_t)(int32_t)index : index)) * 0x9e3779b97f4a7c15;
    }
    return h;
}

uint64_t operand_value(const struct operand *o, const struct registers *r)
{
    uint8_t bytes[VECTOR_LEN];
    uint64_t value = general_register(r, o->base);

    switch (o->kind) {
    case OPERAND_ADDRESS: return address(o, r, general_register(r, o->index));
    case OPERAND_LANES: return addresses_of_lanes(o, r);
    case OPERAND_REGISTER: return number((const uint8_t *)&value, o->len);
    case OPERAND_VECTOR: vector_register(bytes, o->base); return hash(bytes, o->len);
    case OPERAND_MASK: copy_state(bytes, MASKS, 8U * o->base, 8); return number(bytes, 8);
    case OPERAND_LOADED:
        return number((const uint8_t *)(uintptr_t)address(o, r, general_register(r, o->index)), o->len);
    default: return 0;
    }
}
