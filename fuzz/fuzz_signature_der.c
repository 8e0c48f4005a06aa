/*
 * Read DER of signatures with both readers, that of ECDSA (bytes) and that of DSA (words). Input: the length of a
 * number in words, then the signature. Both must accept the same, and write what they read as the same bytes again; no
 * signature is accepted with a byte less or more.
 */
#include <stdlib.h>
#include <string.h>

#include "crypto/bignum/bignum.h"
#include "crypto/dsa/dsa_der.h"
#include "fuzz.h"
#include "provider/signature/ecdsa_der.h"

enum { MAX_WORDS = 8, MAX_LEN = 1024 };

static void check_written(const uint8_t *der, size_t der_len, const uint8_t *pair, const uint64_t *r, const uint64_t *s,
                          size_t num)
{
    uint8_t again[MAX_LEN], bytes[2 * 8 * MAX_WORDS];
    size_t len = 8 * num;

    expect(der_len <= ab_ecdsa_der_max_len(8 * len) && der_len <= ab_dsa_der_max_len(8 * len));
    expect(ab_words_to_bytes(bytes, len, r, num) && ab_words_to_bytes(bytes + len, len, s, num));
    expect(memcmp(bytes, pair, 2 * len) == 0);
    expect(ab_ecdsa_der_write(again, pair, len) == der_len && memcmp(again, der, der_len) == 0);
    memset(again, 0, sizeof(again));
    expect(ab_dsa_der_encode(again, r, s, num) == der_len && memcmp(again, der, der_len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    uint8_t pair[2 * 8 * MAX_WORDS], longer[MAX_LEN + 1] = { 0 };
    uint64_t r[MAX_WORDS], s[MAX_WORDS];
    enum ab_der_verdict verdict;
    uint8_t *der;
    size_t num;

    if (len < 2 || len > MAX_LEN)
        return 0;
    num = 1 + data[0] % MAX_WORDS;
    len--;
    der = malloc(len); /* so that the sanitizer sees a read beyond it */
    expect(der != NULL);
    memcpy(der, data + 1, len);
    memcpy(longer, der, len);
    verdict = ab_ecdsa_der_read(der, len, pair, 8 * num);
    expect((verdict == AB_DER_RIGHT) == (ab_dsa_der_decode(der, len, r, s, num) == AB_DSA_DER_OK));
    if (verdict == AB_DER_RIGHT)
        check_written(der, len, pair, r, s, num);
    if (verdict != AB_DER_WRONG)
        expect(ab_ecdsa_der_read(der, len - 1, pair, 8 * num) == AB_DER_WRONG
               && ab_ecdsa_der_read(longer, len + 1, pair, 8 * num) == AB_DER_WRONG);
    free(der);
    return 0;
}
