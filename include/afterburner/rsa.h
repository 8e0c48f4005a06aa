/*
 * RSA (RFC 8017; ANSI X9.31; SP 800-56B sec. 7.2.1): keys of 512 to 16384 bits with two to five primes or with d
 * alone.
 *
 * Messages, signatures and ciphertexts are byte strings, most significant byte first; ab_rsa_size(key) is their length
 * unless another is given. Numbers of a key have the other order, least significant byte first, like integers of
 * OSSL_PARAM and 64-bit words in memory. Private numbers, plaintexts and random bytes are secret: time and addresses
 * depend on lengths (including the number of bits of n and of the primes) alone. Everything about verification and the
 * public exponent is public.
 *
 * A key does not change once made (but for the blinding values that it keeps, which any number of threads may use at
 * once). Outputs may overlap inputs exactly. A failed operation writes nothing to its output unless stated otherwise.
 */
#ifndef AFTERBURNER_RSA_H
#define AFTERBURNER_RSA_H

#include <stddef.h>
#include <stdint.h>

#include "afterburner/bignum.h"
#include "afterburner/cpu.h"
#include "afterburner/hash.h"
#include "afterburner/random_source.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_RSA_MIN_BITS = 512, AB_RSA_MAX_BITS = 16384, AB_RSA_MAX_BYTES = AB_RSA_MAX_BITS / 8, AB_RSA_MAX_PRIMES = 5 };

/* AB_RSA_OK, or the reason of a failure. Only AB_RSA_OK is above 0. */
enum ab_rsa_result {
    AB_RSA_OK = 1,
    AB_RSA_NO_MEMORY = 0,
    AB_RSA_NO_RANDOM = -1, /* the source of randomness failed */
    AB_RSA_FAULT = -2,     /* a result failed its verification with the public exponent and was withheld */
    AB_RSA_NO_PRIVATE_KEY = -3,
    AB_RSA_BAD_INPUT_LENGTH = -4,  /* of a signature, ciphertext or digest */
    AB_RSA_NOT_BELOW_MODULUS = -5, /* the input as a number */
    AB_RSA_TOO_LONG = -6,          /* message, digest or salt, for a key of this size */
    AB_RSA_OUTPUT_TOO_SMALL = -7,
    AB_RSA_BAD_SIGNATURE = -8,   /* well formed, but of something else */
    AB_RSA_BAD_CIPHERTEXT = -9,  /* the reason stays secret */
    AB_RSA_UNKNOWN_DIGEST = -10, /* no identifier in this scheme */
    /* the form of the encoding under a signature, which is public */
    AB_RSA_BAD_FIRST_BYTE = -11,    /* PKCS#1: not 00; PSS: bits above the modulus; X9.31: neither 6a nor 6b */
    AB_RSA_BAD_BLOCK_TYPE = -12,    /* PKCS#1: not 01 */
    AB_RSA_BAD_PADDING = -13,       /* PKCS#1: neither ff nor 00; X9.31: neither bb nor ba */
    AB_RSA_NO_END_OF_PADDING = -14, /* PKCS#1: no 00; PSS: no 01 before the salt */
    AB_RSA_SHORT_PADDING = -15,     /* PKCS#1: below eight bytes */
    AB_RSA_BAD_LAST_BYTE = -16,     /* PSS: not bc; X9.31: not cc */
    AB_RSA_BAD_SALT_LENGTH = -17,   /* PSS: another one than requested */
    AB_RSA_BAD_TRAILER = -18        /* X9.31: of another digest */
};

/* ---- keys ---- */

struct ab_rsa_key;

/* An unsigned number, least significant byte first; leading zeros (at the end) are allowed. len 0: absent. */
struct ab_rsa_number {
    const uint8_t *bytes;
    size_t len;
};

/* RFC 8017 sec. 3.2. A public key has n and e; a private one also d, or at least two primes, or both. */
struct ab_rsa_numbers {
    struct ab_rsa_number n, e, d;
    size_t num_primes;                                       /* 0, or 2 to AB_RSA_MAX_PRIMES */
    struct ab_rsa_number prime[AB_RSA_MAX_PRIMES];           /* p, q, r_3 ...: any order and sizes */
    struct ab_rsa_number exponent[AB_RSA_MAX_PRIMES];        /* dP, dQ, d_3 ...; each may be absent */
    struct ab_rsa_number coefficient[AB_RSA_MAX_PRIMES - 1]; /* qInv, t_3 ...; each may be absent */
};

/*
 * Make a key from a copy of these numbers. The exponents and coefficients of the primes are computed anew from e and
 * the primes, which costs little, so wrong ones do no harm. If the product of the primes is not n, or a prime is even
 * or one, they are ignored and d serves alone. NULL without memory, or if the numbers are unusable: n even or of a
 * size out of range, e even, below 3 or not below n, e above 64 bits with n above 3072 (OpenSSL's rule), primes not
 * coprime to e and no d.
 */
