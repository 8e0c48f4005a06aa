/* The first member of the states of kinds without public keys, and functions of a kind that need nothing else. */
#ifndef AB_LAB_STATE_H
#define AB_LAB_STATE_H

#include <stddef.h>

struct lab_state {
    size_t bytes; /* length of a message, as returned by lab_kind.bytes */
    const char *provider;
    const unsigned char *out; /* of the last run */
    size_t out_len;           /* 0 if it is random */
};

size_t lab_state_bytes(const void *state);
const char *lab_state_provider(const void *state);
void lab_state_output(const void *state, const unsigned char **out, size_t *len);

#endif
