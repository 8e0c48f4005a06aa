/*
 * Methods that were fetched: what EVP_MD_fetch and its kin answered to an operation, library context, name and
 * properties.
 *
 * For each fetch OpenSSL 3.0 takes two locks and searches three tables, and a handshake of TLS 1.3 makes about 50. The
 * answer stays the same for a generation (generation.h) where all providers of the library context are OpenSSL's own or
 * Afterburner (providers.h).
 *
 * The places are divided into shares with a lock each, and the address of a thread-local variable selects the share of
 * a thread. A thread that finds the lock taken asks libcrypto. Each place holds a reference to its method.
 */
#ifndef AB_COMPANION_METHODS_H
#define AB_COMPANION_METHODS_H

#include "operations.h"

/* What a method is fetched by. */
struct ab_wish {
    struct ab_library *library;
    enum ab_operation operation;
    OSSL_LIB_CTX *context;         /* as given, NULL for the default one */
    OSSL_LIB_CTX *concrete;        /* the one that this thread means by NULL; otherwise the same */
    const char *name, *properties; /* properties may be NULL */
};

enum ab_answer {
    AB_UNKNOWN,  /* fetch from libcrypto; the answer may be kept */
    AB_ASK,      /* fetch from libcrypto, every time */
    AB_ANSWERED, /* the method was kept */
};

/* Looks for an answer. If there is one, *method is it, with a reference for the caller. */
enum ab_answer ab_methods_find(const struct ab_wish *wish, void **method);

/*
 * Keeps libcrypto's answer, with a reference of its own, unless a new generation has begun since `generation`, in which
 * the fetch began. Method NULL: notes that every such fetch goes to libcrypto.
 */
void ab_methods_keep(const struct ab_wish *wish, uint64_t generation, void *method);

/* Frees all that is kept. */
void ab_methods_empty(void);

#endif
