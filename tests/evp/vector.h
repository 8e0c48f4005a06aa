/* A published vector, in the text form that convert_vectors.py writes. */
#ifndef AB_TESTS_EVP_VECTOR_H
#define AB_TESTS_EVP_VECTOR_H

#include <stddef.h>
#include <stdint.h>

enum { MAX_AADS = 10 };

struct bytes {
    uint8_t *data; /* NULL: the field is absent */
    size_t len;
};

struct vector {
    const char *name, *what, *result, *id;
    struct bytes key, iv, pt, ct, tag, pad, bits, sizes, aad[MAX_AADS];
    unsigned num_aads;
};

/* Decode hex in place. */
struct bytes vector_decode(char *hex);

/* Parse a line, into which the vector then points. Returns 0 if it is not a vector. */
int vector_read(struct vector *v, char *line);

#endif
