/* SHA-2 for OpenSSL; the hash is in src/crypto/hash/sha2.c. */
#include "provider/digest/digest.h"

static const struct ab_digest_desc sha224_desc = { AB_HASH_SHA224, AB_DIGEST_ALGID_ABSENT, 64, 28 };
static const struct ab_digest_desc sha256_desc = { AB_HASH_SHA256, AB_DIGEST_ALGID_ABSENT, 64, 32 };
static const struct ab_digest_desc sha384_desc = { AB_HASH_SHA384, AB_DIGEST_ALGID_ABSENT, 128, 48 };
static const struct ab_digest_desc sha512_desc = { AB_HASH_SHA512, AB_DIGEST_ALGID_ABSENT, 128, 64 };
static const struct ab_digest_desc sha512_224_desc = { AB_HASH_SHA512_224, AB_DIGEST_ALGID_ABSENT, 128, 28 };
static const struct ab_digest_desc sha512_256_desc = { AB_HASH_SHA512_256, AB_DIGEST_ALGID_ABSENT, 128, 32 };

AB_DIGEST_NAME(sha224)
AB_DIGEST_NAME(sha256)
AB_DIGEST_NAME(sha384)
AB_DIGEST_NAME(sha512)
AB_DIGEST_NAME(sha512_224)
AB_DIGEST_NAME(sha512_256)

AB_DIGEST_REST(rest, AB_DIGEST_SAVE_ENTRIES)

const OSSL_DISPATCH ab_sha224_functions[] = AB_DIGEST_WITH_REST(sha224, rest);
const OSSL_DISPATCH ab_sha256_functions[] = AB_DIGEST_WITH_REST(sha256, rest);
const OSSL_DISPATCH ab_sha384_functions[] = AB_DIGEST_WITH_REST(sha384, rest);
const OSSL_DISPATCH ab_sha512_functions[] = AB_DIGEST_WITH_REST(sha512, rest);
const OSSL_DISPATCH ab_sha512_224_functions[] = AB_DIGEST_WITH_REST(sha512_224, rest);
const OSSL_DISPATCH ab_sha512_256_functions[] = AB_DIGEST_WITH_REST(sha512_256, rest);
