/* Pointers that are made late, by the first of several threads that needs them. */
#ifndef AB_PROVIDER_KEEP_FIRST_H
#define AB_PROVIDER_KEEP_FIRST_H

/* Store `made` in the slot if the slot is empty, otherwise drop `made`. Returns the content of the slot. */
void *ab_keep_first(void *_Atomic *slot, void *made, void (*drop)(void *made));

#endif
