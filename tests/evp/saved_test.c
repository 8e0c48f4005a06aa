/*
 * Serialized digest contexts (EVP_MD_CTX_serialize, OpenSSL 4.0): what one side saves after any length continues on
 * either side, and both refuse the same states and sizes of memory. Earlier releases have no such interface.
 */
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

#if OPENSSL_VERSION_NUMBER >= 0x40000000L

enum { MAX_MESSAGE = 300, MAX_STATE = 512 };

static uint8_t message[2 * MAX_MESSAGE];
static unsigned num_compared;

static EVP_MD_CTX *begun(EVP_MD *md, size_t len)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    if (!EVP_DigestInit_ex2(ctx, md, NULL) || !EVP_DigestUpdate(ctx, message, len))
        fail("no message can be begun");
    return ctx;
}

static size_t save(EVP_MD *md, size_t len, uint8_t state[MAX_STATE])
{
    EVP_MD_CTX *ctx = begun(md, len);
    size_t room = MAX_STATE;

    if (!EVP_MD_CTX_serialize(ctx, state, &room))
        room = 0;
    EVP_MD_CTX_free(ctx);
    return room;
}

/* Finish the digest, or read the beginning of an extendable output. */
static bool finish(EVP_MD_CTX *ctx, uint8_t out[EVP_MAX_MD_SIZE])
{
    bool is_xof = EVP_MD_get_flags(EVP_MD_CTX_get0_md(ctx)) & EVP_MD_FLAG_XOF;

    memset(out, 0, EVP_MAX_MD_SIZE);
    return is_xof ? EVP_DigestFinalXOF(ctx, out, EVP_MAX_MD_SIZE) : EVP_DigestFinal_ex(ctx, out, NULL);
}

static void digest(EVP_MD *md, size_t len, uint8_t out[EVP_MAX_MD_SIZE])
{
    EVP_MD_CTX *ctx = begun(md, len);

    if (!finish(ctx, out))
        fail("no message can be ended");
    EVP_MD_CTX_free(ctx);
}

/* Restore into a context that has been used before. */
static void check_goes_on(const struct digest *d, enum side from, enum side to, size_t len)
{
    uint8_t state[MAX_STATE], want[EVP_MAX_MD_SIZE], got[EVP_MAX_MD_SIZE];
    size_t room = save(d->md[from], len, state);
    EVP_MD_CTX *ctx = begun(d->md[to], 77);

    num_compared++;
    digest(d->md[DEFAULT], len + MAX_MESSAGE, want);
    if (!EVP_MD_CTX_deserialize(ctx, state, room))
        fail("%s: %s's state after %zu bytes is refused", d->name, side_names[from], len);
    else if (!EVP_DigestUpdate(ctx, message + len, MAX_MESSAGE) || !finish(ctx, got)
             || memcmp(want, got, sizeof(want)) != 0)
        fail("%s: %s continues wrongly after %zu bytes of %s", d->name, side_names[to], len, side_names[from]);
    EVP_MD_CTX_free(ctx);
}

/* Save after `given` bytes of an extendable output were read. */
static void check_output_goes_on(const struct digest *d, enum side from, enum side to, size_t given)
{
    uint8_t state[MAX_STATE], want[2 * MAX_MESSAGE], got[2 * MAX_MESSAGE];
    EVP_MD_CTX *saved = begun(d->md[from], 50), *ctx = begun(d->md[to], 3), *whole = begun(d->md[DEFAULT], 50);
    size_t room = sizeof(state);

    num_compared++;
    if (!EVP_DigestFinalXOF(whole, want, given + MAX_MESSAGE) || !EVP_DigestSqueeze(saved, got, given)
        || !EVP_MD_CTX_serialize(saved, state, &room) || !EVP_MD_CTX_deserialize(ctx, state, room)
        || !EVP_DigestSqueeze(ctx, got + given, MAX_MESSAGE) || memcmp(want, got, given + MAX_MESSAGE) != 0)
        fail("%s: %s's output continues wrongly at %s after %zu bytes", d->name, side_names[from], side_names[to],
             given);
    EVP_MD_CTX_free(saved);
    EVP_MD_CTX_free(ctx);
    EVP_MD_CTX_free(whole);
}

/* Change every byte of the header (magic, digest's length), and try every length but the right one. */
static void check_refusals(const struct digest *d, enum side side)
{
    uint8_t state[MAX_STATE];
    size_t room = save(d->md[side], 100, state), half = room / 2, length = 0;
    EVP_MD_CTX *ctx = begun(d->md[side], 5);

    for (unsigned i = 0; i < 12; i++) {
        state[i] ^= 1;
        if (EVP_MD_CTX_deserialize(ctx, state, room))
            fail("%s: %s takes a state whose byte %u is wrong", d->name, side_names[side], i);
        state[i] ^= 1;
    }
    for (size_t len = 0; len < MAX_STATE; len++)
        if (EVP_MD_CTX_deserialize(ctx, state, len) != (len == room))
            fail("%s: %s and a state of %zu bytes", d->name, side_names[side], len);
    if (EVP_MD_CTX_serialize(ctx, state, &half) || EVP_MD_CTX_serialize(ctx, NULL, NULL))
        fail("%s: %s saves without room", d->name, side_names[side]);
    if (!EVP_MD_CTX_serialize(ctx, NULL, &length) || length != room || !EVP_MD_CTX_serialize(ctx, state, NULL))
        fail("%s: %s does not say how long its state is", d->name, side_names[side]);
    EVP_MD_CTX_free(ctx);
}

static void test_digest(const struct digest *d)
{
    uint8_t state[MAX_STATE];
    size_t len = save(d->md[DEFAULT], 0, state);

    if (len != save(d->md[MODULE], 0, state))
        fail("%s: states of different lengths", d->name);
    if (len == 0)
        return;
    for (size_t n = 0; n <= MAX_MESSAGE; n++)
        for (enum side from = 0; from < NUM_SIDES; from++)
            for (enum side to = 0; to < NUM_SIDES; to++) {
                check_goes_on(d, from, to, n);
                if (n != 0 && EVP_MD_get_flags(d->md[DEFAULT]) & EVP_MD_FLAG_XOF)
                    check_output_goes_on(d, from, to, n);
            }
    for (enum side side = 0; side < NUM_SIDES; side++)
        check_refusals(d, side);
}

int main(void)
{
    static struct harness h;
    struct random rnd = { 1 };

    harness_open(&h);
    random_bytes(&rnd, message, sizeof(message));
    for (unsigned i = 0; i < h.num_digests; i++)
        if (h.digests[i].md[DEFAULT] != NULL)
            test_digest(&h.digests[i]);
    if (num_compared == 0 && harness_find_digest(&h, "SHA2-256") != NULL)
        fail("nothing was compared");
    harness_close(&h);
    printf("%u states restored, %u failures\n", num_compared, failures);
    return failures != 0;
}

#else

int main(void)
{
    return SKIPPED;
}

#endif
