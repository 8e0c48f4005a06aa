/*
 * Every name that the module has, in one place. A row: the names as in the default provider, with ':' between the
 * first name, the aliases and the OID; the family that it runs on; its dispatch table; and the releases of OpenSSL
 * whose default provider has it like this. The same names may stand in several rows for different releases.
 */
#include "provider/names.h"

#include <string.h>
#include <strings.h>

#include "provider/asym_cipher/asym_cipher.h"
#include "provider/cipher/cipher.h"
#include "provider/decoder/decoder.h"
#include "provider/digest/digest.h"
#include "provider/encoder/encoder.h"
#include "provider/exchange/exchange.h"
#include "provider/kdf/kdf.h"
#include "provider/kem/kem.h"
#include "provider/keymgmt/hybrid_ids.h"
#include "provider/keymgmt/keymgmt.h"
#include "provider/mac/mac.h"
#include "provider/oids.h"
#include "provider/rand/rand.h"
#include "provider/signature/signature.h"
#include "provider/skeymgmt/skeymgmt.h"

/* The releases of a row: since, before. */
#define ALWAYS 0, 0, NULL
#define SINCE(major, minor) AB_RELEASE(major, minor), 0, NULL
#define BEFORE(major, minor) 0, AB_RELEASE(major, minor), NULL
#define WITHIN(since, before) since, before, NULL

/* The names of a parameter set of ML-KEM, and its family. */
#define MLKEM_512 "ML-KEM-512:MLKEM512:id-alg-ml-kem-512:" AB_OID_MLKEM_512, AB_FAMILY_MLKEM + AB_MLKEM_512
#define MLKEM_768 "ML-KEM-768:MLKEM768:id-alg-ml-kem-768:" AB_OID_MLKEM_768, AB_FAMILY_MLKEM + AB_MLKEM_768
#define MLKEM_1024 "ML-KEM-1024:MLKEM1024:id-alg-ml-kem-1024:" AB_OID_MLKEM_1024, AB_FAMILY_MLKEM + AB_MLKEM_1024

/* The same for ML-DSA. */
#define MLDSA_44 "ML-DSA-44:MLDSA44:" AB_OID_MLDSA_44 ":id-ml-dsa-44", AB_FAMILY_MLDSA + AB_MLDSA_44
#define MLDSA_65 "ML-DSA-65:MLDSA65:" AB_OID_MLDSA_65 ":id-ml-dsa-65", AB_FAMILY_MLDSA + AB_MLDSA_65
#define MLDSA_87 "ML-DSA-87:MLDSA87:" AB_OID_MLDSA_87 ":id-ml-dsa-87", AB_FAMILY_MLDSA + AB_MLDSA_87

/* The same for SLH-DSA. */
#define SLHDSA(id) AB_FAMILY_SLHDSA + AB_SLHDSA_##id
#define SLHDSA_SHA2_128S "SLH-DSA-SHA2-128s:id-slh-dsa-sha2-128s:" AB_OID_SLHDSA_SHA2_128S, SLHDSA(SHA2_128S)
#define SLHDSA_SHA2_128F "SLH-DSA-SHA2-128f:id-slh-dsa-sha2-128f:" AB_OID_SLHDSA_SHA2_128F, SLHDSA(SHA2_128F)
#define SLHDSA_SHA2_192S "SLH-DSA-SHA2-192s:id-slh-dsa-sha2-192s:" AB_OID_SLHDSA_SHA2_192S, SLHDSA(SHA2_192S)
#define SLHDSA_SHA2_192F "SLH-DSA-SHA2-192f:id-slh-dsa-sha2-192f:" AB_OID_SLHDSA_SHA2_192F, SLHDSA(SHA2_192F)
#define SLHDSA_SHA2_256S "SLH-DSA-SHA2-256s:id-slh-dsa-sha2-256s:" AB_OID_SLHDSA_SHA2_256S, SLHDSA(SHA2_256S)
#define SLHDSA_SHA2_256F "SLH-DSA-SHA2-256f:id-slh-dsa-sha2-256f:" AB_OID_SLHDSA_SHA2_256F, SLHDSA(SHA2_256F)
#define SLHDSA_SHAKE_128S "SLH-DSA-SHAKE-128s:id-slh-dsa-shake-128s:" AB_OID_SLHDSA_SHAKE_128S, SLHDSA(SHAKE_128S)
#define SLHDSA_SHAKE_128F "SLH-DSA-SHAKE-128f:id-slh-dsa-shake-128f:" AB_OID_SLHDSA_SHAKE_128F, SLHDSA(SHAKE_128F)
#define SLHDSA_SHAKE_192S "SLH-DSA-SHAKE-192s:id-slh-dsa-shake-192s:" AB_OID_SLHDSA_SHAKE_192S, SLHDSA(SHAKE_192S)
#define SLHDSA_SHAKE_192F "SLH-DSA-SHAKE-192f:id-slh-dsa-shake-192f:" AB_OID_SLHDSA_SHAKE_192F, SLHDSA(SHAKE_192F)
#define SLHDSA_SHAKE_256S "SLH-DSA-SHAKE-256s:id-slh-dsa-shake-256s:" AB_OID_SLHDSA_SHAKE_256S, SLHDSA(SHAKE_256S)
#define SLHDSA_SHAKE_256F "SLH-DSA-SHAKE-256f:id-slh-dsa-shake-256f:" AB_OID_SLHDSA_SHAKE_256F, SLHDSA(SHAKE_256F)

