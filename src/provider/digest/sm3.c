/* SM3 for OpenSSL; the hash is in src/crypto/hash/sm3.c. */
#include "provider/digest/digest.h"

static const struct ab_digest_desc sm3_desc = { AB_HASH_SM3, 0, 64, 32 };

AB_DIGEST_NAME(sm3)

const OSSL_DISPATCH ab_sm3_functions[] = AB_DIGEST_TABLE(sm3);
