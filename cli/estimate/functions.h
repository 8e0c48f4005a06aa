/*
 * Where the functions of an ELF file are: by its symbols, or, if it has none, by its table for unwinding, which every
 * library has. The file may be an attacker's: what it says is checked against its size and never followed.
 */
#ifndef AB_CLI_ESTIMATE_FUNCTIONS_H
#define AB_CLI_ESTIMATE_FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>

struct ab_function {
    uint64_t start, size; /* an address of the file's own; size 0: up to the next */
    const char *name;     /* NULL: from the table for unwinding */
};

/* A part of the file that is mapped as code. */
struct ab_code {
    uint64_t offset, address, size;
};

enum { AB_MOST_CODE = 8 };

struct ab_functions {
    struct ab_function *all; /* in the order of their start */
    size_t num;
    struct ab_code code[AB_MOST_CODE];
    unsigned num_code;
    char *names; /* what the names point into */
};

enum ab_functions_of { AB_FUNCTIONS_OF_SYMBOLS, AB_FUNCTIONS_OF_UNWINDING };

/* 0: it is no ELF file for x86-64, or has no such table. Free with ab_functions_free. */
int ab_functions_read(int fd, enum ab_functions_of of, struct ab_functions *f);
void ab_functions_free(struct ab_functions *f);

/* The index of the function that this byte of the file belongs to; -1 if none. */
long ab_functions_find(const struct ab_functions *f, uint64_t offset);

#endif
