/* A source of random bytes: callers of an algorithm that needs some pass one in. */
#ifndef AFTERBURNER_RANDOM_SOURCE_H
#define AFTERBURNER_RANDOM_SOURCE_H

#include <stddef.h>
#include <stdint.h>

/* bytes fills out with len unpredictable bytes; 1, or 0 if there are none. Several threads may call it. */
struct ab_random_source {
    int (*bytes)(void *arg, uint8_t *out, size_t len);
    void *arg;
};

#endif
