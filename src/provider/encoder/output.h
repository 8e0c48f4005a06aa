/*
 * What encoders write to a BIO, through the core's upcalls: bytes, PEM (RFC 7468), and blocks of hexadecimal digits as
 * `openssl pkey -text` has them. The bytes may be secret: time depends on their number alone. Each function returns 0
 * if the BIO does not take everything, or if the core has no such upcall.
 */
#ifndef AB_PROVIDER_ENCODER_OUTPUT_H
#define AB_PROVIDER_ENCODER_OUTPUT_H

#include "provider/provctx.h"

int ab_output(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const void *data, size_t len);
int ab_output_text(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const char *text);
/* "-----BEGIN label-----", Base64 in lines of 64 characters, "-----END label-----". */
int ab_output_pem(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const char *label, const uint8_t *der, size_t len);
/* The label in a line of its own, then lines of 15 bytes: "    01:23: ... :ef". len is at least 1. */
int ab_output_hex(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const char *label, const uint8_t *data,
                  size_t len);

#endif