static const struct ab_algorithm ciphers[] = {
    { "AES-256-ECB:2.16.840.1.101.3.4.1.41", AB_FAMILY_AES_ECB, ab_aes_256_ecb_functions, ALWAYS },
    { "AES-192-ECB:2.16.840.1.101.3.4.1.21", AB_FAMILY_AES_ECB, ab_aes_192_ecb_functions, ALWAYS },
    { "AES-128-ECB:2.16.840.1.101.3.4.1.1", AB_FAMILY_AES_ECB, ab_aes_128_ecb_functions, ALWAYS },
    { "AES-256-CBC:AES256:2.16.840.1.101.3.4.1.42", AB_FAMILY_AES_CBC, ab_aes_256_cbc_functions, ALWAYS },
    { "AES-192-CBC:AES192:2.16.840.1.101.3.4.1.22", AB_FAMILY_AES_CBC, ab_aes_192_cbc_functions, ALWAYS },
    { "AES-128-CBC:AES128:2.16.840.1.101.3.4.1.2", AB_FAMILY_AES_CBC, ab_aes_128_cbc_functions, ALWAYS },
    { "AES-256-CBC-CTS", AB_FAMILY_AES_CBC_CTS, ab_aes_256_cbc_cts_functions, ALWAYS },
    { "AES-192-CBC-CTS", AB_FAMILY_AES_CBC_CTS, ab_aes_192_cbc_cts_functions, ALWAYS },
    { "AES-128-CBC-CTS", AB_FAMILY_AES_CBC_CTS, ab_aes_128_cbc_cts_functions, ALWAYS },
    { "AES-256-CFB:2.16.840.1.101.3.4.1.44", AB_FAMILY_AES_CFB, ab_aes_256_cfb_functions, ALWAYS },
    { "AES-192-CFB:2.16.840.1.101.3.4.1.24", AB_FAMILY_AES_CFB, ab_aes_192_cfb_functions, ALWAYS },
    { "AES-128-CFB:2.16.840.1.101.3.4.1.4", AB_FAMILY_AES_CFB, ab_aes_128_cfb_functions, ALWAYS },
    { "AES-256-CFB8", AB_FAMILY_AES_CFB8, ab_aes_256_cfb8_functions, ALWAYS },
    { "AES-192-CFB8", AB_FAMILY_AES_CFB8, ab_aes_192_cfb8_functions, ALWAYS },
    { "AES-128-CFB8", AB_FAMILY_AES_CFB8, ab_aes_128_cfb8_functions, ALWAYS },
    { "AES-256-CFB1", AB_FAMILY_AES_CFB1, ab_aes_256_cfb1_functions, ALWAYS },
    { "AES-192-CFB1", AB_FAMILY_AES_CFB1, ab_aes_192_cfb1_functions, ALWAYS },
    { "AES-128-CFB1", AB_FAMILY_AES_CFB1, ab_aes_128_cfb1_functions, ALWAYS },
    { "AES-256-OFB:2.16.840.1.101.3.4.1.43", AB_FAMILY_AES_OFB, ab_aes_256_ofb_functions, ALWAYS },
    { "AES-192-OFB:2.16.840.1.101.3.4.1.23", AB_FAMILY_AES_OFB, ab_aes_192_ofb_functions, ALWAYS },
    { "AES-128-OFB:2.16.840.1.101.3.4.1.3", AB_FAMILY_AES_OFB, ab_aes_128_ofb_functions, ALWAYS },
    { "AES-256-CTR", AB_FAMILY_AES_CTR, ab_aes_256_ctr_functions, ALWAYS },
    { "AES-192-CTR", AB_FAMILY_AES_CTR, ab_aes_192_ctr_functions, ALWAYS },
    { "AES-128-CTR", AB_FAMILY_AES_CTR, ab_aes_128_ctr_functions, ALWAYS },
    { "AES-256-XTS:1.3.111.2.1619.0.1.2", AB_FAMILY_AES_XTS, ab_aes_256_xts_functions, ALWAYS },
    { "AES-128-XTS:1.3.111.2.1619.0.1.1", AB_FAMILY_AES_XTS, ab_aes_128_xts_functions, ALWAYS },
    { "AES-256-OCB", AB_FAMILY_AES_OCB, ab_aes_256_ocb_functions, ALWAYS },
    { "AES-192-OCB", AB_FAMILY_AES_OCB, ab_aes_192_ocb_functions, ALWAYS },
    { "AES-128-OCB", AB_FAMILY_AES_OCB, ab_aes_128_ocb_functions, ALWAYS },
    { "AES-256-CCM:id-aes256-CCM:2.16.840.1.101.3.4.1.47", AB_FAMILY_AES_CCM, ab_aes_256_ccm_functions, ALWAYS },
    { "AES-192-CCM:id-aes192-CCM:2.16.840.1.101.3.4.1.27", AB_FAMILY_AES_CCM, ab_aes_192_ccm_functions, ALWAYS },
    { "AES-128-CCM:id-aes128-CCM:2.16.840.1.101.3.4.1.7", AB_FAMILY_AES_CCM, ab_aes_128_ccm_functions, ALWAYS },
    { "AES-256-SIV", AB_FAMILY_AES_SIV, ab_aes_256_siv_functions, ALWAYS },
    { "AES-192-SIV", AB_FAMILY_AES_SIV, ab_aes_192_siv_functions, ALWAYS },
    { "AES-128-SIV", AB_FAMILY_AES_SIV, ab_aes_128_siv_functions, ALWAYS },
    { "AES-256-WRAP:id-aes256-wrap:AES256-WRAP:2.16.840.1.101.3.4.1.45", AB_FAMILY_AES_WRAP, ab_aes_256_wrap_functions,
      ALWAYS },
    { "AES-192-WRAP:id-aes192-wrap:AES192-WRAP:2.16.840.1.101.3.4.1.25", AB_FAMILY_AES_WRAP, ab_aes_192_wrap_functions,
      ALWAYS },
    { "AES-128-WRAP:id-aes128-wrap:AES128-WRAP:2.16.840.1.101.3.4.1.5", AB_FAMILY_AES_WRAP, ab_aes_128_wrap_functions,
      ALWAYS },
    { "AES-256-WRAP-PAD:id-aes256-wrap-pad:AES256-WRAP-PAD:2.16.840.1.101.3.4.1.48", AB_FAMILY_AES_WRAP,
      ab_aes_256_wrap_pad_functions, ALWAYS },
    { "AES-192-WRAP-PAD:id-aes192-wrap-pad:AES192-WRAP-PAD:2.16.840.1.101.3.4.1.28", AB_FAMILY_AES_WRAP,
      ab_aes_192_wrap_pad_functions, ALWAYS },
    { "AES-128-WRAP-PAD:id-aes128-wrap-pad:AES128-WRAP-PAD:2.16.840.1.101.3.4.1.8", AB_FAMILY_AES_WRAP,
      ab_aes_128_wrap_pad_functions, ALWAYS },
    { "AES-256-WRAP-INV:AES256-WRAP-INV", AB_FAMILY_AES_WRAP, ab_aes_256_wrap_inv_functions, ALWAYS },
    { "AES-192-WRAP-INV:AES192-WRAP-INV", AB_FAMILY_AES_WRAP, ab_aes_192_wrap_inv_functions, ALWAYS },
    { "AES-128-WRAP-INV:AES128-WRAP-INV", AB_FAMILY_AES_WRAP, ab_aes_128_wrap_inv_functions, ALWAYS },
    { "AES-256-WRAP-PAD-INV:AES256-WRAP-PAD-INV", AB_FAMILY_AES_WRAP, ab_aes_256_wrap_pad_inv_functions, ALWAYS },
    { "AES-192-WRAP-PAD-INV:AES192-WRAP-PAD-INV", AB_FAMILY_AES_WRAP, ab_aes_192_wrap_pad_inv_functions, ALWAYS },
    { "AES-128-WRAP-PAD-INV:AES128-WRAP-PAD-INV", AB_FAMILY_AES_WRAP, ab_aes_128_wrap_pad_inv_functions, ALWAYS },
    { "AES-256-GCM:id-aes256-GCM:2.16.840.1.101.3.4.1.46", AB_FAMILY_AES_GCM, ab_aes_256_gcm_functions, ALWAYS },
    { "AES-192-GCM:id-aes192-GCM:2.16.840.1.101.3.4.1.26", AB_FAMILY_AES_GCM, ab_aes_192_gcm_functions, ALWAYS },
    { "AES-128-GCM:id-aes128-GCM:2.16.840.1.101.3.4.1.6", AB_FAMILY_AES_GCM, ab_aes_128_gcm_functions, ALWAYS },
    { "AES-256-GCM-SIV", AB_FAMILY_AES_GCM_SIV, ab_aes_256_gcm_siv_functions, ALWAYS },
    { "AES-192-GCM-SIV", AB_FAMILY_AES_GCM_SIV, ab_aes_192_gcm_siv_functions, ALWAYS },
    { "AES-128-GCM-SIV", AB_FAMILY_AES_GCM_SIV, ab_aes_128_gcm_siv_functions, ALWAYS },
    { "AES-128-CBC-HMAC-SHA1", AB_FAMILY_AES_CBC_HMAC_SHA1, ab_aes_128_cbc_hmac_sha1_functions, ALWAYS },
    { "AES-256-CBC-HMAC-SHA1", AB_FAMILY_AES_CBC_HMAC_SHA1, ab_aes_256_cbc_hmac_sha1_functions, ALWAYS },
    { "AES-128-CBC-HMAC-SHA256", AB_FAMILY_AES_CBC_HMAC_SHA256, ab_aes_128_cbc_hmac_sha256_functions, ALWAYS },
    { "AES-256-CBC-HMAC-SHA256", AB_FAMILY_AES_CBC_HMAC_SHA256, ab_aes_256_cbc_hmac_sha256_functions, ALWAYS },
    { "SM4-GCM:1.2.156.10197.1.104.8", AB_FAMILY_SM4_GCM, ab_sm4_gcm_functions, SINCE(3, 1) },
    { "SM4-CCM:1.2.156.10197.1.104.9", AB_FAMILY_SM4_CCM, ab_sm4_ccm_functions, SINCE(3, 1) },
    { "SM4-ECB:1.2.156.10197.1.104.1", AB_FAMILY_SM4_ECB, ab_sm4_ecb_functions, ALWAYS },
    { "SM4-CBC:SM4:1.2.156.10197.1.104.2", AB_FAMILY_SM4_CBC, ab_sm4_cbc_functions, ALWAYS },
    { "SM4-CFB:SM4-CFB128:1.2.156.10197.1.104.4", AB_FAMILY_SM4_CFB, ab_sm4_cfb_functions, ALWAYS },
    { "SM4-OFB:SM4-OFB128:1.2.156.10197.1.104.3", AB_FAMILY_SM4_OFB, ab_sm4_ofb_functions, ALWAYS },
    { "SM4-CTR:1.2.156.10197.1.104.7", AB_FAMILY_SM4_CTR, ab_sm4_ctr_functions, ALWAYS },
    { "SM4-XTS:1.2.156.10197.1.104.10", AB_FAMILY_SM4_XTS, ab_sm4_xts_functions, SINCE(3, 2) },
    { "ARIA-256-ECB:1.2.410.200046.1.1.11", AB_FAMILY_ARIA_ECB, ab_aria_256_ecb_functions, ALWAYS },
    { "ARIA-192-ECB:1.2.410.200046.1.1.6", AB_FAMILY_ARIA_ECB, ab_aria_192_ecb_functions, ALWAYS },
    { "ARIA-128-ECB:1.2.410.200046.1.1.1", AB_FAMILY_ARIA_ECB, ab_aria_128_ecb_functions, ALWAYS },
    { "ARIA-256-CBC:ARIA256:1.2.410.200046.1.1.12", AB_FAMILY_ARIA_CBC, ab_aria_256_cbc_functions, ALWAYS },
    { "ARIA-192-CBC:ARIA192:1.2.410.200046.1.1.7", AB_FAMILY_ARIA_CBC, ab_aria_192_cbc_functions, ALWAYS },
    { "ARIA-128-CBC:ARIA128:1.2.410.200046.1.1.2", AB_FAMILY_ARIA_CBC, ab_aria_128_cbc_functions, ALWAYS },
    { "ARIA-256-CFB:1.2.410.200046.1.1.13", AB_FAMILY_ARIA_CFB, ab_aria_256_cfb_functions, ALWAYS },
    { "ARIA-192-CFB:1.2.410.200046.1.1.8", AB_FAMILY_ARIA_CFB, ab_aria_192_cfb_functions, ALWAYS },
    { "ARIA-128-CFB:1.2.410.200046.1.1.3", AB_FAMILY_ARIA_CFB, ab_aria_128_cfb_functions, ALWAYS },
    { "ARIA-256-CFB8", AB_FAMILY_ARIA_CFB8, ab_aria_256_cfb8_functions, ALWAYS },
    { "ARIA-192-CFB8", AB_FAMILY_ARIA_CFB8, ab_aria_192_cfb8_functions, ALWAYS },
    { "ARIA-128-CFB8", AB_FAMILY_ARIA_CFB8, ab_aria_128_cfb8_functions, ALWAYS },
    { "ARIA-256-CFB1", AB_FAMILY_ARIA_CFB1, ab_aria_256_cfb1_functions, ALWAYS },
    { "ARIA-192-CFB1", AB_FAMILY_ARIA_CFB1, ab_aria_192_cfb1_functions, ALWAYS },
    { "ARIA-128-CFB1", AB_FAMILY_ARIA_CFB1, ab_aria_128_cfb1_functions, ALWAYS },
    { "ARIA-256-OFB:1.2.410.200046.1.1.14", AB_FAMILY_ARIA_OFB, ab_aria_256_ofb_functions, ALWAYS },
    { "ARIA-192-OFB:1.2.410.200046.1.1.9", AB_FAMILY_ARIA_OFB, ab_aria_192_ofb_functions, ALWAYS },
    { "ARIA-128-OFB:1.2.410.200046.1.1.4", AB_FAMILY_ARIA_OFB, ab_aria_128_ofb_functions, ALWAYS },
    { "ARIA-256-CTR:1.2.410.200046.1.1.15", AB_FAMILY_ARIA_CTR, ab_aria_256_ctr_functions, ALWAYS },
    { "ARIA-192-CTR:1.2.410.200046.1.1.10", AB_FAMILY_ARIA_CTR, ab_aria_192_ctr_functions, ALWAYS },
    { "ARIA-128-CTR:1.2.410.200046.1.1.5", AB_FAMILY_ARIA_CTR, ab_aria_128_ctr_functions, ALWAYS },
    { "ARIA-256-CCM:1.2.410.200046.1.1.39", AB_FAMILY_ARIA_CCM, ab_aria_256_ccm_functions, ALWAYS },
    { "ARIA-192-CCM:1.2.410.200046.1.1.38", AB_FAMILY_ARIA_CCM, ab_aria_192_ccm_functions, ALWAYS },
    { "ARIA-128-CCM:1.2.410.200046.1.1.37", AB_FAMILY_ARIA_CCM, ab_aria_128_ccm_functions, ALWAYS },
    { "ARIA-256-GCM:1.2.410.200046.1.1.36", AB_FAMILY_ARIA_GCM, ab_aria_256_gcm_functions, ALWAYS },
    { "ARIA-192-GCM:1.2.410.200046.1.1.35", AB_FAMILY_ARIA_GCM, ab_aria_192_gcm_functions, ALWAYS },
    { "ARIA-128-GCM:1.2.410.200046.1.1.34", AB_FAMILY_ARIA_GCM, ab_aria_128_gcm_functions, ALWAYS },
    { "CAMELLIA-256-ECB:0.3.4401.5.3.1.9.41", AB_FAMILY_CAMELLIA_ECB, ab_camellia_256_ecb_functions, ALWAYS },
    { "CAMELLIA-192-ECB:0.3.4401.5.3.1.9.21", AB_FAMILY_CAMELLIA_ECB, ab_camellia_192_ecb_functions, ALWAYS },
    { "CAMELLIA-128-ECB:0.3.4401.5.3.1.9.1", AB_FAMILY_CAMELLIA_ECB, ab_camellia_128_ecb_functions, ALWAYS },
    { "CAMELLIA-256-CBC:CAMELLIA256:1.2.392.200011.61.1.1.1.4", AB_FAMILY_CAMELLIA_CBC, ab_camellia_256_cbc_functions,
      ALWAYS },
    { "CAMELLIA-192-CBC:CAMELLIA192:1.2.392.200011.61.1.1.1.3", AB_FAMILY_CAMELLIA_CBC, ab_camellia_192_cbc_functions,
      ALWAYS },
    { "CAMELLIA-128-CBC:CAMELLIA128:1.2.392.200011.61.1.1.1.2", AB_FAMILY_CAMELLIA_CBC, ab_camellia_128_cbc_functions,
      ALWAYS },
    { "CAMELLIA-256-CBC-CTS", AB_FAMILY_CAMELLIA_CBC_CTS, ab_camellia_256_cbc_cts_functions, ALWAYS },
    { "CAMELLIA-192-CBC-CTS", AB_FAMILY_CAMELLIA_CBC_CTS, ab_camellia_192_cbc_cts_functions, ALWAYS },
    { "CAMELLIA-128-CBC-CTS", AB_FAMILY_CAMELLIA_CBC_CTS, ab_camellia_128_cbc_cts_functions, ALWAYS },
    { "CAMELLIA-256-CFB:0.3.4401.5.3.1.9.44", AB_FAMILY_CAMELLIA_CFB, ab_camellia_256_cfb_functions, ALWAYS },
    { "CAMELLIA-192-CFB:0.3.4401.5.3.1.9.24", AB_FAMILY_CAMELLIA_CFB, ab_camellia_192_cfb_functions, ALWAYS },
    { "CAMELLIA-128-CFB:0.3.4401.5.3.1.9.4", AB_FAMILY_CAMELLIA_CFB, ab_camellia_128_cfb_functions, ALWAYS },
    { "CAMELLIA-256-CFB8", AB_FAMILY_CAMELLIA_CFB8, ab_camellia_256_cfb8_functions, ALWAYS },
    { "CAMELLIA-192-CFB8", AB_FAMILY_CAMELLIA_CFB8, ab_camellia_192_cfb8_functions, ALWAYS },
    { "CAMELLIA-128-CFB8", AB_FAMILY_CAMELLIA_CFB8, ab_camellia_128_cfb8_functions, ALWAYS },
    { "CAMELLIA-256-CFB1", AB_FAMILY_CAMELLIA_CFB1, ab_camellia_256_cfb1_functions, ALWAYS },
    { "CAMELLIA-192-CFB1", AB_FAMILY_CAMELLIA_CFB1, ab_camellia_192_cfb1_functions, ALWAYS },
    { "CAMELLIA-128-CFB1", AB_FAMILY_CAMELLIA_CFB1, ab_camellia_128_cfb1_functions, ALWAYS },
    { "CAMELLIA-256-OFB:0.3.4401.5.3.1.9.43", AB_FAMILY_CAMELLIA_OFB, ab_camellia_256_ofb_functions, ALWAYS },
    { "CAMELLIA-192-OFB:0.3.4401.5.3.1.9.23", AB_FAMILY_CAMELLIA_OFB, ab_camellia_192_ofb_functions, ALWAYS },
    { "CAMELLIA-128-OFB:0.3.4401.5.3.1.9.3", AB_FAMILY_CAMELLIA_OFB, ab_camellia_128_ofb_functions, ALWAYS },
    { "CAMELLIA-256-CTR:0.3.4401.5.3.1.9.49", AB_FAMILY_CAMELLIA_CTR, ab_camellia_256_ctr_functions, ALWAYS },
    { "CAMELLIA-192-CTR:0.3.4401.5.3.1.9.29", AB_FAMILY_CAMELLIA_CTR, ab_camellia_192_ctr_functions, ALWAYS },
    { "CAMELLIA-128-CTR:0.3.4401.5.3.1.9.9", AB_FAMILY_CAMELLIA_CTR, ab_camellia_128_ctr_functions, ALWAYS },
    { "ChaCha20", AB_FAMILY_CHACHA20, ab_chacha20_functions, ALWAYS },
    { "ChaCha20-Poly1305", AB_FAMILY_CHACHA20_POLY1305, ab_chacha20_poly1305_functions, ALWAYS },
};

