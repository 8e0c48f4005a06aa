/* BLAKE2s: blake2_scalar_template.h with words of 32 bits. */
#include "kernels/blake2/blake2s_words.h"
#include "kernels/blake2/blake2_scalar_template.h"
