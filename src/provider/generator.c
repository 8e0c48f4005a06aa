/* Random bytes of a library context, mixed from the operating system and the configured generator: generator.h. */
#include "provider/generator.h"

#include <string.h>

#include "ct/ct.h"
#include "os/memory.h"
#include "os/random.h"
#include "provider/health.h"
#include "provider/host_random.h"
#include "provider/keep_first.h"

enum { NUM_SLOTS = 16, OUTPUT = 16384, PIECE = 64 };

/* Zeros are a slot that is free and has nothing left: so a new mapping begins, and a child after fork. */
struct slot {
    _Atomic uint32_t is_taken;
    uint32_t is_keyed;        /* 0: the configured generator cannot be reached */
    size_t left;              /* bytes until it is keyed anew */
    struct ab_hash_ctx shake; /* secret */
};

/* ---- the mapping; without one, nothing is kept ---- */

enum { SLOTS_LEN = NUM_SLOTS * sizeof(struct slot) };

static void unmap(void *slots)
{
    ab_wipe(slots, SLOTS_LEN);
    ab_unmap(slots, SLOTS_LEN);
}

static struct slot *slots_of(struct ab_provctx *prov)
{
    void *slots = atomic_load_explicit(&prov->generator_slots, memory_order_acquire);

    if (slots == NULL && (slots = ab_map_wiped_on_fork(SLOTS_LEN)) != NULL)
        slots = ab_keep_first(&prov->generator_slots, slots, unmap);
    return slots;
}

/* NULL if all are taken, or there are none. */
static struct slot *take(struct ab_provctx *prov)
{
    struct slot *slots = slots_of(prov);

    for (size_t i = 0; slots != NULL && i < NUM_SLOTS; i++)
        if (atomic_load_explicit(&slots[i].is_taken, memory_order_relaxed) == 0
            && atomic_exchange_explicit(&slots[i].is_taken, 1, memory_order_acquire) == 0)
            return &slots[i];
    return NULL;
}

static void give_back(struct slot *slot)
{
    atomic_store_explicit(&slot->is_taken, 0, memory_order_release);
}

/* ---- its bytes ---- */

static int key_slot(struct ab_provctx *prov, struct slot *slot)
{
    const struct ab_hash *shake = ab_health_digest(prov, AB_HASH_SHAKE_256);
    uint8_t key[AB_HOST_RANDOM_LEN];
    enum ab_host_random host = shake == NULL ? AB_HOST_FAILED : ab_host_random(prov, key);

    if (host == AB_HOST_FAILED)
        return 0;
    slot->is_keyed = host == AB_HOST_GAVE;
    slot->left = OUTPUT;
    if (slot->is_keyed != 0) {
        ab_hash_init(&slot->shake, shake);
        ab_hash_update(&slot->shake, key, sizeof(key));
    }
    ab_wipe(key, sizeof(key));
    return 1;
}

/* Add up to PIECE bytes of the slot's output. */
static void add_piece(struct slot *slot, uint8_t *out, size_t len)
{
    uint8_t piece[PIECE];

    slot->left -= len;
    if (slot->is_keyed == 0)
        return;
    ab_hash_squeeze(&slot->shake, piece, len);
    for (size_t i = 0; i < len; i++)
        out[i] ^= piece[i];
    ab_wipe(piece, len);
}

static int add_output(struct ab_provctx *prov, struct slot *slot, uint8_t *out, size_t len)
{
    size_t n;

    for (; len > 0; out += n, len -= n) {
        if (slot->left == 0 && !key_slot(prov, slot))
            return 0;
        n = len < PIECE ? len : PIECE;
        n = n < slot->left ? n : slot->left;
        add_piece(slot, out, n);
    }
    return 1;
}

int ab_generator_bytes(struct ab_provctx *prov, void *out, size_t len)
{
    struct slot *slot, own = { .left = 0 };
    int ok;

    if (!ab_random(out, len))
        return 0;
    slot = take(prov);
    ok = add_output(prov, slot == NULL ? &own : slot, out, len);
    if (slot != NULL)
        give_back(slot);
    else
        ab_wipe(&own, sizeof(own));
    if (!ok)
        memset(out, 0, len);
    return ok;
}

static int bytes(void *arg, uint8_t *out, size_t len)
{
    return ab_generator_bytes(arg, out, len);
}

void ab_generator_init(struct ab_provctx *prov)
{
    prov->random = (struct ab_random_source){ bytes, prov };
}

void ab_generator_free(struct ab_provctx *prov)
{
    void *slots = atomic_exchange(&prov->generator_slots, NULL);

    if (slots != NULL)
        unmap(slots);
}
