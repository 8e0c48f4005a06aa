/* Random bytes from the side's public generator, by RAND_bytes_ex as in an application. */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "messages.h"
#include "names.h"
#include "state.h"
#include "system.h"

struct rand_state {
    struct lab_state state;
    OSSL_LIB_CTX *libctx;
    unsigned char *out;
};

/* Find the side's generator and its name. Return its provider, or NULL if it does not start. */
static const char *find_generator(const struct lab_side *side, struct lab_name *name)
{
    EVP_RAND_CTX *ctx = RAND_get0_public(side->libctx);
    EVP_RAND *rand = ctx == NULL ? NULL : EVP_RAND_CTX_get0_rand(ctx);

    if (rand == NULL)
        return NULL;
    EVP_RAND_names_do_all(rand, lab_name_offer, name);
    return OSSL_PROVIDER_get0_name(EVP_RAND_get0_provider(rand));
}

static void free_rand(void *state)
{
    struct rand_state *r = state;

    lab_pages_free(r->out);
    free(r);
}

static int set_up(struct rand_state *r, const struct lab_side *side, const struct lab_request *request, char *why)
{
    struct lab_name name = { "" };

    r->libctx = side->libctx;
    r->state.bytes = request->bytes;
    r->state.provider = find_generator(side, &name);
    if (r->state.provider == NULL || strcmp(name.text, request->algorithm) != 0)
        return lab_refuse(why, "not the generator of this side");
    r->out = lab_pages(r->state.bytes, why);
    return r->out != NULL;
}

static void *new_rand(const struct lab *lab, const struct lab_side *side, const struct lab_request *request, char *why)
{
    struct rand_state *r = calloc(1, sizeof(*r));

    (void)lab;
    if (r == NULL || set_up(r, side, request, why))
        return r;
    free_rand(r);
    return NULL;
}

static int run_rand(void *state, size_t num)
{
    struct rand_state *r = state;

    for (size_t n = 0; n < num; n++)
        if (RAND_bytes_ex(r->libctx, r->out, r->state.bytes, 0) <= 0)
            return 0;
    return 1;
}

static void list_rand(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_name name = { "" };
    const char *provider = find_generator(side, &name);

    if (provider != NULL)
        found(arg, name.text, "generate", LAB_SIZED, provider);
    ERR_clear_error();
}

const struct lab_kind lab_kind_rand = {
    .name = "rand",
    .operations = { "generate" },
    .list = list_rand,
    .new = new_rand,
    .free = free_rand,
    .bytes = lab_state_bytes,
    .provider = lab_state_provider,
    .run = run_rand,
    .output = lab_state_output,
};
