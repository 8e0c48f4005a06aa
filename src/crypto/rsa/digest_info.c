/* What an RSA signature contains besides the digest: the prefix of DigestInfo, and the trailer of X9.31. */
#include <string.h>

#include "crypto/rsa/encoding.h"

/*
 * The object identifiers' DER, and lengths: RFC 8017 app. B.1, NIST's CSOR, GB/T 32905, ISO/IEC 10118-3; trailers:
 * ISO/IEC 10118.
 */
struct description {
    uint8_t digest_len, x931_trailer, oid_len, oid[9];
};

static const struct description descriptions[AB_RSA_NUM_DIGESTS] = {
    [AB_RSA_MD2] = { 16, 0, 8, { 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 2, 2 } },
    [AB_RSA_MD4] = { 16, 0, 8, { 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 2, 4 } },
    [AB_RSA_MD5] = { 16, 0, 8, { 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 2, 5 } },
    [AB_RSA_MD5_SHA1] = { 36, 0, 0, { 0 } },
    [AB_RSA_MDC2] = { 16, 0, 4, { 0x55, 8, 3, 101 } },
    [AB_RSA_RIPEMD160] = { 20, 0, 5, { 0x2b, 36, 3, 2, 1 } },
    [AB_RSA_SM3] = { 32, 0, 8, { 0x2a, 0x81, 0x1c, 0xcf, 0x55, 1, 0x83, 0x78 } },
    [AB_RSA_SHA1] = { 20, 0x33, 5, { 0x2b, 14, 3, 2, 26 } },
    [AB_RSA_SHA224] = { 28, 0, 9, { 0x60, 0x86, 0x48, 1, 101, 3, 4, 2, 4 } },
    [AB_RSA_SHA256] = { 32, 0x34, 9, { 0x60, 0x86, 0x48, 1, 101, 3, 4, 2, 1 } },
    [AB_RSA_SHA384] = { 48, 0x36, 9, { 0x60, 0x86, 0x48, 1, 101, 3, 4, 2, 2 } },
    [AB_RSA_SHA512] = { 64, 0x35, 9, { 0x60, 0x86, 0x48, 1, 101, 3, 4, 2, 3 } },
    [AB_RSA_SHA512_224] = { 28, 0, 9, { 0x60, 0x86, 0x48, 1, 101, 3, 4, 2, 5 } },
    [AB_RSA_SHA512_256] = { 32, 0, 9, { 0x60, 0x86, 0x48, 1, 101, 3, 4, 2, 6 } },
    [AB_RSA_SHA3_224] = { 28, 0, 9, { 0x60, 0x86, 0x48, 1, 101, 3, 4, 2, 7 } },
    [AB_RSA_SHA3_256] = { 32, 0, 9, { 0x60, 0x86, 0x48, 1, 101, 3, 4, 2, 8 } },
    [AB_RSA_SHA3_384] = { 48, 0, 9, { 0x60, 0x86, 0x48, 1, 101, 3, 4, 2, 9 } },
    [AB_RSA_SHA3_512] = { 64, 0, 9, { 0x60, 0x86, 0x48, 1, 101, 3, 4, 2, 10 } },
};

/* SEQUENCE { SEQUENCE { OBJECT IDENTIFIER, NULL }, OCTET STRING }; every length fits one byte. */
size_t ab_rsa_digest_info(enum ab_rsa_digest digest, uint8_t prefix[AB_RSA_MAX_DIGEST_INFO])
{
    const struct description *d = &descriptions[digest];
    uint8_t *at = prefix;

    if (d->oid_len == 0)
        return 0;
    *at++ = 0x30;
    *at++ = (uint8_t)(8 + d->oid_len + d->digest_len);
    *at++ = 0x30;
    *at++ = (uint8_t)(4 + d->oid_len);
    *at++ = 0x06;
    *at++ = d->oid_len;
    memcpy(at, d->oid, d->oid_len);
    at += d->oid_len;
    *at++ = 0x05;
    *at++ = 0;
    *at++ = 0x04;
    *at++ = d->digest_len;
    return (size_t)(at - prefix);
}

size_t ab_rsa_digest_len(enum ab_rsa_digest digest)
{
    return descriptions[digest].digest_len;
}

uint8_t ab_rsa_x931_trailer(enum ab_rsa_digest digest)
{
    return descriptions[digest].x931_trailer;
}

int ab_rsa_has_digest(enum ab_rsa_padding padding, enum ab_rsa_digest digest)
{
    if (digest == AB_RSA_NO_DIGEST)
        return padding != AB_RSA_PSS;
    return padding == AB_RSA_PKCS1 || (padding == AB_RSA_X931 && ab_rsa_x931_trailer(digest) != 0);
}
