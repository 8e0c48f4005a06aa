/* The kernels that this processor can run. */
#ifndef AB_TESTS_LEVELS_H
#define AB_TESTS_LEVELS_H

#include "afterburner/aes.h"
#include "cpu/needs.h"
#include "kernels/aes/aes_reference.h"

/* Call test(kernels) for every wanted level that the processor has, lowest first; print the levels that it lacks. */
void t_each_level(void (*test)(const struct ab_aes_kernels *kernels));
/*
 * The same for the kernels of one of the ciphers that fill the table of AES; whether it has this kernel, or this mode,
 * of AES; and whether it has keys of this many bytes.
 */
void t_each_level_of(enum ab_ref_cipher cipher, void (*test)(const struct ab_aes_kernels *kernels));
int t_has_mode(enum ab_ref_cipher cipher, const char *name);
int t_has_key_len(enum ab_ref_cipher cipher, size_t key_len);

/* Provided by the platform: returns 1 if the AES kernels of this name are to be tested here. */
int t_level_wanted(const char *name);

/*
 * Returns the bits (enum ab_cpu_bit) of this processor whose instructions are wrong here: code that uses them is not
 * tested.
 */
uint32_t t_untested_bits(const struct ab_cpu *cpu);

/* Return 1 for an implementation without AVX-512 in a brief run: silicon tests it. */
int t_is_left_to_silicon(const struct ab_needs *needs);

#endif
