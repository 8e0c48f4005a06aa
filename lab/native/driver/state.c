/* What the states of kinds without public keys have in common. */
#include "state.h"

size_t lab_state_bytes(const void *state)
{
    return ((const struct lab_state *)state)->bytes;
}

const char *lab_state_provider(const void *state)
{
    return ((const struct lab_state *)state)->provider;
}

void lab_state_output(const void *state, const unsigned char **out, size_t *len)
{
    const struct lab_state *s = state;

    *out = s->out;
    *len = s->out_len;
}
