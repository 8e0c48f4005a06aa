/* The implementations of every hash function. */
#include "crypto/hash/blake2.h"
#include "crypto/hash/md5.h"
#include "crypto/hash/ripemd.h"
#include "crypto/hash/sha1.h"
#include "crypto/hash/sha2.h"
#include "crypto/hash/sha3.h"
#include "crypto/hash/sm3.h"

const struct ab_hash *ab_hash_list(enum ab_hash_id id)
{
    static const struct ab_hash *const lists[AB_NUM_HASHES] = {
        [AB_HASH_SHA1] = ab_sha1_list,
        [AB_HASH_SHA224] = ab_sha224_list,
        [AB_HASH_SHA256] = ab_sha256_list,
        [AB_HASH_SHA384] = ab_sha384_list,
        [AB_HASH_SHA512] = ab_sha512_list,
        [AB_HASH_SHA512_224] = ab_sha512_224_list,
        [AB_HASH_SHA512_256] = ab_sha512_256_list,
        [AB_HASH_SM3] = ab_sm3_list,
        [AB_HASH_RIPEMD160] = ab_ripemd160_list,
        [AB_HASH_MD5] = ab_md5_list,
        [AB_HASH_MD5_SHA1] = ab_md5_sha1_list,
        [AB_HASH_SHA3_224] = ab_sha3_224_list,
        [AB_HASH_SHA3_256] = ab_sha3_256_list,
        [AB_HASH_SHA3_384] = ab_sha3_384_list,
        [AB_HASH_SHA3_512] = ab_sha3_512_list,
        [AB_HASH_KECCAK_224] = ab_keccak_224_list,
        [AB_HASH_KECCAK_256] = ab_keccak_256_list,
        [AB_HASH_KECCAK_384] = ab_keccak_384_list,
        [AB_HASH_KECCAK_512] = ab_keccak_512_list,
        [AB_HASH_SHAKE_128] = ab_shake_128_list,
        [AB_HASH_SHAKE_256] = ab_shake_256_list,
        [AB_HASH_CSHAKE_KECCAK_128] = ab_cshake_keccak_128_list,
        [AB_HASH_CSHAKE_KECCAK_256] = ab_cshake_keccak_256_list,
        [AB_HASH_BLAKE2B512] = ab_blake2b512_list,
        [AB_HASH_BLAKE2S256] = ab_blake2s256_list,
    };

    return lists[id];
}
