/* Where the library takes randomness from: its caller. */
#ifndef AFTERBURNER_RANDOM_H
#define AFTERBURNER_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct ab_random {
    int (*fill)(void *arg, uint8_t *out, size_t len); /* len bytes that nobody can foresee; 0 if there are none to be had */
    void *arg;
};

#endif
