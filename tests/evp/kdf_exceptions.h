/* The calls of KDFs that are not compared, each with its reason: one table in kdf_exceptions.c. */
#ifndef AB_TESTS_EVP_KDF_EXCEPTIONS_H
#define AB_TESTS_EVP_KDF_EXCEPTIONS_H

#include "draw.h"

enum kdf_call_type { KDF_SET, KDF_DERIVE, KDF_RESET, KDF_DUP, KDF_GET, KDF_SIZE, KDF_NUM_CALLS };

struct kdf_call {
    enum kdf_call_type type;
    const OSSL_PARAM *params; /* for SET and DERIVE; may be NULL */
    size_t len;               /* for DERIVE */
};

/* What the exceptions need to know of earlier calls; all zero for a new context. */
struct kdf_past {
    bool is_set, has_cost; /* settings of a proper use were made; scrypt's N was set */
};

bool kdf_call_is_excepted(const struct kdf *k, const struct kdf_past *past, const struct kdf_call *c);
void kdf_print_exceptions(void);

#endif
