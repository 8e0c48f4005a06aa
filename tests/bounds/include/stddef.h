/* Stand-in for the system's header. */
#ifndef AB_BOUNDS_STDDEF_H
#define AB_BOUNDS_STDDEF_H

typedef unsigned long long size_t;
#define NULL ((void *)0)

#endif
