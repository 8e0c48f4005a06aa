/* Map each result of RSA to the error that the default provider raises for it, in each kind of operation. */
#include "provider/rsa_result.h"

#include <openssl/err.h>
#include <openssl/proverr.h>
#include <openssl/rsaerr.h>

#include "ct/ct.h"
#include "provider/error.h"

/* The reason of a result that is the same in all places; 0: it depends on the place. */
static unsigned reason_anywhere(enum ab_rsa_result result)
{
    switch (result) {
    case AB_RSA_NO_MEMORY: return ERR_R_MALLOC_FAILURE;
    case AB_RSA_FAULT: return ERR_R_INTERNAL_ERROR;
    case AB_RSA_NO_RANDOM: return RSA_R_RANDOMNESS_SOURCE_STRENGTH_INSUFFICIENT;
    case AB_RSA_NO_PRIVATE_KEY: return RSA_R_MISSING_PRIVATE_KEY;
    case AB_RSA_NOT_BELOW_MODULUS: return RSA_R_DATA_TOO_LARGE_FOR_MODULUS;
    case AB_RSA_BAD_SIGNATURE: return RSA_R_BAD_SIGNATURE;
    case AB_RSA_UNKNOWN_DIGEST: return RSA_R_UNKNOWN_ALGORITHM_TYPE;
    case AB_RSA_BAD_BLOCK_TYPE: return RSA_R_BLOCK_TYPE_IS_NOT_01;
    case AB_RSA_SHORT_PADDING: return RSA_R_BAD_PAD_BYTE_COUNT;
    case AB_RSA_BAD_SALT_LENGTH: return RSA_R_SLEN_CHECK_FAILED;
    case AB_RSA_BAD_TRAILER: return RSA_R_ALGORITHM_MISMATCH;
    default: return 0;
    }
}

static unsigned first_byte_at(enum ab_rsa_place place)
{
    if (place == AB_RSA_AT_PSS)
        return RSA_R_FIRST_OCTET_INVALID;
    return place == AB_RSA_AT_X931 ? RSA_R_INVALID_HEADER : RSA_R_INVALID_PADDING;
}

static unsigned reason_at(enum ab_rsa_result result, enum ab_rsa_place place)
{
    switch (result) {
    case AB_RSA_BAD_INPUT_LENGTH:
        return place == AB_RSA_AT_PKCS1 ? RSA_R_WRONG_SIGNATURE_LENGTH : RSA_R_DATA_GREATER_THAN_MOD_LEN;
    case AB_RSA_TOO_LONG:
        return place == AB_RSA_AT_PKCS1 ? RSA_R_DIGEST_TOO_BIG_FOR_RSA_KEY : RSA_R_DATA_TOO_LARGE_FOR_KEY_SIZE;
    case AB_RSA_BAD_CIPHERTEXT: return place == AB_RSA_AT_OAEP ? RSA_R_OAEP_DECODING_ERROR : RSA_R_PKCS_DECODING_ERROR;
    case AB_RSA_BAD_FIRST_BYTE: return first_byte_at(place);
    case AB_RSA_BAD_PADDING: return place == AB_RSA_AT_X931 ? RSA_R_INVALID_PADDING : RSA_R_BAD_FIXED_HEADER_DECRYPT;
    case AB_RSA_NO_END_OF_PADDING:
        return place == AB_RSA_AT_PSS ? RSA_R_SLEN_RECOVERY_FAILED : RSA_R_NULL_BEFORE_BLOCK_MISSING;
    case AB_RSA_BAD_LAST_BYTE: return place == AB_RSA_AT_X931 ? RSA_R_INVALID_TRAILER : RSA_R_LAST_OCTET_INVALID;
    default: return ERR_R_INTERNAL_ERROR;
    }
}

int ab_rsa_check(const struct ab_provctx *prov, enum ab_rsa_result result, enum ab_rsa_place place)
{
    unsigned reason = reason_anywhere(result);

    if (result == AB_RSA_OK)
        return 1;
    if (result == AB_RSA_OUTPUT_TOO_SMALL) {
        AB_RAISE(prov, AB_R_OUTPUT_BUFFER_TOO_SMALL);
        return 0;
    }
    AB_RAISE_CODE_DETAIL(prov, ERR_LIB_RSA, reason == 0 ? reason_at(result, place) : reason, "%s",
                         result == AB_RSA_FAULT ? "a result does not stand its verification" : "");
    return 0;
}

int ab_rsa_check_secret(const struct ab_provctx *prov, enum ab_rsa_result result, enum ab_rsa_place place)
{
    uint64_t good = ab_ct_eq((uint64_t)result, AB_RSA_OK);
    uint64_t is_secret = good | ab_ct_eq((uint64_t)result, (uint64_t)AB_RSA_BAD_CIPHERTEXT);

    AB_PUBLIC(&is_secret, sizeof(is_secret));
    return is_secret != 0 ? (int)(good & 1) : ab_rsa_check(prov, result, place);
}

int ab_rsa_check_signature(const struct ab_provctx *prov, enum ab_rsa_result result, enum ab_rsa_place place)
{
    int ok = ab_rsa_check(prov, result, place);

    if (!ok && result != AB_RSA_OUTPUT_TOO_SMALL)
        AB_RAISE_CODE(prov, ERR_LIB_PROV, ERR_R_RSA_LIB);
    return ok;
}
