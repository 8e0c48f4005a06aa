/*
 * SHA-3 of fixed length for OpenSSL, and Keccak as submitted to the competition; the hashes are in
 * src/crypto/hash/sha3.c.
 */
#include "provider/digest/digest.h"

static const struct ab_digest_desc sha3_224_desc = { AB_HASH_SHA3_224, AB_DIGEST_ALGID_ABSENT, 144, 28 };
static const struct ab_digest_desc sha3_256_desc = { AB_HASH_SHA3_256, AB_DIGEST_ALGID_ABSENT, 136, 32 };
static const struct ab_digest_desc sha3_384_desc = { AB_HASH_SHA3_384, AB_DIGEST_ALGID_ABSENT, 104, 48 };
static const struct ab_digest_desc sha3_512_desc = { AB_HASH_SHA3_512, AB_DIGEST_ALGID_ABSENT, 72, 64 };
static const struct ab_digest_desc keccak_224_desc = { AB_HASH_KECCAK_224, AB_DIGEST_ALGID_ABSENT, 144, 28 };
static const struct ab_digest_desc keccak_256_desc = { AB_HASH_KECCAK_256, AB_DIGEST_ALGID_ABSENT, 136, 32 };
static const struct ab_digest_desc keccak_384_desc = { AB_HASH_KECCAK_384, AB_DIGEST_ALGID_ABSENT, 104, 48 };
static const struct ab_digest_desc keccak_512_desc = { AB_HASH_KECCAK_512, AB_DIGEST_ALGID_ABSENT, 72, 64 };

AB_DIGEST_NAME(sha3_224)
AB_DIGEST_NAME(sha3_256)
AB_DIGEST_NAME(sha3_384)
AB_DIGEST_NAME(sha3_512)
AB_DIGEST_NAME(keccak_224)
AB_DIGEST_NAME(keccak_256)
AB_DIGEST_NAME(keccak_384)
AB_DIGEST_NAME(keccak_512)

AB_DIGEST_REST(rest, AB_DIGEST_SPONGE_SAVE_ENTRIES)

const OSSL_DISPATCH ab_sha3_224_functions[] = AB_DIGEST_WITH_REST(sha3_224, rest);
const OSSL_DISPATCH ab_sha3_256_functions[] = AB_DIGEST_WITH_REST(sha3_256, rest);
const OSSL_DISPATCH ab_sha3_384_functions[] = AB_DIGEST_WITH_REST(sha3_384, rest);
const OSSL_DISPATCH ab_sha3_512_functions[] = AB_DIGEST_WITH_REST(sha3_512, rest);
const OSSL_DISPATCH ab_keccak_224_functions[] = AB_DIGEST_WITH_REST(keccak_224, rest);
const OSSL_DISPATCH ab_keccak_256_functions[] = AB_DIGEST_WITH_REST(keccak_256, rest);
const OSSL_DISPATCH ab_keccak_384_functions[] = AB_DIGEST_WITH_REST(keccak_384, rest);
const OSSL_DISPATCH ab_keccak_512_functions[] = AB_DIGEST_WITH_REST(keccak_512, rest);
