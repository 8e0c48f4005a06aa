/* The bytes of a program or library, and what its system makes of them. */
#ifndef AB_CLI_BINARY_BYTES_H
#define AB_CLI_BINARY_BYTES_H

#include "cli/system/binary.h"

struct ab_bytes {
    const char *data;
    size_t len;
};

/* Map the whole file; 0 if it is empty, or too long to be a program. */
int ab_bytes_map(int fd, struct ab_bytes *b);
void ab_bytes_unmap(struct ab_bytes *b);

enum ab_elf ab_bytes_judge(const struct ab_bytes *b);

#endif
