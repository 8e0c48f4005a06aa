/* The operations whose methods are kept (methods.h), each by libcrypto's functions for its type. */
#ifndef AB_COMPANION_OPERATIONS_H
#define AB_COMPANION_OPERATIONS_H

#include "library.h"

enum ab_operation { AB_MD, AB_CIPHER, AB_MAC, AB_KDF, AB_KEYMGMT, AB_KEYEXCH, AB_SIGNATURE, AB_ASYM_CIPHER, AB_KEM };

/* EVP_MD_fetch and its kin. */
void *ab_operation_fetch(const struct ab_library *l, enum ab_operation operation, OSSL_LIB_CTX *context,
                         const char *name, const char *properties);

/* EVP_MD_up_ref and its kin. */
int ab_operation_up_ref(const struct ab_library *l, enum ab_operation operation, void *method);

/* EVP_MD_free and its kin. */
void ab_operation_free(const struct ab_library *l, enum ab_operation operation, void *method);

#endif
