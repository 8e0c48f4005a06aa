/* The heap of a traced program: heap.c defines malloc and its like. */
#ifndef AB_TESTS_TRACE_HEAP_H
#define AB_TESTS_TRACE_HEAP_H

/*
 * From here on, allocate at addresses at which nothing was allocated before: they are the same in all processes that
 * renew the heap equally often and then allocate the same. What was allocated before stays. Ends the program when all
 * is used up.
 */
void trace_heap_renew(void);

#endif