AB_API struct ab_rsa_key *ab_rsa_key_new(const struct ab_bignum *b, const struct ab_rsa_numbers *numbers);
/*
 * Return the bits of n if n and e are usable and either d is above 0 and below n, or neither d nor primes are given.
 * ab_rsa_key_new makes a key from such numbers, unless it lacks memory. Otherwise return 0. Whether d is in its range
 * becomes public.
 */
AB_API size_t ab_rsa_numbers_bits(const struct ab_rsa_numbers *numbers);
/* Wipe and free. NULL is allowed. The caller counts references. */
AB_API void ab_rsa_key_free(struct ab_rsa_key *key);

AB_API size_t ab_rsa_num_bits(const struct ab_rsa_key *key); /* of n */
AB_API size_t ab_rsa_size(const struct ab_rsa_key *key);     /* bytes of n */
AB_API int ab_rsa_is_private(const struct ab_rsa_key *key);
/*
 * The numbers of the key, in its own memory. Private ones keep the length of n or of their prime, in words, so that no
 * leading zeros of secrets show. After ab_rsa_key_new exponents and coefficients are the computed ones; d is absent if
 * it was not given.
 */
AB_API void ab_rsa_key_numbers(const struct ab_rsa_key *key, struct ab_rsa_numbers *numbers);

/* ---- generation: FIPS 186-5 app. A.1.3, with Miller-Rabin rounds of its table B.1 ---- */

struct ab_rsa_generation {
    size_t num_bits;        /* AB_RSA_MIN_BITS to AB_RSA_MAX_BITS */
    struct ab_rsa_number e; /* odd, above 1, at most 256 bits; absent: 65537 */
    /*
     * May be NULL. Events as OpenSSL's: (0, i) a candidate, (1, i) a round passed, (2, i) a prime rejected, (3, 0) p,
     * (3, 1) q. Returning 0 stops.
     */
    int (*progress)(void *arg, int stage, int count);
    void *arg;
};

/*
 * p > q, d = 1/e modulo lcm(p - 1, q - 1). NULL if it was stopped, without memory or randomness, or with an e out of
 * range.
 */
AB_API struct ab_rsa_key *ab_rsa_generate(const struct ab_bignum *b, const struct ab_random_source *random,
                                          const struct ab_rsa_generation *how);

/* ---- the bare operations: RFC 8017 sec. 5 ---- */

/* RSAEP, RSAVP1. in: at most ab_rsa_size bytes, a number below n. out: ab_rsa_size bytes. */
AB_API enum ab_rsa_result ab_rsa_public(const struct ab_rsa_key *key, uint8_t *out, const uint8_t *in, size_t in_len);
/* RSADP, RSASP1: with blinding; the result is verified with e before it is returned. */
AB_API enum ab_rsa_result ab_rsa_private(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                         uint8_t *out, const uint8_t *in, size_t in_len);

/* ---- signatures ---- */

/*
 * A digest's name in a DigestInfo (RFC 8017 app. B.1), or its trailer in X9.31. A closed list: those that OpenSSL
 * knows.
 */
enum ab_rsa_digest {
    AB_RSA_NO_DIGEST, /* the message itself */
    AB_RSA_MD2,
    AB_RSA_MD4,
    AB_RSA_MD5,
    AB_RSA_MD5_SHA1, /* TLS up to 1.1: without DigestInfo */
    AB_RSA_MDC2,     /* signed as an OCTET STRING alone; verified in this form and with a DigestInfo */
    AB_RSA_RIPEMD160,
    AB_RSA_SM3,
    AB_RSA_SHA1,
    AB_RSA_SHA224,
    AB_RSA_SHA256,
    AB_RSA_SHA384,
    AB_RSA_SHA512,
    AB_RSA_SHA512_224,
    AB_RSA_SHA512_256,
    AB_RSA_SHA3_224,
    AB_RSA_SHA3_256,
    AB_RSA_SHA3_384,
    AB_RSA_SHA3_512,
    AB_RSA_NUM_DIGESTS
};

enum ab_rsa_padding {
    AB_RSA_PKCS1, /* RSASSA-PKCS1-v1_5, sec. 8.2; with AB_RSA_NO_DIGEST the message takes the place of the DigestInfo */
    AB_RSA_PSS,   /* RSASSA-PSS, sec. 8.1 */
    AB_RSA_X931,  /* ANSI X9.31; with AB_RSA_NO_DIGEST the message ends with its own trailer byte */
    AB_RSA_NONE   /* the message has ab_rsa_size bytes */
};

/* Salt lengths that are rules. */
enum {
    AB_RSA_SALT_DIGEST = -1,         /* as long as the digest */
    AB_RSA_SALT_AUTO = -2,           /* signing: the longest that fits; verifying: any */
    AB_RSA_SALT_MAX = -3,            /* the longest that fits */
    AB_RSA_SALT_AUTO_DIGEST_MAX = -4 /* signing: the longest that fits, up to the digest's; verifying: any */
};

