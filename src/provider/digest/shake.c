/*
 * SHAKE for OpenSSL, and the sponge of cSHAKE and KMAC, whose prefix the caller hashes; the hashes are in
 * src/crypto/hash/sha3.c.
 *
 * Releases differ: SHAKE's default length was half of what its strength requires, and since 3.4 there is none unless it
 * is set; since then the length can also be queried. The sponge of KMAC supports squeeze only since 4.0, where it has
 * one more name. Early patch releases of 3.0 to 3.4 lack the flag for an AlgorithmIdentifier without parameters (RFC
 * 8702 sec. 3.1).
 */
#include "provider/digest/xof.h"

static const struct ab_digest_desc shake_128_3_0_desc = { AB_HASH_SHAKE_128, AB_DIGEST_XOF | AB_DIGEST_ALGID_ABSENT,
                                                          168, 16 };
static const struct ab_digest_desc shake_256_3_0_desc = { AB_HASH_SHAKE_256, AB_DIGEST_XOF | AB_DIGEST_ALGID_ABSENT,
                                                          136, 32 };
static const struct ab_digest_desc shake_128_3_4_desc = { AB_HASH_SHAKE_128, AB_DIGEST_XOF | AB_DIGEST_ALGID_ABSENT,
                                                          168, 0 };
static const struct ab_digest_desc shake_256_3_4_desc = { AB_HASH_SHAKE_256, AB_DIGEST_XOF | AB_DIGEST_ALGID_ABSENT,
                                                          136, 0 };
static const struct ab_digest_desc keccak_kmac_128_desc = { AB_HASH_CSHAKE_KECCAK_128, AB_DIGEST_XOF, 168, 32 };
static const struct ab_digest_desc keccak_kmac_256_desc = { AB_HASH_CSHAKE_KECCAK_256, AB_DIGEST_XOF, 136, 64 };

AB_DIGEST_NAME(shake_128_3_0)
AB_DIGEST_NAME(shake_256_3_0)
AB_DIGEST_NAME(shake_128_3_4)
AB_DIGEST_NAME(shake_256_3_4)
AB_DIGEST_NAME(keccak_kmac_128)
AB_DIGEST_NAME(keccak_kmac_256)

#define SETTABLE                                                                                               \
    AB_DIGEST_FN(SET_CTX_PARAMS, ab_xof_set_params), AB_DIGEST_FN(SETTABLE_CTX_PARAMS, ab_xof_settable_params)
#define GETTABLE                                                                                               \
    AB_DIGEST_FN(GET_CTX_PARAMS, ab_xof_get_params), AB_DIGEST_FN(GETTABLE_CTX_PARAMS, ab_xof_gettable_params)
#define SHARED                                                                                                 \
    AB_DIGEST_FN(FREECTX, ab_digest_free), AB_DIGEST_FN(DUPCTX, ab_digest_dup), AB_DIGEST_FN(INIT, ab_xof_init), \
    AB_DIGEST_LATER(COPYCTX, ab_digest_copy), AB_DIGEST_FN(UPDATE, ab_xof_update), AB_DIGEST_FN(FINAL, ab_xof_final)
#define SQUEEZE AB_DIGEST_LATER(SQUEEZE, ab_xof_squeeze)

AB_REST(shake_3_0_rest, SHARED, SETTABLE, SQUEEZE)
AB_REST(kmac_3_0_rest, SHARED, SETTABLE)
AB_REST(kmac_3_4_rest, SHARED, SETTABLE, GETTABLE)
AB_REST(rest, SHARED, SETTABLE, SQUEEZE, GETTABLE, AB_DIGEST_SPONGE_SAVE_ENTRIES)

const OSSL_DISPATCH ab_shake_128_3_0_functions[] = AB_DIGEST_WITH_REST(shake_128_3_0, shake_3_0_rest);
const OSSL_DISPATCH ab_shake_256_3_0_functions[] = AB_DIGEST_WITH_REST(shake_256_3_0, shake_3_0_rest);
const OSSL_DISPATCH ab_shake_128_3_4_functions[] = AB_DIGEST_WITH_REST(shake_128_3_4, rest);
const OSSL_DISPATCH ab_shake_256_3_4_functions[] = AB_DIGEST_WITH_REST(shake_256_3_4, rest);
const OSSL_DISPATCH ab_keccak_kmac_128_3_0_functions[] = AB_DIGEST_WITH_REST(keccak_kmac_128, kmac_3_0_rest);
const OSSL_DISPATCH ab_keccak_kmac_256_3_0_functions[] = AB_DIGEST_WITH_REST(keccak_kmac_256, kmac_3_0_rest);
const OSSL_DISPATCH ab_keccak_kmac_128_3_4_functions[] = AB_DIGEST_WITH_REST(keccak_kmac_128, kmac_3_4_rest);
const OSSL_DISPATCH ab_keccak_kmac_256_3_4_functions[] = AB_DIGEST_WITH_REST(keccak_kmac_256, kmac_3_4_rest);
const OSSL_DISPATCH ab_cshake_keccak_128_functions[] = AB_DIGEST_WITH_REST(keccak_kmac_128, rest);
const OSSL_DISPATCH ab_cshake_keccak_256_functions[] = AB_DIGEST_WITH_REST(keccak_kmac_256, rest);
