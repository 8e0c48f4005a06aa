/* The state of a piece of work, and what the table of work is made of. */
#ifndef AB_CLI_MEASURE_WORKLOAD_PARTS_H
#define AB_CLI_MEASURE_WORKLOAD_PARTS_H

#include <openssl/evp.h>

#include "cli/measure/workload.h"

enum { AB_MOST_BYTES = 16384, AB_TAG_BYTES = 16, AB_MOST_OUTPUT = 2048 };

struct ab_work {
    const struct ab_workload *workload;
    OSSL_LIB_CTX *context;
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *cipher_ctx;
    EVP_MD *digest;
    EVP_MD_CTX *digest_ctx;
    EVP_MAC *mac;
    EVP_MAC_CTX *mac_ctx;
    EVP_PKEY *key, *peer;
    EVP_PKEY_CTX *key_ctx;
    unsigned char in[AB_MOST_BYTES], out[AB_MOST_BYTES + 64], tag[AB_TAG_BYTES];
    unsigned char result[AB_MOST_OUTPUT]; /* a signature, a ciphertext of a KEM */
    size_t result_len;
};

/* Each prepares a work or does it once. 0: OpenSSL cannot. */
typedef int ab_work_step(struct ab_work *work);

ab_work_step ab_prepare_encrypt, ab_prepare_decrypt, ab_prepare_open, ab_run_cipher, ab_run_seal, ab_run_open;
ab_work_step ab_prepare_digest, ab_run_digest, ab_run_copied_digest, ab_run_fetched_digest, ab_prepare_hmac,
    ab_run_hmac, ab_run_fetched_hmac, ab_prepare_random, ab_run_random;
ab_work_step ab_prepare_sign, ab_prepare_verify, ab_run_sign, ab_run_verify, ab_run_sign_message, ab_run_verify_message;
ab_work_step ab_prepare_exchange, ab_run_exchange, ab_prepare_kem, ab_run_encapsulate, ab_run_decapsulate;

/*
 * An RSA key of 2048 or 4096 bits whose primes are published ones, those of groups for Diffie-Hellman. So it is made in
 * no time and protects nothing, but it is computed with like any other. NULL: OpenSSL cannot.
 */
EVP_PKEY *ab_rsa_key(OSSL_LIB_CTX *context, unsigned bits);

#endif