static const struct ab_algorithm digests[] = {
    { "SHA1:SHA-1:SSL3-SHA1:1.3.14.3.2.26", AB_FAMILY_HASH + AB_HASH_SHA1, ab_sha1_functions, ALWAYS },
    { "SHA2-224:SHA-224:SHA224:2.16.840.1.101.3.4.2.4", AB_FAMILY_HASH + AB_HASH_SHA224, ab_sha224_functions, ALWAYS },
    { "SHA2-256:SHA-256:SHA256:2.16.840.1.101.3.4.2.1", AB_FAMILY_HASH + AB_HASH_SHA256, ab_sha256_functions, ALWAYS },
    { "SHA2-384:SHA-384:SHA384:2.16.840.1.101.3.4.2.2", AB_FAMILY_HASH + AB_HASH_SHA384, ab_sha384_functions, ALWAYS },
    { "SHA2-512:SHA-512:SHA512:2.16.840.1.101.3.4.2.3", AB_FAMILY_HASH + AB_HASH_SHA512, ab_sha512_functions, ALWAYS },
    { "SHA2-512/224:SHA-512/224:SHA512-224:2.16.840.1.101.3.4.2.5", AB_FAMILY_HASH + AB_HASH_SHA512_224,
      ab_sha512_224_functions, ALWAYS },
    { "SHA2-512/256:SHA-512/256:SHA512-256:2.16.840.1.101.3.4.2.6", AB_FAMILY_HASH + AB_HASH_SHA512_256,
      ab_sha512_256_functions, ALWAYS },
    { "SHA3-224:2.16.840.1.101.3.4.2.7", AB_FAMILY_HASH + AB_HASH_SHA3_224, ab_sha3_224_functions, ALWAYS },
    { "SHA3-256:2.16.840.1.101.3.4.2.8", AB_FAMILY_HASH + AB_HASH_SHA3_256, ab_sha3_256_functions, ALWAYS },
    { "SHA3-384:2.16.840.1.101.3.4.2.9", AB_FAMILY_HASH + AB_HASH_SHA3_384, ab_sha3_384_functions, ALWAYS },
    { "SHA3-512:2.16.840.1.101.3.4.2.10", AB_FAMILY_HASH + AB_HASH_SHA3_512, ab_sha3_512_functions, ALWAYS },
    { "KECCAK-224", AB_FAMILY_HASH + AB_HASH_KECCAK_224, ab_keccak_224_functions, SINCE(3, 2) },
    { "KECCAK-256", AB_FAMILY_HASH + AB_HASH_KECCAK_256, ab_keccak_256_functions, SINCE(3, 2) },
    { "KECCAK-384", AB_FAMILY_HASH + AB_HASH_KECCAK_384, ab_keccak_384_functions, SINCE(3, 2) },
    { "KECCAK-512", AB_FAMILY_HASH + AB_HASH_KECCAK_512, ab_keccak_512_functions, SINCE(3, 2) },
    { "SHAKE-128:SHAKE128:2.16.840.1.101.3.4.2.11", AB_FAMILY_HASH + AB_HASH_SHAKE_128, ab_shake_128_3_0_functions,
      BEFORE(3, 4) },
    { "SHAKE-128:SHAKE128:2.16.840.1.101.3.4.2.11", AB_FAMILY_HASH + AB_HASH_SHAKE_128, ab_shake_128_3_4_functions,
      SINCE(3, 4) },
    { "SHAKE-256:SHAKE256:2.16.840.1.101.3.4.2.12", AB_FAMILY_HASH + AB_HASH_SHAKE_256, ab_shake_256_3_0_functions,
      BEFORE(3, 4) },
    { "SHAKE-256:SHAKE256:2.16.840.1.101.3.4.2.12", AB_FAMILY_HASH + AB_HASH_SHAKE_256, ab_shake_256_3_4_functions,
      SINCE(3, 4) },
    { "KECCAK-KMAC-128:KECCAK-KMAC128", AB_FAMILY_HASH + AB_HASH_CSHAKE_KECCAK_128, ab_keccak_kmac_128_3_0_functions,
      BEFORE(3, 4) },
    { "KECCAK-KMAC-128:KECCAK-KMAC128", AB_FAMILY_HASH + AB_HASH_CSHAKE_KECCAK_128, ab_keccak_kmac_128_3_4_functions,
      WITHIN(AB_RELEASE(3, 4), AB_RELEASE(4, 0)) },
    { "CSHAKE-KECCAK-128:KECCAK-KMAC-128:KECCAK-KMAC128", AB_FAMILY_HASH + AB_HASH_CSHAKE_KECCAK_128,
      ab_cshake_keccak_128_functions, SINCE(4, 0) },
    { "KECCAK-KMAC-256:KECCAK-KMAC256", AB_FAMILY_HASH + AB_HASH_CSHAKE_KECCAK_256, ab_keccak_kmac_256_3_0_functions,
      BEFORE(3, 4) },
    { "KECCAK-KMAC-256:KECCAK-KMAC256", AB_FAMILY_HASH + AB_HASH_CSHAKE_KECCAK_256, ab_keccak_kmac_256_3_4_functions,
      WITHIN(AB_RELEASE(3, 4), AB_RELEASE(4, 0)) },
    { "CSHAKE-KECCAK-256:KECCAK-KMAC-256:KECCAK-KMAC256", AB_FAMILY_HASH + AB_HASH_CSHAKE_KECCAK_256,
      ab_cshake_keccak_256_functions, SINCE(4, 0) },
    { "CSHAKE-128:CSHAKE128", AB_FAMILY_HASH + AB_HASH_CSHAKE_KECCAK_128, ab_cshake_128_functions, SINCE(4, 0) },
    { "CSHAKE-256:CSHAKE256", AB_FAMILY_HASH + AB_HASH_CSHAKE_KECCAK_256, ab_cshake_256_functions, SINCE(4, 0) },
    { "SM3:1.2.156.10197.1.401", AB_FAMILY_HASH + AB_HASH_SM3, ab_sm3_functions, ALWAYS },
    { "RIPEMD-160:RIPEMD160:RIPEMD:RMD160:1.3.36.3.2.1", AB_FAMILY_HASH + AB_HASH_RIPEMD160, ab_ripemd160_functions,
      ALWAYS },
    { "MD5:SSL3-MD5:1.2.840.113549.2.5", AB_FAMILY_HASH + AB_HASH_MD5, ab_md5_functions, ALWAYS },
    { "MD5-SHA1", AB_FAMILY_HASH + AB_HASH_MD5_SHA1, ab_md5_sha1_functions, ALWAYS },
    { "BLAKE2S-256:BLAKE2s256:1.3.6.1.4.1.1722.12.2.2.8", AB_FAMILY_HASH + AB_HASH_BLAKE2S256,
      ab_blake2s256_3_0_functions, BEFORE(3, 3) },
    { "BLAKE2B-512:BLAKE2b512:1.3.6.1.4.1.1722.12.2.1.16", AB_FAMILY_HASH + AB_HASH_BLAKE2B512,
      ab_blake2b512_3_0_functions, BEFORE(3, 2) },
    { "BLAKE2B-512:BLAKE2b512:1.3.6.1.4.1.1722.12.2.1.16", AB_FAMILY_HASH + AB_HASH_BLAKE2B512,
      ab_blake2b512_3_2_functions, SINCE(3, 2) },
};

