/*
 * The entry points of providers: the address of each function in a dispatch table, with its operation. A call stack
 * that contains one of them is inside cryptography, whether libcrypto has symbols or not. The target of a direct tail
 * call counts as an entry point too, since a tail call leaves no frame; a tail call through a pointer is not followed.
 */
#ifndef AB_LAB_ENTRIES_H
#define AB_LAB_ENTRIES_H

#include <openssl/types.h>
#include <stddef.h>

struct lab_entry {
    const void *function;
    int operation;   /* OSSL_OP_... */
    int replaceable; /* of a provider other than OpenSSL's own, or of an algorithm that such a provider offers too */
};

struct lab_entries;

/*
 * Collect the entry points of all providers of these library contexts. Return NULL with the reason in *why. An entry is
 * replaceable if a provider in any of the contexts offers its algorithm. Release with lab_entries_free.
 */
struct lab_entries *lab_entries_new(OSSL_LIB_CTX *const *libctxs, size_t num, const char **why);
void lab_entries_free(struct lab_entries *entries);

/* Return the entry that contains this instruction, or NULL. For a return address pass the last byte of the call. */
const struct lab_entry *lab_entries_find(const struct lab_entries *entries, const void *instruction);

#endif
