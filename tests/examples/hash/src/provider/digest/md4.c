/* MD4 for OpenSSL; the hash is in src/crypto/hash/md4.c. */
#include "provider/digest/digest.h"

static const struct ab_digest_desc md4_desc = { AB_HASH_MD4, 0, 64, 16 };

AB_DIGEST_NAME(md4)

const OSSL_DISPATCH ab_md4_functions[] = AB_DIGEST_TABLE(md4);