static const struct ab_algorithm macs[] = {
    { "HMAC", AB_ANY_HASH, ab_hmac_functions, ALWAYS },
    { "CMAC", AB_FAMILY_AES_CMAC, ab_cmac_functions, ALWAYS },
    { "GMAC:1.0.9797.3.4", AB_FAMILY_AES_GCM, ab_gmac_functions, ALWAYS },
    { "KMAC-128:KMAC128:2.16.840.1.101.3.4.2.19", AB_FAMILY_HASH + AB_HASH_CSHAKE_KECCAK_128, ab_kmac_128_functions,
      ALWAYS },
    { "KMAC-256:KMAC256:2.16.840.1.101.3.4.2.20", AB_FAMILY_HASH + AB_HASH_CSHAKE_KECCAK_256, ab_kmac_256_functions,
      ALWAYS },
    { "POLY1305", AB_FAMILY_POLY1305, ab_poly1305_functions, ALWAYS },
};

static const struct ab_algorithm kdfs[] = {
    { "HKDF", AB_ANY_HASH, ab_hkdf_functions, ALWAYS },
    { "HKDF-SHA256:id-alg-hkdf-with-sha256:1.2.840.113549.1.9.16.3.28", AB_FAMILY_HASH + AB_HASH_SHA256,
      ab_hkdf_sha256_functions, SINCE(4, 0) },
    { "HKDF-SHA384:id-alg-hkdf-with-sha384:1.2.840.113549.1.9.16.3.29", AB_FAMILY_HASH + AB_HASH_SHA384,
      ab_hkdf_sha384_functions, SINCE(4, 0) },
    { "HKDF-SHA512:id-alg-hkdf-with-sha512:1.2.840.113549.1.9.16.3.30", AB_FAMILY_HASH + AB_HASH_SHA512,
      ab_hkdf_sha512_functions, SINCE(4, 0) },
    { "TLS13-KDF", AB_ANY_HASH, ab_tls13_kdf_functions, ALWAYS },
    { "TLS1-PRF", AB_ANY_HASH, ab_tls1_prf_functions, ALWAYS },
    { "SSKDF", AB_ANY_HASH, ab_sskdf_functions, ALWAYS },
    { "X963KDF:X942KDF-CONCAT", AB_ANY_HASH, ab_x963_kdf_functions, ALWAYS },
    { "X942KDF-ASN1:X942KDF", AB_ANY_HASH, ab_x942_kdf_functions, ALWAYS },
    { "KBKDF", AB_ANY_HASH, ab_kbkdf_functions, ALWAYS },
    { "SSHKDF", AB_ANY_HASH, ab_sshkdf_functions, ALWAYS },
    { "PKCS12KDF", AB_ANY_HASH, ab_pkcs12_kdf_functions, ALWAYS },
    { "PBKDF2:1.2.840.113549.1.5.12", AB_ANY_HASH, ab_pbkdf2_functions, ALWAYS },
    { "SCRYPT:id-scrypt:1.3.6.1.4.1.11591.4.11", AB_FAMILY_SCRYPT, ab_scrypt_functions, ALWAYS },
    { "ARGON2I", AB_FAMILY_ARGON2, ab_argon2i_functions, ALWAYS },
    { "ARGON2D", AB_FAMILY_ARGON2, ab_argon2d_functions, ALWAYS },
    { "ARGON2ID", AB_FAMILY_ARGON2, ab_argon2id_functions, ALWAYS },
};

