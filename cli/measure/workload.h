/*
 * Pieces of cryptographic work of the kinds that programs do, as an application calls them: EVP, one operation a turn.
 * The same work runs in a library context with the module and in one without.
 */
#ifndef AB_CLI_MEASURE_WORKLOAD_H
#define AB_CLI_MEASURE_WORKLOAD_H

#include <openssl/types.h>
#include <stddef.h>

/* What is told apart in a running program. */
enum ab_class {
    AB_CLASS_AES_GCM,
    AB_CLASS_AES_CBC,
    AB_CLASS_AES, /* CTR, XTS and other modes */
    AB_CLASS_CHACHA,
    AB_CLASS_MD5,
    AB_CLASS_SHA1,
    AB_CLASS_SHA256,
    AB_CLASS_SHA512,
    AB_CLASS_SHA3,
    AB_CLASS_BLAKE2,
    AB_CLASS_HMAC,
    AB_CLASS_RANDOM,
    AB_CLASS_RSA,
    AB_CLASS_DH,
    AB_CLASS_P256,
    AB_CLASS_P384,
    AB_CLASS_X25519,
    AB_CLASS_ED25519,
    AB_CLASS_ML_KEM,
    AB_NUM_CLASSES
};

/* "AES-GCM" */
extern const char *const ab_class_names[AB_NUM_CLASSES];

struct ab_work;

struct ab_workload {
    enum ab_class class;
    const char *what;      /* "seal 16384 bytes" */
    const char *algorithm; /* OpenSSL's name */
    size_t size;           /* of the message; 0 if there is none */
    int (*prepare)(struct ab_work *work);
    int (*run)(struct ab_work *work); /* once */
};

enum { AB_NUM_WORKLOADS = 39 };
extern const struct ab_workload ab_workloads[AB_NUM_WORKLOADS];

/* NULL: this libcrypto does not have the algorithm. Free with ab_work_free. */
struct ab_work *ab_work_new(const struct ab_workload *workload, OSSL_LIB_CTX *context);
void ab_work_free(struct ab_work *work);

/* Do it this many times; work is a struct ab_work. 0: a call failed. */
int ab_work_run(void *work, size_t turns);

/* Is the provider that does the work another than OpenSSL's default? */
int ab_work_is_served(const struct ab_work *work);

#endif
