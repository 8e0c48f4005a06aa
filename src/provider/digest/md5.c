/* MD5 and MD5-SHA1 for OpenSSL; the hashes are in src/crypto/hash/md5.c and md5_sha1.c. */
#include "provider/digest/digest.h"

static const struct ab_digest_desc md5_desc = { AB_HASH_MD5, 0, 64, 16 };
static const struct ab_digest_desc md5_sha1_desc = { AB_HASH_MD5_SHA1, 0, 64, 36 };

AB_DIGEST_NAME(md5)
AB_DIGEST_NAME(md5_sha1)

const OSSL_DISPATCH ab_md5_functions[] = AB_DIGEST_TABLE(md5);
const OSSL_DISPATCH ab_md5_sha1_functions[] = AB_DIGEST_SSL3_TABLE(md5_sha1);
