/* Stand-in for the system's header: the types of tests/bounds/machine.py. */
#ifndef AB_BOUNDS_STDINT_H
#define AB_BOUNDS_STDINT_H

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned long long uintptr_t;

#define INT64_MAX 0x7fffffffffffffff
#define UINT64_MAX 0xffffffffffffffff

#endif
