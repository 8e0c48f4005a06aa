/* The bytes of memory from poison.c that was not written yet, and of memory that was freed. */
#ifndef AB_TESTS_EVP_POISON_H
#define AB_TESTS_EVP_POISON_H

enum { POISON_NEW = 0xa5, POISON_FREED = 0x5c };

#endif
