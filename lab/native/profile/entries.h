/*
 * Where the providers begin: the address of each function that a provider has given to libcrypto, with the operation
 * that it belongs to. A call stack that holds one of them is in cryptography, whether libcrypto has symbols or not.
 *
 * What such a function jumps to at its end (a tail call leaves no frame of its own) counts as a beginning too.
 */
#ifndef AB_LAB_ENTRIES_H
#define AB_LAB_ENTRIES_H

#include <openssl/types.h>
#include <stddef.h>

struct lab_entry {
    const void *function;
    int operation;   /* OSSL_OP_... */
    int replaceable; /* of a provider that is not OpenSSL's own, or of an algorithm that such a provider has too */
};

struct lab_entries;

/*
 * Of all providers of these library contexts; NULL with the reason in *why. An entry is replaceable by what any of the
 * contexts has. To be released by lab_entries_free.
 */
struct lab_entries *lab_entries_new(OSSL_LIB_CTX *const *libctxs, size_t num, const char **why);
void lab_entries_free(struct lab_entries *entries);

/*
 * The entry that holds this instruction; NULL if it is in none. An address that a call returns to is that of the call's
 * end.
 */
const struct lab_entry *lab_entries_find(const struct lab_entries *entries, const void *instruction);

#endif
