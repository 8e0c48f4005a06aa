/* The parts that samples fall into: cryptography by operation, the rest of OpenSSL, libc, the kernel, the program. */
#ifndef AB_LAB_SHARES_H
#define AB_LAB_SHARES_H

#include <stddef.h>

#include "entries.h"
#include "sampler.h"

enum lab_part {
    LAB_PART_DIGEST,
    LAB_PART_CIPHER,
    LAB_PART_MAC,
    LAB_PART_KDF,
    LAB_PART_RAND,
    LAB_PART_KEYMGMT,
    LAB_PART_EXCHANGE,
    LAB_PART_SIGNATURE,
    LAB_PART_ASYM_CIPHER,
    LAB_PART_KEM,
    LAB_PART_LIBCRYPTO, /* from here on not in a provider */
    LAB_PART_LIBSSL,
    LAB_PART_LIBC,
    LAB_PART_PROGRAM, /* and everything else */
    LAB_PART_KERNEL,  /* whoever called it */
    LAB_PARTS
};

extern const char *const lab_part_names[LAB_PARTS];

/*
 * Samples by part. replaceable: those in algorithms that a provider other than OpenSSL's own offers too. lost: stacks
 * that could not be walked to their end; they count by the frames that are known.
 */
struct lab_shares {
    size_t samples, lost, parts[LAB_PARTS], replaceable[LAB_PARTS];
};

void lab_shares_count(struct lab_shares *shares, const struct lab_entries *entries, const struct lab_stack *stacks,
                      size_t num);

#endif
