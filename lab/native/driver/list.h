/* What the sides offer: the union over all of them. */
#ifndef AB_LAB_LIST_H
#define AB_LAB_LIST_H

#include "lab.h"

/* Answer with every kind, algorithm and operation, and the provider that each side would use. */
void lab_list(const struct lab *lab);

#endif
