/* What the sides offer: the union over all of them, found by asking each. */
#ifndef AB_LAB_LIST_H
#define AB_LAB_LIST_H

#include "lab.h"

/* Answers with every kind, algorithm and operation, and the provider that each side would take. */
void lab_list(const struct lab *lab);

#endif
