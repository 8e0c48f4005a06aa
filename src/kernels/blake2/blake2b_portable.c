/* BLAKE2b: blake2_portable_template.h with words of 64 bits. */
#include "kernels/blake2/blake2b_words.h"
#include "kernels/blake2/blake2_portable_template.h"
