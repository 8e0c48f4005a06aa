/* RIPEMD-160 for OpenSSL; the hash is in src/crypto/hash/ripemd.c. */
#include "provider/digest/digest.h"

static const struct ab_digest_desc ripemd160_desc = { AB_HASH_RIPEMD160, 0, 64, 20 };

AB_DIGEST_NAME(ripemd160)

const OSSL_DISPATCH ab_ripemd160_functions[] = AB_DIGEST_TABLE(ripemd160);