/* Offered with `random = on` only (offer.c). */
static const struct ab_algorithm rands[] = {
    { "CTR-DRBG", AB_FAMILY_AES_CTR, ab_ctr_drbg_functions, ALWAYS },
    { "HASH-DRBG", AB_ANY_HASH, ab_hash_drbg_functions, ALWAYS },
    { "HMAC-DRBG", AB_ANY_HASH, ab_hmac_drbg_functions, ALWAYS },
};

static const struct ab_algorithm keymgmts[] = {
    { "X25519:1.3.101.110", AB_FAMILY_CURVE25519, ab_x25519_keymgmt_3_0_functions, BEFORE(3, 2) },
    { "X25519:1.3.101.110", AB_FAMILY_CURVE25519, ab_x25519_keymgmt_3_2_functions, SINCE(3, 2) },
    { "ED25519:1.3.101.112", AB_FAMILY_CURVE25519, ab_ed25519_keymgmt_3_0_functions, BEFORE(3, 2) },
    { "ED25519:1.3.101.112", AB_FAMILY_CURVE25519, ab_ed25519_keymgmt_3_2_functions, SINCE(3, 2) },
    { "DH:dhKeyAgreement:1.2.840.113549.1.3.1", AB_FAMILY_FFC, ab_dh_keymgmt_functions, ALWAYS },
    { "DHX:X9.42 DH:dhpublicnumber:1.2.840.10046.2.1", AB_FAMILY_FFC, ab_dhx_keymgmt_functions, ALWAYS },
    { "DSA:dsaEncryption:1.2.840.10040.4.1", AB_FAMILY_FFC, ab_dsa_keymgmt_3_0_functions, BEFORE(3, 4) },
    { "DSA:dsaEncryption:1.2.840.10040.4.1", AB_FAMILY_FFC, ab_dsa_keymgmt_3_4_functions, SINCE(3, 4) },
    { "X448:1.3.101.111", AB_FAMILY_CURVE448, ab_x448_keymgmt_3_0_functions, BEFORE(3, 2) },
    { "X448:1.3.101.111", AB_FAMILY_CURVE448, ab_x448_keymgmt_3_2_functions, SINCE(3, 2) },
    { "ED448:1.3.101.113", AB_FAMILY_CURVE448, ab_ed448_keymgmt_3_0_functions, BEFORE(3, 2) },
    { "ED448:1.3.101.113", AB_FAMILY_CURVE448, ab_ed448_keymgmt_3_2_functions, SINCE(3, 2) },
    { "EC:id-ecPublicKey:1.2.840.10045.2.1", AB_FAMILY_CURVE + AB_P256, ab_ec_keymgmt_functions, ALWAYS },
    { "RSA:rsaEncryption:1.2.840.113549.1.1.1", AB_FAMILY_RSA, ab_rsa_keymgmt_functions, ALWAYS },
    { "RSA-PSS:RSASSA-PSS:rsassaPss:1.2.840.113549.1.1.10", AB_FAMILY_RSA, ab_rsa_pss_keymgmt_functions, ALWAYS },
    { MLKEM_512, ab_mlkem_512_keymgmt_functions, ALWAYS },
    { MLKEM_768, ab_mlkem_768_keymgmt_functions, ALWAYS },
    { MLKEM_1024, ab_mlkem_1024_keymgmt_functions, ALWAYS },
    { MLDSA_44, ab_mldsa_44_keymgmt_functions, ALWAYS },
    { MLDSA_65, ab_mldsa_65_keymgmt_functions, ALWAYS },
    { MLDSA_87, ab_mldsa_87_keymgmt_functions, ALWAYS },
    { SLHDSA_SHA2_128S, ab_slhdsa_sha2_128s_keymgmt_functions, ALWAYS },
    { SLHDSA_SHA2_128F, ab_slhdsa_sha2_128f_keymgmt_functions, ALWAYS },
    { SLHDSA_SHA2_192S, ab_slhdsa_sha2_192s_keymgmt_functions, ALWAYS },
    { SLHDSA_SHA2_192F, ab_slhdsa_sha2_192f_keymgmt_functions, ALWAYS },
    { SLHDSA_SHA2_256S, ab_slhdsa_sha2_256s_keymgmt_functions, ALWAYS },
    { SLHDSA_SHA2_256F, ab_slhdsa_sha2_256f_keymgmt_functions, ALWAYS },
    { SLHDSA_SHAKE_128S, ab_slhdsa_shake_128s_keymgmt_functions, ALWAYS },
    { SLHDSA_SHAKE_128F, ab_slhdsa_shake_128f_keymgmt_functions, ALWAYS },
    { SLHDSA_SHAKE_192S, ab_slhdsa_shake_192s_keymgmt_functions, ALWAYS },
    { SLHDSA_SHAKE_192F, ab_slhdsa_shake_192f_keymgmt_functions, ALWAYS },
    { SLHDSA_SHAKE_256S, ab_slhdsa_shake_256s_keymgmt_functions, ALWAYS },
    { SLHDSA_SHAKE_256F, ab_slhdsa_shake_256f_keymgmt_functions, ALWAYS },
    { "X25519MLKEM768", AB_HYBRID + AB_X25519MLKEM768, ab_x25519_hybrid_keymgmt_functions, ALWAYS },
    { "SecP256r1MLKEM768", AB_HYBRID + AB_SECP256R1MLKEM768, ab_p256_hybrid_keymgmt_functions, ALWAYS },
    { "SecP384r1MLKEM1024", AB_HYBRID + AB_SECP384R1MLKEM1024, ab_p384_hybrid_keymgmt_functions, ALWAYS },
    { "X448MLKEM1024", AB_HYBRID + AB_X448MLKEM1024, ab_x448_hybrid_keymgmt_functions, SINCE(3, 5) },
    { "curveSM2MLKEM768", AB_HYBRID + AB_CURVESM2MLKEM768, ab_curvesm2_hybrid_keymgmt_functions, SINCE(4, 0) },
};

