/* One case for each operation: see operations.h. */
#include "operations.h"

void *ab_operation_fetch(const struct ab_library *l, enum ab_operation operation, OSSL_LIB_CTX *context,
                         const char *name, const char *properties)
{
    switch (operation) {
    case AB_MD: return l->f.EVP_MD_fetch(context, name, properties);
    case AB_CIPHER: return l->f.EVP_CIPHER_fetch(context, name, properties);
    case AB_MAC: return l->f.EVP_MAC_fetch(context, name, properties);
    case AB_KDF: return l->f.EVP_KDF_fetch(context, name, properties);
    case AB_KEYMGMT: return l->f.EVP_KEYMGMT_fetch(context, name, properties);
    case AB_KEYEXCH: return l->f.EVP_KEYEXCH_fetch(context, name, properties);
    case AB_SIGNATURE: return l->f.EVP_SIGNATURE_fetch(context, name, properties);
    case AB_ASYM_CIPHER: return l->f.EVP_ASYM_CIPHER_fetch(context, name, properties);
    case AB_KEM: return l->f.EVP_KEM_fetch(context, name, properties);
    }
    return NULL;
}

int ab_operation_up_ref(const struct ab_library *l, enum ab_operation operation, void *method)
{
    switch (operation) {
    case AB_MD: return l->f.EVP_MD_up_ref(method);
    case AB_CIPHER: return l->f.EVP_CIPHER_up_ref(method);
    case AB_MAC: return l->f.EVP_MAC_up_ref(method);
    case AB_KDF: return l->f.EVP_KDF_up_ref(method);
    case AB_KEYMGMT: return l->f.EVP_KEYMGMT_up_ref(method);
    case AB_KEYEXCH: return l->f.EVP_KEYEXCH_up_ref(method);
    case AB_SIGNATURE: return l->f.EVP_SIGNATURE_up_ref(method);
    case AB_ASYM_CIPHER: return l->f.EVP_ASYM_CIPHER_up_ref(method);
    case AB_KEM: return l->f.EVP_KEM_up_ref(method);
    }
    return 0;
}

void ab_operation_free(const struct ab_library *l, enum ab_operation operation, void *method)
{
    switch (operation) {
    case AB_MD: l->f.EVP_MD_free(method); break;
    case AB_CIPHER: l->f.EVP_CIPHER_free(method); break;
    case AB_MAC: l->f.EVP_MAC_free(method); break;
    case AB_KDF: l->f.EVP_KDF_free(method); break;
    case AB_KEYMGMT: l->f.EVP_KEYMGMT_free(method); break;
    case AB_KEYEXCH: l->f.EVP_KEYEXCH_free(method); break;
    case AB_SIGNATURE: l->f.EVP_SIGNATURE_free(method); break;
    case AB_ASYM_CIPHER: l->f.EVP_ASYM_CIPHER_free(method); break;
    case AB_KEM: l->f.EVP_KEM_free(method); break;
    }
}