struct ab_rsa_scheme {
    enum ab_rsa_padding padding;
    enum ab_rsa_digest digest;              /* AB_RSA_PKCS1, AB_RSA_X931 */
    const struct ab_hash *hash, *mgf1_hash; /* AB_RSA_PSS */
    int salt_len;                           /* AB_RSA_PSS: bytes, or a rule */
};

/* message: the digest (of the hash's length), or the signed bytes without one. signature: ab_rsa_size bytes. */
AB_API enum ab_rsa_result ab_rsa_sign(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                      const struct ab_rsa_scheme *scheme, const uint8_t *message, size_t len,
                                      uint8_t *signature);
/* AB_RSA_OK if it is a signature of this message. The whole encoding is compared. */
AB_API enum ab_rsa_result ab_rsa_verify(const struct ab_rsa_key *key, const struct ab_rsa_scheme *scheme,
                                        const uint8_t *message, size_t len, const uint8_t *signature,
                                        size_t signature_len);
/*
 * Recover the digest (or message) of a signature with AB_RSA_PKCS1, AB_RSA_X931 or AB_RSA_NONE, after the checks of
 * its encoding. message: out_size bytes of room, *len of which are written; ab_rsa_size is always enough.
 */
AB_API enum ab_rsa_result ab_rsa_recover(const struct ab_rsa_key *key, const struct ab_rsa_scheme *scheme,
                                         uint8_t *message, size_t out_size, size_t *len, const uint8_t *signature,
                                         size_t signature_len);
/* 1 if the scheme has an identifier for this digest. */
AB_API int ab_rsa_has_digest(enum ab_rsa_padding padding, enum ab_rsa_digest digest);

/* ---- encryption. ciphertext: ab_rsa_size bytes where it is an output, up to that many where it is an input. ---- */

/* RSAES-PKCS1-v1_5, sec. 7.2. */
AB_API enum ab_rsa_result ab_rsa_encrypt_pkcs1(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                               const uint8_t *message, size_t len, uint8_t *ciphertext);
/*
 * message: out_size bytes of room. *len is secret until the caller's behaviour reveals it; message is always written
 * up to ab_rsa_size - 11 bytes (or out_size), in a time that depends on ab_rsa_size alone.
 *
 * With sha256 the rejection is implicit (draft-irtf-cfrg-rsa-guidance, as in OpenSSL since 3.2): a wrong padding, or a
 * message that exceeds out_size, gives another message, derived from d and the ciphertext, and AB_RSA_OK. Keys without
 * d cannot derive one: AB_RSA_NO_PRIVATE_KEY. With NULL it gives AB_RSA_BAD_CIPHERTEXT, which is an oracle unless the
 * caller hides it.
 */
AB_API enum ab_rsa_result ab_rsa_decrypt_pkcs1(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                               const struct ab_hash *sha256, uint8_t *message, size_t out_size,
                                               size_t *len, const uint8_t *ciphertext, size_t ciphertext_len);

enum { AB_RSA_PREMASTER_LEN = 48 };

/*
 * The premaster secret of TLS (RFC 5246 sec. 7.4.7.1): PKCS#1 v1.5 with a message of 48 bytes that begins with the
 * version that the client offered, or with other_version if that is not 0. Anything else gives 48 random bytes and
 * AB_RSA_OK, in the same time.
 */
AB_API enum ab_rsa_result ab_rsa_decrypt_premaster(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                                   unsigned client_version, unsigned other_version,
                                                   uint8_t premaster[AB_RSA_PREMASTER_LEN], const uint8_t *ciphertext,
                                                   size_t ciphertext_len);

/* RSAES-OAEP, sec. 7.1. */
struct ab_rsa_oaep {
    const struct ab_hash *hash, *mgf1_hash;
    const uint8_t *label; /* may be NULL if label_len is 0 */
    size_t label_len;
};

AB_API enum ab_rsa_result ab_rsa_encrypt_oaep(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                              const struct ab_rsa_oaep *oaep, const uint8_t *message, size_t len,
                                              uint8_t *ciphertext);
/* For any defect of the encoding: AB_RSA_BAD_CIPHERTEXT, in the same time. message: as with ab_rsa_decrypt_pkcs1. */
AB_API enum ab_rsa_result ab_rsa_decrypt_oaep(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                              const struct ab_rsa_oaep *oaep, uint8_t *message, size_t out_size,
                                              size_t *len, const uint8_t *ciphertext, size_t ciphertext_len);

/* ---- key encapsulation: RSASVE of SP 800-56B sec. 7.2.1.2. Recovery is ab_rsa_private. ---- */

/* secret: a random number above 1 and below n - 1, in ab_rsa_size bytes. */
AB_API enum ab_rsa_result ab_rsa_encapsulate(const struct ab_rsa_key *key, const struct ab_random_source *random,
                                             uint8_t *secret, uint8_t *ciphertext);

#ifdef __cplusplus
}
#endif
#endif