static const struct ab_algorithm exchanges[] = {
    { "X25519:1.3.101.110", AB_FAMILY_CURVE25519, ab_x25519_exchange_3_0_functions, BEFORE(3, 4) },
    { "X25519:1.3.101.110", AB_FAMILY_CURVE25519, ab_x25519_exchange_3_4_functions, SINCE(3, 4) },
    { "DH:dhKeyAgreement:1.2.840.113549.1.3.1", AB_FAMILY_FFC, ab_dh_exchange_functions, ALWAYS },
    { "X448:1.3.101.111", AB_FAMILY_CURVE448, ab_x448_exchange_3_0_functions, BEFORE(3, 4) },
    { "X448:1.3.101.111", AB_FAMILY_CURVE448, ab_x448_exchange_3_4_functions, SINCE(3, 4) },
    { "ECDH", AB_FAMILY_CURVE + AB_P256, ab_ecdh_exchange_functions, ALWAYS },
};

static const struct ab_algorithm signatures[] = {
    { "ED25519:1.3.101.112", AB_FAMILY_CURVE25519, ab_ed25519_signature_3_0_functions, BEFORE(3, 2) },
    { "ED25519:1.3.101.112", AB_FAMILY_CURVE25519, ab_ed25519_signature_3_2_functions,
      WITHIN(AB_RELEASE(3, 2), AB_RELEASE(3, 4)) },
    { "ED25519:1.3.101.112", AB_FAMILY_CURVE25519, ab_ed25519_signature_3_4_functions, SINCE(3, 4) },
    { "ED25519ph", AB_FAMILY_CURVE25519, ab_ed25519ph_signature_functions, SINCE(3, 4) },
    { "ED25519ctx", AB_FAMILY_CURVE25519, ab_ed25519ctx_signature_functions, SINCE(3, 4) },
    { "DSA:dsaEncryption:1.2.840.10040.4.1", AB_FAMILY_FFC, ab_dsa_signature_3_0_functions, BEFORE(3, 2) },
    { "DSA:dsaEncryption:1.2.840.10040.4.1", AB_FAMILY_FFC, ab_dsa_signature_3_2_functions, SINCE(3, 2) },
    { "DSA-SHA1:DSA-SHA-1:dsaWithSHA1:1.2.840.10040.4.3", AB_FAMILY_FFC, ab_dsa_sha1_signature_functions, SINCE(3, 4) },
    { "DSA-SHA2-224:DSA-SHA224:dsa_with_SHA224:2.16.840.1.101.3.4.3.1", AB_FAMILY_FFC,
      ab_dsa_sha2_224_signature_functions, SINCE(3, 4) },
    { "DSA-SHA2-256:DSA-SHA256:dsa_with_SHA256:2.16.840.1.101.3.4.3.2", AB_FAMILY_FFC,
      ab_dsa_sha2_256_signature_functions, SINCE(3, 4) },
    { "DSA-SHA2-384:DSA-SHA384:dsa_with_SHA384:id-dsa-with-sha384:1.2.840.1.101.3.4.3.3", AB_FAMILY_FFC,
      ab_dsa_sha2_384_signature_functions, SINCE(3, 4) },
    { "DSA-SHA2-512:DSA-SHA512:dsa_with_SHA512:id-dsa-with-sha512:1.2.840.1.101.3.4.3.4", AB_FAMILY_FFC,
      ab_dsa_sha2_512_signature_functions, SINCE(3, 4) },
    { "DSA-SHA3-224:dsa_with_SHA3-224:id-dsa-with-sha3-224:2.16.840.1.101.3.4.3.5", AB_FAMILY_FFC,
      ab_dsa_sha3_224_signature_functions, SINCE(3, 4) },
    { "DSA-SHA3-256:dsa_with_SHA3-256:id-dsa-with-sha3-256:2.16.840.1.101.3.4.3.6", AB_FAMILY_FFC,
      ab_dsa_sha3_256_signature_functions, SINCE(3, 4) },
    { "DSA-SHA3-384:dsa_with_SHA3-384:id-dsa-with-sha3-384:2.16.840.1.101.3.4.3.7", AB_FAMILY_FFC,
      ab_dsa_sha3_384_signature_functions, SINCE(3, 4) },
    { "DSA-SHA3-512:dsa_with_SHA3-512:id-dsa-with-sha3-512:2.16.840.1.101.3.4.3.8", AB_FAMILY_FFC,
      ab_dsa_sha3_512_signature_functions, SINCE(3, 4) },
    { "ED448:1.3.101.113", AB_FAMILY_CURVE448, ab_ed448_signature_3_0_functions, BEFORE(3, 2) },
    { "ED448:1.3.101.113", AB_FAMILY_CURVE448, ab_ed448_signature_3_2_functions,
      WITHIN(AB_RELEASE(3, 2), AB_RELEASE(3, 4)) },
    { "ED448:1.3.101.113", AB_FAMILY_CURVE448, ab_ed448_signature_3_4_functions, SINCE(3, 4) },
    { "ED448ph", AB_FAMILY_CURVE448, ab_ed448ph_signature_functions, SINCE(3, 4) },
    { "ECDSA", AB_FAMILY_CURVE + AB_P256, ab_ecdsa_signature_functions, ALWAYS },
    { "ECDSA-SHA1:ECDSA-SHA-1:ecdsa-with-SHA1:1.2.840.10045.4.1", AB_FAMILY_CURVE + AB_P256,
      ab_ecdsa_sha1_signature_functions, SINCE(3, 4) },
    { "ECDSA-SHA2-224:ECDSA-SHA224:ecdsa-with-SHA224:1.2.840.10045.4.3.1", AB_FAMILY_CURVE + AB_P256,
      ab_ecdsa_sha224_signature_functions, SINCE(3, 4) },
    { "ECDSA-SHA2-256:ECDSA-SHA256:ecdsa-with-SHA256:1.2.840.10045.4.3.2", AB_FAMILY_CURVE + AB_P256,
      ab_ecdsa_sha256_signature_functions, SINCE(3, 4) },
    { "ECDSA-SHA2-384:ECDSA-SHA384:ecdsa-with-SHA384:1.2.840.10045.4.3.3", AB_FAMILY_CURVE + AB_P256,
      ab_ecdsa_sha384_signature_functions, SINCE(3, 4) },
    { "ECDSA-SHA2-512:ECDSA-SHA512:ecdsa-with-SHA512:1.2.840.10045.4.3.4", AB_FAMILY_CURVE + AB_P256,
      ab_ecdsa_sha512_signature_functions, SINCE(3, 4) },
    { "ECDSA-SHA3-224:ecdsa_with_SHA3-224:id-ecdsa-with-sha3-224:2.16.840.1.101.3.4.3.9", AB_FAMILY_CURVE + AB_P256,
      ab_ecdsa_sha3_224_signature_functions, SINCE(3, 4) },
    { "ECDSA-SHA3-256:ecdsa_with_SHA3-256:id-ecdsa-with-sha3-256:2.16.840.1.101.3.4.3.10", AB_FAMILY_CURVE + AB_P256,
      ab_ecdsa_sha3_256_signature_functions, SINCE(3, 4) },
    { "ECDSA-SHA3-384:ecdsa_with_SHA3-384:id-ecdsa-with-sha3-384:2.16.840.1.101.3.4.3.11", AB_FAMILY_CURVE + AB_P256,
      ab_ecdsa_sha3_384_signature_functions, SINCE(3, 4) },
    { "ECDSA-SHA3-512:ecdsa_with_SHA3-512:id-ecdsa-with-sha3-512:2.16.840.1.101.3.4.3.12", AB_FAMILY_CURVE + AB_P256,
      ab_ecdsa_sha3_512_signature_functions, SINCE(3, 4) },
    { "RSA:rsaEncryption:1.2.840.113549.1.1.1", AB_FAMILY_RSA, ab_rsa_signature_functions, ALWAYS },
    { "RSA-RIPEMD160:ripemd160WithRSA:1.3.36.3.3.1.2", AB_FAMILY_RSA, ab_rsa_ripemd160_signature_functions,
      SINCE(3, 4) },
    { "RSA-SHA1:RSA-SHA-1:sha1WithRSAEncryption:1.2.840.113549.1.1.5", AB_FAMILY_RSA, ab_rsa_sha1_signature_functions,
      SINCE(3, 4) },
    { "RSA-SHA2-224:RSA-SHA224:sha224WithRSAEncryption:1.2.840.113549.1.1.14", AB_FAMILY_RSA,
      ab_rsa_sha224_signature_functions, SINCE(3, 4) },
    { "RSA-SHA2-256:RSA-SHA256:sha256WithRSAEncryption:1.2.840.113549.1.1.11", AB_FAMILY_RSA,
      ab_rsa_sha256_signature_functions, SINCE(3, 4) },
    { "RSA-SHA2-384:RSA-SHA384:sha384WithRSAEncryption:1.2.840.113549.1.1.12", AB_FAMILY_RSA,
      ab_rsa_sha384_signature_functions, SINCE(3, 4) },
    { "RSA-SHA2-512:RSA-SHA512:sha512WithRSAEncryption:1.2.840.113549.1.1.13", AB_FAMILY_RSA,
      ab_rsa_sha512_signature_functions, SINCE(3, 4) },
    { "RSA-SHA2-512/224:RSA-SHA512-224:sha512-224WithRSAEncryption:1.2.840.113549.1.1.15", AB_FAMILY_RSA,
      ab_rsa_sha512_224_signature_functions, SINCE(3, 4) },
    { "RSA-SHA2-512/256:RSA-SHA512-256:sha512-256WithRSAEncryption:1.2.840.113549.1.1.16", AB_FAMILY_RSA,
      ab_rsa_sha512_256_signature_functions, SINCE(3, 4) },
    { "RSA-SHA3-224:id-rsassa-pkcs1-v1_5-with-sha3-224:2.16.840.1.101.3.4.3.13", AB_FAMILY_RSA,
      ab_rsa_sha3_224_signature_functions, SINCE(3, 4) },
    { "RSA-SHA3-256:id-rsassa-pkcs1-v1_5-with-sha3-256:2.16.840.1.101.3.4.3.14", AB_FAMILY_RSA,
      ab_rsa_sha3_256_signature_functions, SINCE(3, 4) },
    { "RSA-SHA3-384:id-rsassa-pkcs1-v1_5-with-sha3-384:2.16.840.1.101.3.4.3.15", AB_FAMILY_RSA,
      ab_rsa_sha3_384_signature_functions, SINCE(3, 4) },
    { "RSA-SHA3-512:id-rsassa-pkcs1-v1_5-with-sha3-512:2.16.840.1.101.3.4.3.16", AB_FAMILY_RSA,
      ab_rsa_sha3_512_signature_functions, SINCE(3, 4) },
    { "RSA-SM3:sm3WithRSAEncryption:1.2.156.10197.1.504", AB_FAMILY_RSA, ab_rsa_sm3_signature_functions, SINCE(3, 4) },
    { MLDSA_44, ab_mldsa_44_signature_3_0_functions, BEFORE(3, 4) },
    { MLDSA_44, ab_mldsa_44_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { MLDSA_44, ab_mldsa_44_signature_functions, SINCE(3, 5) },
    { MLDSA_65, ab_mldsa_65_signature_3_0_functions, BEFORE(3, 4) },
    { MLDSA_65, ab_mldsa_65_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { MLDSA_65, ab_mldsa_65_signature_functions, SINCE(3, 5) },
    { MLDSA_87, ab_mldsa_87_signature_3_0_functions, BEFORE(3, 4) },
    { MLDSA_87, ab_mldsa_87_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { MLDSA_87, ab_mldsa_87_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHA2_128S, ab_slhdsa_sha2_128s_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHA2_128S, ab_slhdsa_sha2_128s_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHA2_128S, ab_slhdsa_sha2_128s_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHA2_128F, ab_slhdsa_sha2_128f_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHA2_128F, ab_slhdsa_sha2_128f_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHA2_128F, ab_slhdsa_sha2_128f_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHA2_192S, ab_slhdsa_sha2_192s_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHA2_192S, ab_slhdsa_sha2_192s_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHA2_192S, ab_slhdsa_sha2_192s_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHA2_192F, ab_slhdsa_sha2_192f_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHA2_192F, ab_slhdsa_sha2_192f_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHA2_192F, ab_slhdsa_sha2_192f_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHA2_256S, ab_slhdsa_sha2_256s_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHA2_256S, ab_slhdsa_sha2_256s_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHA2_256S, ab_slhdsa_sha2_256s_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHA2_256F, ab_slhdsa_sha2_256f_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHA2_256F, ab_slhdsa_sha2_256f_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHA2_256F, ab_slhdsa_sha2_256f_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHAKE_128S, ab_slhdsa_shake_128s_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHAKE_128S, ab_slhdsa_shake_128s_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHAKE_128S, ab_slhdsa_shake_128s_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHAKE_128F, ab_slhdsa_shake_128f_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHAKE_128F, ab_slhdsa_shake_128f_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHAKE_128F, ab_slhdsa_shake_128f_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHAKE_192S, ab_slhdsa_shake_192s_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHAKE_192S, ab_slhdsa_shake_192s_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHAKE_192S, ab_slhdsa_shake_192s_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHAKE_192F, ab_slhdsa_shake_192f_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHAKE_192F, ab_slhdsa_shake_192f_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHAKE_192F, ab_slhdsa_shake_192f_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHAKE_256S, ab_slhdsa_shake_256s_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHAKE_256S, ab_slhdsa_shake_256s_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHAKE_256S, ab_slhdsa_shake_256s_signature_functions, SINCE(3, 5) },
    { SLHDSA_SHAKE_256F, ab_slhdsa_shake_256f_signature_3_0_functions, BEFORE(3, 4) },
    { SLHDSA_SHAKE_256F, ab_slhdsa_shake_256f_signature_3_4_functions, WITHIN(AB_RELEASE(3, 4), AB_RELEASE(3, 5)) },
    { SLHDSA_SHAKE_256F, ab_slhdsa_shake_256f_signature_functions, SINCE(3, 5) },
};

static const struct ab_algorithm asym_ciphers[] = {
    { "RSA:rsaEncryption:1.2.840.113549.1.1.1", AB_FAMILY_RSA, ab_rsa_asym_cipher_functions, ALWAYS },
};

static const struct ab_algorithm kems[] = {
    { "RSA:rsaEncryption:1.2.840.113549.1.1.1", AB_FAMILY_RSA, ab_rsa_kem_functions, ALWAYS },
    { "EC:id-ecPublicKey:1.2.840.10045.2.1", AB_FAMILY_CURVE + AB_P256, ab_ec_kem_functions, SINCE(3, 2) },
    { MLKEM_512, ab_mlkem_kem_functions, ALWAYS },
    { MLKEM_768, ab_mlkem_kem_functions, ALWAYS },
    { MLKEM_1024, ab_mlkem_kem_functions, ALWAYS },
    { "X25519MLKEM768", AB_HYBRID + AB_X25519MLKEM768, ab_hybrid_kem_functions, ALWAYS },
    { "SecP256r1MLKEM768", AB_HYBRID + AB_SECP256R1MLKEM768, ab_hybrid_kem_functions, ALWAYS },
    { "SecP384r1MLKEM1024", AB_HYBRID + AB_SECP384R1MLKEM1024, ab_hybrid_kem_functions, ALWAYS },
    { "X448MLKEM1024", AB_HYBRID + AB_X448MLKEM1024, ab_hybrid_kem_functions, SINCE(3, 5) },
    { "curveSM2MLKEM768", AB_HYBRID + AB_CURVESM2MLKEM768, ab_hybrid_kem_functions, SINCE(4, 0) },
};

static const struct ab_algorithm skeymgmts[] = {
    { "AES:2.16.840.1.101.3.4.1", AB_NO_FAMILY, ab_aes_skeymgmt_functions, ALWAYS },
    { "GENERIC-SECRET", AB_NO_FAMILY, ab_generic_skeymgmt_functions, ALWAYS },
};

/* Files of keys are the default provider's from this release on. */
#define BEFORE_3_5(properties) 0, AB_RELEASE(3, 5), AB_PROPERTIES properties

/*
 * The rows of a parameter set, whose names and family come last: of its encoders ab_SCHEME_to_FORMAT_functions
 * (provider/encoder/encoder.h), and of its decoders ab_STRUCTURE_to_SET_functions (provider/decoder/decoder.h).
 */
#define ENCODER(scheme, format, properties, ...) \
    { __VA_ARGS__, ab_##scheme##_to_##format##_functions, BEFORE_3_5(properties) }
#define TO_FILES(scheme, kind, structure, ...)                                        \
    ENCODER(scheme, kind##_der, ",output=der,structure=" structure, __VA_ARGS__),     \
    ENCODER(scheme, kind##_pem, ",output=pem,structure=" structure, __VA_ARGS__)
#define TO_ENCRYPTED(scheme, ...) TO_FILES(scheme, encrypted, "EncryptedPrivateKeyInfo", __VA_ARGS__)
#define TO_PRIVATE(scheme, ...) TO_FILES(scheme, private, "PrivateKeyInfo", __VA_ARGS__)
#define TO_PUBLIC(scheme, ...) TO_FILES(scheme, public, "SubjectPublicKeyInfo", __VA_ARGS__)
#define ENCODERS(scheme, ...)                                                                             \
    ENCODER(scheme, text, ",output=text", __VA_ARGS__), TO_ENCRYPTED(scheme, __VA_ARGS__),                \
    TO_PRIVATE(scheme, __VA_ARGS__), TO_PUBLIC(scheme, __VA_ARGS__)
#define DECODER(id, kind, structure, ...) \
    { __VA_ARGS__, ab_##kind##_to_##id##_functions, BEFORE_3_5(",input=der,structure=" structure) }
#define DECODERS(id, ...) \
    DECODER(id, private, "PrivateKeyInfo", __VA_ARGS__), DECODER(id, public, "SubjectPublicKeyInfo", __VA_ARGS__)

static const struct ab_algorithm encoders[] = {
    ENCODERS(mlkem, MLKEM_512),          ENCODERS(mlkem, MLKEM_768),          ENCODERS(mlkem, MLKEM_1024),
    ENCODERS(mldsa, MLDSA_44),           ENCODERS(mldsa, MLDSA_65),           ENCODERS(mldsa, MLDSA_87),
    ENCODERS(slhdsa, SLHDSA_SHA2_128S),  ENCODERS(slhdsa, SLHDSA_SHA2_128F),  ENCODERS(slhdsa, SLHDSA_SHA2_192S),
    ENCODERS(slhdsa, SLHDSA_SHA2_192F),  ENCODERS(slhdsa, SLHDSA_SHA2_256S),  ENCODERS(slhdsa, SLHDSA_SHA2_256F),
    ENCODERS(slhdsa, SLHDSA_SHAKE_128S), ENCODERS(slhdsa, SLHDSA_SHAKE_128F), ENCODERS(slhdsa, SLHDSA_SHAKE_192S),
    ENCODERS(slhdsa, SLHDSA_SHAKE_192F), ENCODERS(slhdsa, SLHDSA_SHAKE_256S), ENCODERS(slhdsa, SLHDSA_SHAKE_256F),
};

static const struct ab_algorithm decoders[] = {
    DECODERS(mlkem_512, MLKEM_512),
    DECODERS(mlkem_768, MLKEM_768),
    DECODERS(mlkem_1024, MLKEM_1024),
    DECODERS(mldsa_44, MLDSA_44),
    DECODERS(mldsa_65, MLDSA_65),
    DECODERS(mldsa_87, MLDSA_87),
    DECODERS(slhdsa_sha2_128s, SLHDSA_SHA2_128S),
    DECODERS(slhdsa_sha2_128f, SLHDSA_SHA2_128F),
    DECODERS(slhdsa_sha2_192s, SLHDSA_SHA2_192S),
    DECODERS(slhdsa_sha2_192f, SLHDSA_SHA2_192F),
    DECODERS(slhdsa_sha2_256s, SLHDSA_SHA2_256S),
    DECODERS(slhdsa_sha2_256f, SLHDSA_SHA2_256F),
    DECODERS(slhdsa_shake_128s, SLHDSA_SHAKE_128S),
    DECODERS(slhdsa_shake_128f, SLHDSA_SHAKE_128F),
    DECODERS(slhdsa_shake_192s, SLHDSA_SHAKE_192S),
    DECODERS(slhdsa_shake_192f, SLHDSA_SHAKE_192F),
    DECODERS(slhdsa_shake_256s, SLHDSA_SHAKE_256S),
    DECODERS(slhdsa_shake_256f, SLHDSA_SHAKE_256F),
};

#define LIST(rows) rows, sizeof(rows) / sizeof((rows)[0])

const struct ab_table_of_names ab_names[AB_NUM_TABLES] = {
    [AB_TABLE_CIPHER] = { OSSL_OP_CIPHER, "cipher", LIST(ciphers) },
    [AB_TABLE_DIGEST] = { OSSL_OP_DIGEST, "digest", LIST(digests) },
    [AB_TABLE_MAC] = { OSSL_OP_MAC, "mac", LIST(macs) },
    [AB_TABLE_KDF] = { OSSL_OP_KDF, "kdf", LIST(kdfs) },
    [AB_TABLE_RAND] = { OSSL_OP_RAND, "rand", LIST(rands) },
    [AB_TABLE_KEYMGMT] = { OSSL_OP_KEYMGMT, "keymgmt", LIST(keymgmts) },
    [AB_TABLE_EXCHANGE] = { OSSL_OP_KEYEXCH, "exchange", LIST(exchanges) },
    [AB_TABLE_SIGNATURE] = { OSSL_OP_SIGNATURE, "signature", LIST(signatures) },
    [AB_TABLE_ASYM_CIPHER] = { OSSL_OP_ASYM_CIPHER, "asym_cipher", LIST(asym_ciphers) },
    [AB_TABLE_KEM] = { OSSL_OP_KEM, "kem", LIST(kems) },
    [AB_TABLE_ENCODER] = { OSSL_OP_ENCODER, NULL, LIST(encoders) },
    [AB_TABLE_DECODER] = { OSSL_OP_DECODER, NULL, LIST(decoders) },
    [AB_TABLE_SKEYMGMT] = { OSSL_OP_SKEYMGMT, NULL, LIST(skeymgmts) },
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Inline comparisons instead of calls for each name: libssl makes hundreds of searches for each SSL_CTX. */
int ab_names_match(const char *names, const char *word, size_t len)
{
    while (names != NULL) {
        size_t i = 0;

        while (i < len && names[i] != ':' && lower(names[i]) == lower(word[i]))
            i++;
        if (i == len && (names[i] == ':' || names[i] == '\0'))
            return 1;
        names = strchr(names + i, ':');
        if (names != NULL)
            names++;
    }
    return 0;
}

/* Whether the word is the first of the names. */
static int is_first_name(const char *names, const char *word, size_t len)
{
    size_t i = 0;

    while (i < len && names[i] != ':' && lower(names[i]) == lower(word[i]))
        i++;
    return i == len && (names[i] == ':' || names[i] == '\0');
}

typedef int match_fn(const char *names, const char *word, size_t len);

/* The names of the first cipher of the family that matches, or NULL. */
static const char *find_names(enum ab_family family, match_fn *matches, const char *word, size_t len)
{
    for (const struct ab_algorithm *a = ciphers; a < ciphers + sizeof(ciphers) / sizeof(ciphers[0]); a++)
        if (a->family == (unsigned)family && matches(a->names, word, len))
            return a->names;
    return NULL;
}

/*
 * A cipher's key length is the number of three digits in its first name: "AES-256-CBC". Most callers give that name; a
 * search through all names would take as long as the MAC of a short message under a new key.
 */
int ab_names_find_cipher(enum ab_family family, const char *name, size_t *key_len)
{
    size_t len = strlen(name);
    const char *names = find_names(family, is_first_name, name, len), *digits;

    if (names == NULL)
        names = find_names(family, ab_names_match, name, len);
    if (names == NULL)
        return 0;
    digits = names + strlen("AES-");
    *key_len = (size_t)(100 * (digits[0] - '0') + 10 * (digits[1] - '0') + digits[2] - '0') / 8;
    return 1;
}
