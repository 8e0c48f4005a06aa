/*
 * Dispatch tables that share their ends. Names of one kind differ in two or three functions of twenty. Their tables
 * have these alone, and their last entry refers to the table of the rest. libcrypto needs whole tables, which are
 * written out when it first asks for an operation: most processes use few operations.
 */
#ifndef AB_PROVIDER_DISPATCH_H
#define AB_PROVIDER_DISPATCH_H

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <stddef.h>

/* The number in the last entry of a table that goes on: its function returns the rest. */
enum { AB_GOES_ON = -1 };

/* Define what tables go on with, and the last entry of such a table. */
#define AB_REST(rest, ...)                                                           \
    static const OSSL_DISPATCH rest##_entries[] = { __VA_ARGS__, { 0, NULL } };      \
    static const OSSL_DISPATCH *rest(void) { return rest##_entries; }
#define AB_GO_ON(rest) { AB_GOES_ON, (void (*)(void))rest }

/* Write the table out to `copy`, with its end, unless that is NULL. Return the number of entries. */
size_t ab_dispatch_copy(OSSL_DISPATCH *copy, const OSSL_DISPATCH *table);

/* Return a copy of the list with all its tables written out, in one allocation; NULL if memory runs out. */
OSSL_ALGORITHM *ab_dispatch_write_out(const OSSL_ALGORITHM *list);

#endif
