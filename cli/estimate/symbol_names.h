/* The names of libcrypto's own functions, where a build has them, and the algorithm that each belongs to. */
#ifndef AB_CLI_ESTIMATE_SYMBOL_NAMES_H
#define AB_CLI_ESTIMATE_SYMBOL_NAMES_H

#include "cli/measure/workload.h"

/* The class of this function, or -1: it is none of cryptography, or of several kinds. */
int ab_symbol_class(const char *name);

#endif
