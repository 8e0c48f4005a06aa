/* Attribute sampled call stacks to operations, OpenSSL, libc, the kernel or the program. */
#define _GNU_SOURCE
#include "shares.h"

#include <dlfcn.h>
#include <openssl/core_dispatch.h>
#include <openssl/crypto.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *const lab_part_names[LAB_PARTS] = {
    "digest",      "cipher", "mac",       "kdf",    "rand", "keymgmt", "exchange", "signature",
    "asym_cipher", "kem",    "libcrypto", "libssl", "libc", "program", "kernel",
};

/* Return the base address of the object that contains this address, or NULL. */
static const void *object_of(const void *address)
{
    Dl_info info;

    return dladdr(address, &info) == 0 ? NULL : info.dli_fbase;
}

static enum lab_part part_of_operation(int operation)
{
    switch (operation) {
    case OSSL_OP_DIGEST: return LAB_PART_DIGEST;
    case OSSL_OP_CIPHER: return LAB_PART_CIPHER;
    case OSSL_OP_MAC: return LAB_PART_MAC;
    case OSSL_OP_KDF: return LAB_PART_KDF;
    case OSSL_OP_RAND: return LAB_PART_RAND;
    case OSSL_OP_KEYMGMT: return LAB_PART_KEYMGMT;
    case OSSL_OP_KEYEXCH: return LAB_PART_EXCHANGE;
    case OSSL_OP_SIGNATURE: return LAB_PART_SIGNATURE;
    case OSSL_OP_ASYM_CIPHER: return LAB_PART_ASYM_CIPHER;
    default: return LAB_PART_KEM;
    }
}

static enum lab_part part_of_object(const void *instruction)
{
    const void *object = object_of(instruction);
    void *ssl = dlsym(RTLD_DEFAULT, "SSL_new"); /* not linked: the program may use libcrypto only */

    if (object == NULL)
        return LAB_PART_PROGRAM; /* e.g. the vDSO */
    if (object == object_of((const void *)(uintptr_t)&OPENSSL_init_crypto))
        return LAB_PART_LIBCRYPTO;
    if (ssl != NULL && object == object_of(ssl))
        return LAB_PART_LIBSSL;
    return object == object_of((const void *)(uintptr_t)&abort) ? LAB_PART_LIBC : LAB_PART_PROGRAM;
}

/*
 * Return the instruction of frame i. For a call this is its last byte, since a call at the end of a function returns
 * into the next one.
 */
static const void *instruction(const struct lab_stack *stack, size_t i)
{
    return (const void *)((uintptr_t)stack->at[i] - (i > 0));
}

/* Count a stack by its outermost call into a provider: a digest inside a signature counts as signature. */
static void count(struct lab_shares *shares, const struct lab_entries *entries, const struct lab_stack *stack)
{
    enum lab_part part = LAB_PART_PROGRAM;
    int replaceable = 0, found = 0;

    for (size_t i = stack->depth; i-- > 0;) {
        const struct lab_entry *entry = lab_entries_find(entries, instruction(stack, i));

        if (entry != NULL && !found)
            part = part_of_operation(entry->operation);
        found |= entry != NULL;
        replaceable |= entry != NULL && entry->replaceable;
    }
    if (stack->in_kernel)
        part = LAB_PART_KERNEL;
    else if (!found && stack->depth > 0)
        part = part_of_object(instruction(stack, 0));
    shares->parts[part]++;
    shares->replaceable[part] += (size_t)(replaceable && !stack->in_kernel);
}

/* Return whether the walk stopped early. A complete stack ends in the program or in libc, which started it. */
static int is_lost(const struct lab_stack *stack)
{
    enum lab_part end = stack->depth == 0 ? LAB_PART_LIBCRYPTO : part_of_object(instruction(stack, stack->depth - 1u));

    return end != LAB_PART_LIBC && end != LAB_PART_PROGRAM;
}

void lab_shares_count(struct lab_shares *shares, const struct lab_entries *entries, const struct lab_stack *stacks,
                      size_t num)
{
    for (size_t i = 0; i < num; i++) {
        count(shares, entries, &stacks[i]);
        shares->lost += (size_t)is_lost(&stacks[i]);
        shares->samples++;
    }
}
