/* Published vectors as lines of text, which convert_mlkem.py and convert_mldsa.py write. */
#ifndef AB_TESTS_VECTOR_LINES_H
#define AB_TESTS_VECTOR_LINES_H

#include <stddef.h>
#include <stdint.h>

enum { T_MAX_FIELDS = 5 };

struct octets {
    uint8_t *data;
    size_t len;
};

/* A line: the operation, the parameter set, the expected result and the fields of this operation. */
struct vector {
    const char *operation, *set;
    int is_valid;
    struct octets fields[T_MAX_FIELDS];
};

/* Returns whether a result is what a field has. Bytes that differ are reported. */
int t_is_field(struct octets want, const uint8_t *got, size_t len);

/* Run every line of the files that the arguments name. A file without lines is a failure. */
void t_run_vectors(int argc, char **argv, void (*run)(const struct vector *v));

#endif
