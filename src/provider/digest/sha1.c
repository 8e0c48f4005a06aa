/* SHA-1 for OpenSSL; the hash is in src/crypto/hash/sha1.c. */
#include "provider/digest/digest.h"

static const struct ab_digest_desc sha1_desc = { AB_HASH_SHA1, AB_DIGEST_ALGID_ABSENT, 64, 20 };

AB_DIGEST_NAME(sha1)

const OSSL_DISPATCH ab_sha1_functions[] = AB_DIGEST_SSL3_TABLE(sha1);
