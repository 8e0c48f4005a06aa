/*
 * The libcrypto that a caller of the companion means.
 *
 * A preloaded function is called in place of libcrypto's by every object of the process that imports its name, and a
 * process may hold several libcryptos. Each call is therefore passed on to the function that the caller would have
 * reached without the companion: that of the global scope if there is one, otherwise that of the libraries which the
 * caller's own object depends on.
 */
#ifndef AB_COMPANION_LIBRARY_H
#define AB_COMPANION_LIBRARY_H

#include <openssl/conf.h>
#include <openssl/crypto.h>
#include <openssl/decoder.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdatomic.h>
#include <stdint.h>

#include "settings.h"

/* The address that a function of the companion returns to, which lies in its caller. */
#define AB_CALLER __builtin_return_address(0)

/* Marks a function that stands in for one of libcrypto. */
#define AB_STANDS_IN __attribute__((visibility("default")))

#define AB_FUNCTION(name) __typeof__(name) *name;

struct ab_functions {
#include "functions_template.h"
};

#undef AB_FUNCTION

/* One libcrypto. It stays loaded once it is known, and so does this record. */
struct ab_library {
    struct ab_library *next;
    uintptr_t start, end; /* its place in memory */
    /* that of the libssl over it, which stays loaded, too; the start is set last; 0: none is known */
    _Atomic uintptr_t ssl_start, ssl_end;
    unsigned parts;        /* AB_PART_...: what the companion does for it; 0: it stands aside */
    struct ab_functions f; /* NULL where it has no such function */
    atomic_int has_exit;   /* OPENSSL_cleanup will call us */
};

/*
 * Returns the libcrypto of the caller, or NULL if it depends on none, which can only be if it found the companion's
 * function by dlsym. A record with parts == 0 is passed everything unchanged.
 */
struct ab_library *ab_library_of(const void *caller);

/* Whether this call of OSSL_DECODER_from_bio is the probe of ab_library_of, which must only be seen. */
int ab_library_is_probe(const OSSL_DECODER_CTX *ctx);

#endif
