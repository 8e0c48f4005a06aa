/*
 * libcrypto's functions by name. A row without a remark is in every release from 3.0 to 4.0; "since" tells the first
 * that has it. Names of the x86-64 assembly, of C beside it, and of what is linked in without it.
 */
#include "cli/estimate/symbol_names.h"

#include <fnmatch.h>

/* The first row that fits counts. */
static const struct {
    const char *pattern; /* fnmatch(3) */
    enum ab_class class;
} symbols[] = {
    { "aesni_gcm_*", AB_CLASS_AES_GCM },
    { "_aesni_ctr32_*", AB_CLASS_AES_GCM },
    { "gcm_ghash_*", AB_CLASS_AES_GCM },
    { "gcm_gmult_*", AB_CLASS_AES_GCM },
    { "CRYPTO_gcm128_*", AB_CLASS_AES_GCM },
    { "gcm_cipher_internal", AB_CLASS_AES_GCM },
    { "generic_aes_gcm_*", AB_CLASS_AES_GCM },
    { "ossl_gcm_*", AB_CLASS_AES_GCM },
    { "ossl_aes_gcm_*_avx512", AB_CLASS_AES_GCM }, /* since 3.1 */
    { "vaes_gcm_*", AB_CLASS_AES_GCM },            /* since 3.1 */
    { "aesni_cbc_*", AB_CLASS_AES_CBC },
    { "aesni_multi_cbc_*", AB_CLASS_AES_CBC },
    { "cipher_hw_aesni_cbc", AB_CLASS_AES_CBC },
    { "aesni_*", AB_CLASS_AES },
    { "_aesni_*", AB_CLASS_AES },
    { "CRYPTO_ctr128_*", AB_CLASS_AES },
    { "ChaCha20_*", AB_CLASS_CHACHA },
    { "poly1305_*", AB_CLASS_CHACHA },
    { "__poly1305_*", AB_CLASS_CHACHA },
    { "ossl_md5_block_*", AB_CLASS_MD5 },
    { "sha1_block_data_order*", AB_CLASS_SHA1 },
    { "sha1_multi_block*", AB_CLASS_SHA1 },
    { "_shaext_shortcut", AB_CLASS_SHA1 },
    { "SHA1_*", AB_CLASS_SHA1 },
    { "sha256_block_data_order*", AB_CLASS_SHA256 },
    { "sha256_multi_block*", AB_CLASS_SHA256 },
    { "SHA256_*", AB_CLASS_SHA256 },
    { "sha512_block_data_order*", AB_CLASS_SHA512 },
    { "SHA512_*", AB_CLASS_SHA512 },
    { "KeccakF1600", AB_CLASS_SHA3 },
    { "__KeccakF1600", AB_CLASS_SHA3 },
    { "SHA3_*", AB_CLASS_SHA3 },
    { "blake2b_*", AB_CLASS_BLAKE2 },
    { "rsaz_*", AB_CLASS_RSA },
    { "__rsaz_*", AB_CLASS_RSA },
    { "ossl_rsaz_*", AB_CLASS_RSA },
    { "RSAZ_*", AB_CLASS_RSA },
    { "bn_power*5", AB_CLASS_RSA },
    { "bn_mul*_mont*", AB_CLASS_RSA },
    { "bn_sqr*x_*", AB_CLASS_RSA },
    { "__bn_*", AB_CLASS_RSA },
    { "bn_gather5", AB_CLASS_RSA },
    { "bn_scatter5", AB_CLASS_RSA },
    { "mul4x_internal", AB_CLASS_RSA },
    { "mulx4x_internal", AB_CLASS_RSA },
    { "bn_mul_comba*", AB_CLASS_RSA },
    { "bn_sqr_comba*", AB_CLASS_RSA },
    { "bn_*_words", AB_CLASS_RSA },
    { "bn_from_mont*", AB_CLASS_RSA },
    { "BN_mod_exp_mont*", AB_CLASS_RSA },
    { "ecp_nistz256_*", AB_CLASS_P256 },
    { "__ecp_nistz256_*", AB_CLASS_P256 },
    { "ossl_ec_GFp_simple_*", AB_CLASS_P384 },
    { "ossl_ec_GFp_mont_*", AB_CLASS_P384 },
    { "x25519_fe*", AB_CLASS_X25519 },
    { "x25519_scalar_mult*", AB_CLASS_X25519 },
    { "fe51_*", AB_CLASS_X25519 },
    { "fe64_*", AB_CLASS_X25519 },
    { "ge_*", AB_CLASS_ED25519 },
    { "fe_*", AB_CLASS_ED25519 },
    { "table_select", AB_CLASS_ED25519 },
    { "x25519_sc_reduce", AB_CLASS_ED25519 },
    { "ossl_ml_kem_*", AB_CLASS_ML_KEM },     /* since 3.5 */
    { "scalar_*ntt", AB_CLASS_ML_KEM },       /* since 3.5 */
    { "scalar_mult", AB_CLASS_ML_KEM },       /* since 3.5 */
    { "inner_product", AB_CLASS_ML_KEM },     /* since 3.5 */
    { "gencbd_vector_ntt", AB_CLASS_ML_KEM }, /* since 3.5 */
    { "cbd_[23]", AB_CLASS_ML_KEM },          /* since 3.5 */
};

int ab_symbol_class(const char *name)
{
    for (unsigned i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++)
        if (fnmatch(symbols[i].pattern, name, 0) == 0)
            return (int)symbols[i].class;
    return -1;
}
