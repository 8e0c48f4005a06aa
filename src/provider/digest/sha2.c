/* SHA-2 for OpenSSL; the hash is in src/crypto/hash/sha2.c. */
#include "provider/digest/digest.h"

static const struct ab_digest_desc sha224_desc = { AB_HASH_SHA224, AB_DIGEST_ALGID_ABSENT, 64, 28 };
static const struct ab_digest_desc sha256_desc = { AB_HASH_SHA256, AB_DIGEST_ALGID_ABSENT, 64, 32 };

AB_DIGEST_NAME(sha224)
AB_DIGEST_NAME(sha256)

const OSSL_DISPATCH ab_sha224_functions[] = AB_DIGEST_TABLE(sha224, AB_DIGEST_SAVE_ENTRIES);
const OSSL_DISPATCH ab_sha256_functions[] = AB_DIGEST_TABLE(sha256, AB_DIGEST_SAVE_ENTRIES);
