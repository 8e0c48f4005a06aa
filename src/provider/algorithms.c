#include "provider/algorithms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "provider/asym_cipher/asym_cipher.h"
#include "provider/cipher/cipher.h"
#include "provider/digest/digest.h"
#include "provider/error.h"
#include "provider/exchange/exchange.h"
#include "provider/health.h"
#include "provider/kdf/kdf.h"
#include "provider/kem/kem.h"
#include "provider/keymgmt/keymgmt.h"
#include "provider/mac/mac.h"
#include "provider/signature/signature.h"
#include "provider/skeymgmt/skeymgmt.h"

/* What an algorithm stands on: it says whether the processor has it, and is tested at first use. */
enum unit {
    UNIT_AES,
    UNIT_AES_SHA, /* AES woven with the SHA instructions */
    UNIT_HASH,
    UNIT_ANY_HASH, /* whichever the caller names: offered where the common ones are fast */
    UNIT_CURVE25519,
    UNIT_FFC, /* DSA and Diffie-Hellman */
    UNIT_CURVE448,
    UNIT_EC, /* the module's curves; others of the same names are passed on */
    UNIT_RSA,
    UNIT_NO_KERNELS /* goes with AES */
};

struct algorithm {
    const char *names; /* as in the default provider: first name, aliases, OID, with ':' between */
    enum unit unit;
    unsigned member; /* of the unit: enum ab_family, enum ab_hash_id */
    const OSSL_DISPATCH *functions;
};

static const struct algorithm ciphers[] = {
    { "AES-256-ECB:2.16.840.1.101.3.4.1.41", UNIT_AES, AB_FAMILY_AES_ECB, ab_aes_256_ecb_functions },
    { "AES-192-ECB:2.16.840.1.101.3.4.1.21", UNIT_AES, AB_FAMILY_AES_ECB, ab_aes_192_ecb_functions },
    { "AES-128-ECB:2.16.840.1.101.3.4.1.1", UNIT_AES, AB_FAMILY_AES_ECB, ab_aes_128_ecb_functions },
    { "AES-256-CBC:AES256:2.16.840.1.101.3.4.1.42", UNIT_AES, AB_FAMILY_AES_CBC, ab_aes_256_cbc_functions },
    { "AES-192-CBC:AES192:2.16.840.1.101.3.4.1.22", UNIT_AES, AB_FAMILY_AES_CBC, ab_aes_192_cbc_functions },
    { "AES-128-CBC:AES128:2.16.840.1.101.3.4.1.2", UNIT_AES, AB_FAMILY_AES_CBC, ab_aes_128_cbc_functions },
    { "AES-256-CBC-CTS", UNIT_AES, AB_FAMILY_AES_CBC_CTS, ab_aes_256_cbc_cts_functions },
    { "AES-192-CBC-CTS", UNIT_AES, AB_FAMILY_AES_CBC_CTS, ab_aes_192_cbc_cts_functions },
    { "AES-128-CBC-CTS", UNIT_AES, AB_FAMILY_AES_CBC_CTS, ab_aes_128_cbc_cts_functions },
    { "AES-256-CFB:2.16.840.1.101.3.4.1.44", UNIT_AES, AB_FAMILY_AES_CFB, ab_aes_256_cfb_functions },
    { "AES-192-CFB:2.16.840.1.101.3.4.1.24", UNIT_AES, AB_FAMILY_AES_CFB, ab_aes_192_cfb_functions },
    { "AES-128-CFB:2.16.840.1.101.3.4.1.4", UNIT_AES, AB_FAMILY_AES_CFB, ab_aes_128_cfb_functions },
    { "AES-256-CFB8", UNIT_AES, AB_FAMILY_AES_CFB8, ab_aes_256_cfb8_functions },
    { "AES-192-CFB8", UNIT_AES, AB_FAMILY_AES_CFB8, ab_aes_192_cfb8_functions },
    { "AES-128-CFB8", UNIT_AES, AB_FAMILY_AES_CFB8, ab_aes_128_cfb8_functions },
    { "AES-256-CFB1", UNIT_AES, AB_FAMILY_AES_CFB1, ab_aes_256_cfb1_functions },
    { "AES-192-CFB1", UNIT_AES, AB_FAMILY_AES_CFB1, ab_aes_192_cfb1_functions },
    { "AES-128-CFB1", UNIT_AES, AB_FAMILY_AES_CFB1, ab_aes_128_cfb1_functions },
    { "AES-256-OFB:2.16.840.1.101.3.4.1.43", UNIT_AES, AB_FAMILY_AES_OFB, ab_aes_256_ofb_functions },
    { "AES-192-OFB:2.16.840.1.101.3.4.1.23", UNIT_AES, AB_FAMILY_AES_OFB, ab_aes_192_ofb_functions },
    { "AES-128-OFB:2.16.840.1.101.3.4.1.3", UNIT_AES, AB_FAMILY_AES_OFB, ab_aes_128_ofb_functions },
    { "AES-256-CTR", UNIT_AES, AB_FAMILY_AES_CTR, ab_aes_256_ctr_functions },
    { "AES-192-CTR", UNIT_AES, AB_FAMILY_AES_CTR, ab_aes_192_ctr_functions },
    { "AES-128-CTR", UNIT_AES, AB_FAMILY_AES_CTR, ab_aes_128_ctr_functions },
    { "AES-256-XTS:1.3.111.2.1619.0.1.2", UNIT_AES, AB_FAMILY_AES_XTS, ab_aes_256_xts_functions },
    { "AES-128-XTS:1.3.111.2.1619.0.1.1", UNIT_AES, AB_FAMILY_AES_XTS, ab_aes_128_xts_functions },
    { "AES-256-OCB", UNIT_AES, AB_FAMILY_AES_OCB, ab_aes_256_ocb_functions },
    { "AES-192-OCB", UNIT_AES, AB_FAMILY_AES_OCB, ab_aes_192_ocb_functions },
    { "AES-128-OCB", UNIT_AES, AB_FAMILY_AES_OCB, ab_aes_128_ocb_functions },
    { "AES-256-CCM:id-aes256-CCM:2.16.840.1.101.3.4.1.47", UNIT_AES, AB_FAMILY_AES_CCM, ab_aes_256_ccm_functions },
    { "AES-192-CCM:id-aes192-CCM:2.16.840.1.101.3.4.1.27", UNIT_AES, AB_FAMILY_AES_CCM, ab_aes_192_ccm_functions },
    { "AES-128-CCM:id-aes128-CCM:2.16.840.1.101.3.4.1.7", UNIT_AES, AB_FAMILY_AES_CCM, ab_aes_128_ccm_functions },
    { "AES-256-SIV", UNIT_AES, AB_FAMILY_AES_SIV, ab_aes_256_siv_functions },
    { "AES-192-SIV", UNIT_AES, AB_FAMILY_AES_SIV, ab_aes_192_siv_functions },
    { "AES-128-SIV", UNIT_AES, AB_FAMILY_AES_SIV, ab_aes_128_siv_functions },
    { "AES-256-WRAP:id-aes256-wrap:AES256-WRAP:2.16.840.1.101.3.4.1.45", UNIT_AES, AB_FAMILY_AES_WRAP,
      ab_aes_256_wrap_functions },
    { "AES-192-WRAP:id-aes192-wrap:AES192-WRAP:2.16.840.1.101.3.4.1.25", UNIT_AES, AB_FAMILY_AES_WRAP,
      ab_aes_192_wrap_functions },
    { "AES-128-WRAP:id-aes128-wrap:AES128-WRAP:2.16.840.1.101.3.4.1.5", UNIT_AES, AB_FAMILY_AES_WRAP,
      ab_aes_128_wrap_functions },
    { "AES-256-WRAP-PAD:id-aes256-wrap-pad:AES256-WRAP-PAD:2.16.840.1.101.3.4.1.48", UNIT_AES, AB_FAMILY_AES_WRAP,
      ab_aes_256_wrap_pad_functions },
    { "AES-192-WRAP-PAD:id-aes192-wrap-pad:AES192-WRAP-PAD:2.16.840.1.101.3.4.1.28", UNIT_AES, AB_FAMILY_AES_WRAP,
      ab_aes_192_wrap_pad_functions },
    { "AES-128-WRAP-PAD:id-aes128-wrap-pad:AES128-WRAP-PAD:2.16.840.1.101.3.4.1.8", UNIT_AES, AB_FAMILY_AES_WRAP,
      ab_aes_128_wrap_pad_functions },
    { "AES-256-WRAP-INV:AES256-WRAP-INV", UNIT_AES, AB_FAMILY_AES_WRAP, ab_aes_256_wrap_inv_functions },
    { "AES-192-WRAP-INV:AES192-WRAP-INV", UNIT_AES, AB_FAMILY_AES_WRAP, ab_aes_192_wrap_inv_functions },
    { "AES-128-WRAP-INV:AES128-WRAP-INV", UNIT_AES, AB_FAMILY_AES_WRAP, ab_aes_128_wrap_inv_functions },
    { "AES-256-WRAP-PAD-INV:AES256-WRAP-PAD-INV", UNIT_AES, AB_FAMILY_AES_WRAP, ab_aes_256_wrap_pad_inv_functions },
    { "AES-192-WRAP-PAD-INV:AES192-WRAP-PAD-INV", UNIT_AES, AB_FAMILY_AES_WRAP, ab_aes_192_wrap_pad_inv_functions },
    { "AES-128-WRAP-PAD-INV:AES128-WRAP-PAD-INV", UNIT_AES, AB_FAMILY_AES_WRAP, ab_aes_128_wrap_pad_inv_functions },
    { "AES-256-GCM:id-aes256-GCM:2.16.840.1.101.3.4.1.46", UNIT_AES, AB_FAMILY_AES_GCM, ab_aes_256_gcm_functions },
    { "AES-192-GCM:id-aes192-GCM:2.16.840.1.101.3.4.1.26", UNIT_AES, AB_FAMILY_AES_GCM, ab_aes_192_gcm_functions },
    { "AES-128-GCM:id-aes128-GCM:2.16.840.1.101.3.4.1.6", UNIT_AES, AB_FAMILY_AES_GCM, ab_aes_128_gcm_functions },
    { "AES-256-GCM-SIV", UNIT_AES, AB_FAMILY_AES_GCM_SIV, ab_aes_256_gcm_siv_functions },
    { "AES-192-GCM-SIV", UNIT_AES, AB_FAMILY_AES_GCM_SIV, ab_aes_192_gcm_siv_functions },
    { "AES-128-GCM-SIV", UNIT_AES, AB_FAMILY_AES_GCM_SIV, ab_aes_128_gcm_siv_functions },
    { "AES-128-CBC-HMAC-SHA1", UNIT_AES_SHA, AB_FAMILY_AES_CBC_HMAC_SHA1, ab_aes_128_cbc_hmac_sha1_functions },
    { "AES-256-CBC-HMAC-SHA1", UNIT_AES_SHA, AB_FAMILY_AES_CBC_HMAC_SHA1, ab_aes_256_cbc_hmac_sha1_functions },
    { "AES-128-CBC-HMAC-SHA256", UNIT_AES_SHA, AB_FAMILY_AES_CBC_HMAC_SHA256, ab_aes_128_cbc_hmac_sha256_functions },
    { "AES-256-CBC-HMAC-SHA256", UNIT_AES_SHA, AB_FAMILY_AES_CBC_HMAC_SHA256, ab_aes_256_cbc_hmac_sha256_functions },
};

static const struct algorithm digests[] = {
    { "SHA1:SHA-1:SSL3-SHA1:1.3.14.3.2.26", UNIT_HASH, AB_HASH_SHA1, ab_sha1_functions },
    { "SHA2-224:SHA-224:SHA224:2.16.840.1.101.3.4.2.4", UNIT_HASH, AB_HASH_SHA224, ab_sha224_functions },
    { "SHA2-256:SHA-256:SHA256:2.16.840.1.101.3.4.2.1", UNIT_HASH, AB_HASH_SHA256, ab_sha256_functions },
    { "SHA2-384:SHA-384:SHA384:2.16.840.1.101.3.4.2.2", UNIT_HASH, AB_HASH_SHA384, ab_sha384_functions },
    { "SHA2-512:SHA-512:SHA512:2.16.840.1.101.3.4.2.3", UNIT_HASH, AB_HASH_SHA512, ab_sha512_functions },
    { "SHA2-512/224:SHA-512/224:SHA512-224:2.16.840.1.101.3.4.2.5", UNIT_HASH, AB_HASH_SHA512_224,
      ab_sha512_224_functions },
    { "SHA2-512/256:SHA-512/256:SHA512-256:2.16.840.1.101.3.4.2.6", UNIT_HASH, AB_HASH_SHA512_256,
      ab_sha512_256_functions },
    { "SHA3-224:2.16.840.1.101.3.4.2.7", UNIT_HASH, AB_HASH_SHA3_224, ab_sha3_224_functions },
    { "SHA3-256:2.16.840.1.101.3.4.2.8", UNIT_HASH, AB_HASH_SHA3_256, ab_sha3_256_functions },
    { "SHA3-384:2.16.840.1.101.3.4.2.9", UNIT_HASH, AB_HASH_SHA3_384, ab_sha3_384_functions },
    { "SHA3-512:2.16.840.1.101.3.4.2.10", UNIT_HASH, AB_HASH_SHA3_512, ab_sha3_512_functions },
    { "KECCAK-224", UNIT_HASH, AB_HASH_KECCAK_224, ab_keccak_224_functions },
    { "KECCAK-256", UNIT_HASH, AB_HASH_KECCAK_256, ab_keccak_256_functions },
    { "KECCAK-384", UNIT_HASH, AB_HASH_KECCAK_384, ab_keccak_384_functions },
    { "KECCAK-512", UNIT_HASH, AB_HASH_KECCAK_512, ab_keccak_512_functions },
    { "SHAKE-128:SHAKE128:2.16.840.1.101.3.4.2.11", UNIT_HASH, AB_HASH_SHAKE_128, ab_shake_128_3_0_functions },
    { "SHAKE-128:SHAKE128:2.16.840.1.101.3.4.2.11", UNIT_HASH, AB_HASH_SHAKE_128, ab_shake_128_3_4_functions },
    { "SHAKE-256:SHAKE256:2.16.840.1.101.3.4.2.12", UNIT_HASH, AB_HASH_SHAKE_256, ab_shake_256_3_0_functions },
    { "SHAKE-256:SHAKE256:2.16.840.1.101.3.4.2.12", UNIT_HASH, AB_HASH_SHAKE_256, ab_shake_256_3_4_functions },
    { "KECCAK-KMAC-128:KECCAK-KMAC128", UNIT_HASH, AB_HASH_CSHAKE_KECCAK_128, ab_keccak_kmac_128_3_0_functions },
    { "KECCAK-KMAC-128:KECCAK-KMAC128", UNIT_HASH, AB_HASH_CSHAKE_KECCAK_128, ab_keccak_kmac_128_3_4_functions },
    { "CSHAKE-KECCAK-128:KECCAK-KMAC-128:KECCAK-KMAC128", UNIT_HASH, AB_HASH_CSHAKE_KECCAK_128,
      ab_cshake_keccak_128_functions },
    { "KECCAK-KMAC-256:KECCAK-KMAC256", UNIT_HASH, AB_HASH_CSHAKE_KECCAK_256, ab_keccak_kmac_256_3_0_functions },
    { "KECCAK-KMAC-256:KECCAK-KMAC256", UNIT_HASH, AB_HASH_CSHAKE_KECCAK_256, ab_keccak_kmac_256_3_4_functions },
    { "CSHAKE-KECCAK-256:KECCAK-KMAC-256:KECCAK-KMAC256", UNIT_HASH, AB_HASH_CSHAKE_KECCAK_256,
      ab_cshake_keccak_256_functions },
    { "CSHAKE-128:CSHAKE128", UNIT_HASH, AB_HASH_CSHAKE_KECCAK_128, ab_cshake_128_functions },
    { "CSHAKE-256:CSHAKE256", UNIT_HASH, AB_HASH_CSHAKE_KECCAK_256, ab_cshake_256_functions },
    { "SM3:1.2.156.10197.1.401", UNIT_HASH, AB_HASH_SM3, ab_sm3_functions },
    { "RIPEMD-160:RIPEMD160:RIPEMD:RMD160:1.3.36.3.2.1", UNIT_HASH, AB_HASH_RIPEMD160, ab_ripemd160_functions },
    { "MD5:SSL3-MD5:1.2.840.113549.2.5", UNIT_HASH, AB_HASH_MD5, ab_md5_functions },
    { "MD5-SHA1", UNIT_HASH, AB_HASH_MD5_SHA1, ab_md5_sha1_functions },
    { "BLAKE2S-256:BLAKE2s256:1.3.6.1.4.1.1722.12.2.2.8", UNIT_HASH, AB_HASH_BLAKE2S256, ab_blake2s256_3_0_functions },
    { "BLAKE2B-512:BLAKE2b512:1.3.6.1.4.1.1722.12.2.1.16", UNIT_HASH, AB_HASH_BLAKE2B512, ab_blake2b512_3_0_functions },
    { "BLAKE2B-512:BLAKE2b512:1.3.6.1.4.1.1722.12.2.1.16", UNIT_HASH, AB_HASH_BLAKE2B512, ab_blake2b512_3_2_functions },
};

static const struct algorithm macs[] = {
    { "HMAC", UNIT_ANY_HASH, 0, ab_hmac_functions },
    { "CMAC", UNIT_AES, AB_FAMILY_AES_CMAC, ab_cmac_functions },
    { "GMAC:1.0.9797.3.4", UNIT_AES, AB_FAMILY_AES_GCM, ab_gmac_functions },
    { "KMAC-128:KMAC128:2.16.840.1.101.3.4.2.19", UNIT_HASH, AB_HASH_CSHAKE_KECCAK_128, ab_kmac_128_functions },
    { "KMAC-256:KMAC256:2.16.840.1.101.3.4.2.20", UNIT_HASH, AB_HASH_CSHAKE_KECCAK_256, ab_kmac_256_functions },
};

static const struct algorithm kdfs[] = {
    { "HKDF", UNIT_ANY_HASH, 0, ab_hkdf_functions },
    { "HKDF-SHA256:id-alg-hkdf-with-sha256:1.2.840.113549.1.9.16.3.28", UNIT_HASH, AB_HASH_SHA256,
      ab_hkdf_sha256_functions },
    { "HKDF-SHA384:id-alg-hkdf-with-sha384:1.2.840.113549.1.9.16.3.29", UNIT_HASH, AB_HASH_SHA384,
      ab_hkdf_sha384_functions },
    { "HKDF-SHA512:id-alg-hkdf-with-sha512:1.2.840.113549.1.9.16.3.30", UNIT_HASH, AB_HASH_SHA512,
      ab_hkdf_sha512_functions },
    { "TLS13-KDF", UNIT_ANY_HASH, 0, ab_tls13_kdf_functions },
    { "TLS1-PRF", UNIT_ANY_HASH, 0, ab_tls1_prf_functions },
    { "SSKDF", UNIT_ANY_HASH, 0, ab_sskdf_functions },
    { "X963KDF:X942KDF-CONCAT", UNIT_ANY_HASH, 0, ab_x963_kdf_functions },
    { "PBKDF2:1.2.840.113549.1.5.12", UNIT_ANY_HASH, 0, ab_pbkdf2_functions },
    { "SCRYPT:id-scrypt:1.3.6.1.4.1.11591.4.11", UNIT_HASH, AB_HASH_SHA256, ab_scrypt_functions },
};

/* Dispatch tables of some releases of OpenSSL only: of those whose default provider has the name like this. */
static const struct {
    const OSSL_DISPATCH *functions;
    unsigned since, before; /* AB_RELEASE; before = 0: no end */
} spans[] = {
    { ab_blake2s256_3_0_functions, 0, AB_RELEASE(3, 3) },
    { ab_blake2b512_3_0_functions, 0, AB_RELEASE(3, 2) },
    { ab_blake2b512_3_2_functions, AB_RELEASE(3, 2), 0 },
    { ab_x25519_keymgmt_3_0_functions, 0, AB_RELEASE(3, 2) },
    { ab_x25519_keymgmt_3_2_functions, AB_RELEASE(3, 2), 0 },
    { ab_ed25519_keymgmt_3_0_functions, 0, AB_RELEASE(3, 2) },
    { ab_ed25519_keymgmt_3_2_functions, AB_RELEASE(3, 2), 0 },
    { ab_x448_keymgmt_3_0_functions, 0, AB_RELEASE(3, 2) },
    { ab_x448_keymgmt_3_2_functions, AB_RELEASE(3, 2), 0 },
    { ab_ed448_keymgmt_3_0_functions, 0, AB_RELEASE(3, 2) },
    { ab_ed448_keymgmt_3_2_functions, AB_RELEASE(3, 2), 0 },
    { ab_x448_exchange_3_0_functions, 0, AB_RELEASE(3, 4) },
    { ab_x448_exchange_3_4_functions, AB_RELEASE(3, 4), 0 },
    { ab_ed448_signature_3_0_functions, 0, AB_RELEASE(3, 2) },
    { ab_ed448_signature_3_2_functions, AB_RELEASE(3, 2), AB_RELEASE(3, 4) },
    { ab_ed448_signature_3_4_functions, AB_RELEASE(3, 4), 0 },
    { ab_ed448ph_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_x25519_exchange_3_0_functions, 0, AB_RELEASE(3, 4) },
    { ab_x25519_exchange_3_4_functions, AB_RELEASE(3, 4), 0 },
    { ab_ed25519_signature_3_0_functions, 0, AB_RELEASE(3, 2) },
    { ab_ed25519_signature_3_2_functions, AB_RELEASE(3, 2), AB_RELEASE(3, 4) },
    { ab_ed25519_signature_3_4_functions, AB_RELEASE(3, 4), 0 },
    { ab_ed25519ph_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_ed25519ctx_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_dsa_keymgmt_3_0_functions, 0, AB_RELEASE(3, 4) },
    { ab_dsa_keymgmt_3_4_functions, AB_RELEASE(3, 4), 0 },
    { ab_dsa_signature_3_0_functions, 0, AB_RELEASE(3, 2) },
    { ab_dsa_signature_3_2_functions, AB_RELEASE(3, 2), 0 },
    { ab_dsa_sha1_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_dsa_sha2_224_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_dsa_sha2_256_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_dsa_sha2_384_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_dsa_sha2_512_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_dsa_sha3_224_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_dsa_sha3_256_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_dsa_sha3_384_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_dsa_sha3_512_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_ec_kem_functions, AB_RELEASE(3, 2), 0 },
    { ab_ecdsa_sha1_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_ecdsa_sha224_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_ecdsa_sha256_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_ecdsa_sha384_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_ecdsa_sha512_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_ecdsa_sha3_224_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_ecdsa_sha3_256_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_ecdsa_sha3_384_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_ecdsa_sha3_512_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_ripemd160_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha1_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha224_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha256_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha384_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha512_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha512_224_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha512_256_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha3_224_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha3_256_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha3_384_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sha3_512_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_rsa_sm3_signature_functions, AB_RELEASE(3, 4), 0 },
    { ab_keccak_224_functions, AB_RELEASE(3, 2), 0 },
    { ab_keccak_256_functions, AB_RELEASE(3, 2), 0 },
    { ab_keccak_384_functions, AB_RELEASE(3, 2), 0 },
    { ab_keccak_512_functions, AB_RELEASE(3, 2), 0 },
    { ab_shake_128_3_0_functions, 0, AB_RELEASE(3, 4) },
    { ab_shake_128_3_4_functions, AB_RELEASE(3, 4), 0 },
    { ab_shake_256_3_0_functions, 0, AB_RELEASE(3, 4) },
    { ab_shake_256_3_4_functions, AB_RELEASE(3, 4), 0 },
    { ab_cshake_128_functions, AB_RELEASE(4, 0), 0 },
    { ab_cshake_256_functions, AB_RELEASE(4, 0), 0 },
    { ab_keccak_kmac_128_3_0_functions, 0, AB_RELEASE(3, 4) },
    { ab_keccak_kmac_128_3_4_functions, AB_RELEASE(3, 4), AB_RELEASE(4, 0) },
    { ab_cshake_keccak_128_functions, AB_RELEASE(4, 0), 0 },
    { ab_keccak_kmac_256_3_0_functions, 0, AB_RELEASE(3, 4) },
    { ab_keccak_kmac_256_3_4_functions, AB_RELEASE(3, 4), AB_RELEASE(4, 0) },
    { ab_cshake_keccak_256_functions, AB_RELEASE(4, 0), 0 },
    { ab_hkdf_sha256_functions, AB_RELEASE(4, 0), 0 },
    { ab_hkdf_sha384_functions, AB_RELEASE(4, 0), 0 },
    { ab_hkdf_sha512_functions, AB_RELEASE(4, 0), 0 },
};

static const struct algorithm keymgmts[] = {
    { "X25519:1.3.101.110", UNIT_CURVE25519, 0, ab_x25519_keymgmt_3_0_functions },
    { "X25519:1.3.101.110", UNIT_CURVE25519, 0, ab_x25519_keymgmt_3_2_functions },
    { "ED25519:1.3.101.112", UNIT_CURVE25519, 0, ab_ed25519_keymgmt_3_0_functions },
    { "ED25519:1.3.101.112", UNIT_CURVE25519, 0, ab_ed25519_keymgmt_3_2_functions },
    { "DH:dhKeyAgreement:1.2.840.113549.1.3.1", UNIT_FFC, 0, ab_dh_keymgmt_functions },
    { "DHX:X9.42 DH:dhpublicnumber:1.2.840.10046.2.1", UNIT_FFC, 0, ab_dhx_keymgmt_functions },
    { "DSA:dsaEncryption:1.2.840.10040.4.1", UNIT_FFC, 0, ab_dsa_keymgmt_3_0_functions },
    { "DSA:dsaEncryption:1.2.840.10040.4.1", UNIT_FFC, 0, ab_dsa_keymgmt_3_4_functions },
    { "X448:1.3.101.111", UNIT_CURVE448, 0, ab_x448_keymgmt_3_0_functions },
    { "X448:1.3.101.111", UNIT_CURVE448, 0, ab_x448_keymgmt_3_2_functions },
    { "ED448:1.3.101.113", UNIT_CURVE448, 0, ab_ed448_keymgmt_3_0_functions },
    { "ED448:1.3.101.113", UNIT_CURVE448, 0, ab_ed448_keymgmt_3_2_functions },
    { "EC:id-ecPublicKey:1.2.840.10045.2.1", UNIT_EC, 0, ab_ec_keymgmt_functions },
    { "RSA:rsaEncryption:1.2.840.113549.1.1.1", UNIT_RSA, 0, ab_rsa_keymgmt_functions },
    { "RSA-PSS:RSASSA-PSS:rsassaPss:1.2.840.113549.1.1.10", UNIT_RSA, 0, ab_rsa_pss_keymgmt_functions },
};

static const struct algorithm exchanges[] = {
    { "X25519:1.3.101.110", UNIT_CURVE25519, 0, ab_x25519_exchange_3_0_functions },
    { "X25519:1.3.101.110", UNIT_CURVE25519, 0, ab_x25519_exchange_3_4_functions },
    { "DH:dhKeyAgreement:1.2.840.113549.1.3.1", UNIT_FFC, 0, ab_dh_exchange_functions },
    { "X448:1.3.101.111", UNIT_CURVE448, 0, ab_x448_exchange_3_0_functions },
    { "X448:1.3.101.111", UNIT_CURVE448, 0, ab_x448_exchange_3_4_functions },
    { "ECDH", UNIT_EC, 0, ab_ecdh_exchange_functions },
};

static const struct algorithm signatures[] = {
    { "ED25519:1.3.101.112", UNIT_CURVE25519, 0, ab_ed25519_signature_3_0_functions },
    { "ED25519:1.3.101.112", UNIT_CURVE25519, 0, ab_ed25519_signature_3_2_functions },
    { "ED25519:1.3.101.112", UNIT_CURVE25519, 0, ab_ed25519_signature_3_4_functions },
    { "ED25519ph", UNIT_CURVE25519, 0, ab_ed25519ph_signature_functions },
    { "ED25519ctx", UNIT_CURVE25519, 0, ab_ed25519ctx_signature_functions },
    { "DSA:dsaEncryption:1.2.840.10040.4.1", UNIT_FFC, 0, ab_dsa_signature_3_0_functions },
    { "DSA:dsaEncryption:1.2.840.10040.4.1", UNIT_FFC, 0, ab_dsa_signature_3_2_functions },
    { "DSA-SHA1:DSA-SHA-1:dsaWithSHA1:1.2.840.10040.4.3", UNIT_FFC, 0, ab_dsa_sha1_signature_functions },
    { "DSA-SHA2-224:DSA-SHA224:dsa_with_SHA224:2.16.840.1.101.3.4.3.1", UNIT_FFC, 0,
      ab_dsa_sha2_224_signature_functions },
    { "DSA-SHA2-256:DSA-SHA256:dsa_with_SHA256:2.16.840.1.101.3.4.3.2", UNIT_FFC, 0,
      ab_dsa_sha2_256_signature_functions },
    { "DSA-SHA2-384:DSA-SHA384:dsa_with_SHA384:id-dsa-with-sha384:1.2.840.1.101.3.4.3.3", UNIT_FFC, 0,
      ab_dsa_sha2_384_signature_functions },
    { "DSA-SHA2-512:DSA-SHA512:dsa_with_SHA512:id-dsa-with-sha512:1.2.840.1.101.3.4.3.4", UNIT_FFC, 0,
      ab_dsa_sha2_512_signature_functions },
    { "DSA-SHA3-224:dsa_with_SHA3-224:id-dsa-with-sha3-224:2.16.840.1.101.3.4.3.5", UNIT_FFC, 0,
      ab_dsa_sha3_224_signature_functions },
    { "DSA-SHA3-256:dsa_with_SHA3-256:id-dsa-with-sha3-256:2.16.840.1.101.3.4.3.6", UNIT_FFC, 0,
      ab_dsa_sha3_256_signature_functions },
    { "DSA-SHA3-384:dsa_with_SHA3-384:id-dsa-with-sha3-384:2.16.840.1.101.3.4.3.7", UNIT_FFC, 0,
      ab_dsa_sha3_384_signature_functions },
    { "DSA-SHA3-512:dsa_with_SHA3-512:id-dsa-with-sha3-512:2.16.840.1.101.3.4.3.8", UNIT_FFC, 0,
      ab_dsa_sha3_512_signature_functions },
    { "ED448:1.3.101.113", UNIT_CURVE448, 0, ab_ed448_signature_3_0_functions },
    { "ED448:1.3.101.113", UNIT_CURVE448, 0, ab_ed448_signature_3_2_functions },
    { "ED448:1.3.101.113", UNIT_CURVE448, 0, ab_ed448_signature_3_4_functions },
    { "ED448ph", UNIT_CURVE448, 0, ab_ed448ph_signature_functions },
    { "ECDSA", UNIT_EC, 0, ab_ecdsa_signature_functions },
    { "ECDSA-SHA1:ECDSA-SHA-1:ecdsa-with-SHA1:1.2.840.10045.4.1", UNIT_EC, 0, ab_ecdsa_sha1_signature_functions },
    { "ECDSA-SHA2-224:ECDSA-SHA224:ecdsa-with-SHA224:1.2.840.10045.4.3.1", UNIT_EC, 0,
      ab_ecdsa_sha224_signature_functions },
    { "ECDSA-SHA2-256:ECDSA-SHA256:ecdsa-with-SHA256:1.2.840.10045.4.3.2", UNIT_EC, 0,
      ab_ecdsa_sha256_signature_functions },
    { "ECDSA-SHA2-384:ECDSA-SHA384:ecdsa-with-SHA384:1.2.840.10045.4.3.3", UNIT_EC, 0,
      ab_ecdsa_sha384_signature_functions },
    { "ECDSA-SHA2-512:ECDSA-SHA512:ecdsa-with-SHA512:1.2.840.10045.4.3.4", UNIT_EC, 0,
      ab_ecdsa_sha512_signature_functions },
    { "ECDSA-SHA3-224:ecdsa_with_SHA3-224:id-ecdsa-with-sha3-224:2.16.840.1.101.3.4.3.9", UNIT_EC, 0,
      ab_ecdsa_sha3_224_signature_functions },
    { "ECDSA-SHA3-256:ecdsa_with_SHA3-256:id-ecdsa-with-sha3-256:2.16.840.1.101.3.4.3.10", UNIT_EC, 0,
      ab_ecdsa_sha3_256_signature_functions },
    { "ECDSA-SHA3-384:ecdsa_with_SHA3-384:id-ecdsa-with-sha3-384:2.16.840.1.101.3.4.3.11", UNIT_EC, 0,
      ab_ecdsa_sha3_384_signature_functions },
    { "ECDSA-SHA3-512:ecdsa_with_SHA3-512:id-ecdsa-with-sha3-512:2.16.840.1.101.3.4.3.12", UNIT_EC, 0,
      ab_ecdsa_sha3_512_signature_functions },
    { "RSA:rsaEncryption:1.2.840.113549.1.1.1", UNIT_RSA, 0, ab_rsa_signature_functions },
    { "RSA-RIPEMD160:ripemd160WithRSA:1.3.36.3.3.1.2", UNIT_RSA, 0, ab_rsa_ripemd160_signature_functions },
    { "RSA-SHA1:RSA-SHA-1:sha1WithRSAEncryption:1.2.840.113549.1.1.5", UNIT_RSA, 0, ab_rsa_sha1_signature_functions },
    { "RSA-SHA2-224:RSA-SHA224:sha224WithRSAEncryption:1.2.840.113549.1.1.14", UNIT_RSA, 0,
      ab_rsa_sha224_signature_functions },
    { "RSA-SHA2-256:RSA-SHA256:sha256WithRSAEncryption:1.2.840.113549.1.1.11", UNIT_RSA, 0,
      ab_rsa_sha256_signature_functions },
    { "RSA-SHA2-384:RSA-SHA384:sha384WithRSAEncryption:1.2.840.113549.1.1.12", UNIT_RSA, 0,
      ab_rsa_sha384_signature_functions },
    { "RSA-SHA2-512:RSA-SHA512:sha512WithRSAEncryption:1.2.840.113549.1.1.13", UNIT_RSA, 0,
      ab_rsa_sha512_signature_functions },
    { "RSA-SHA2-512/224:RSA-SHA512-224:sha512-224WithRSAEncryption:1.2.840.113549.1.1.15", UNIT_RSA, 0,
      ab_rsa_sha512_224_signature_functions },
    { "RSA-SHA2-512/256:RSA-SHA512-256:sha512-256WithRSAEncryption:1.2.840.113549.1.1.16", UNIT_RSA, 0,
      ab_rsa_sha512_256_signature_functions },
    { "RSA-SHA3-224:id-rsassa-pkcs1-v1_5-with-sha3-224:2.16.840.1.101.3.4.3.13", UNIT_RSA, 0,
      ab_rsa_sha3_224_signature_functions },
    { "RSA-SHA3-256:id-rsassa-pkcs1-v1_5-with-sha3-256:2.16.840.1.101.3.4.3.14", UNIT_RSA, 0,
      ab_rsa_sha3_256_signature_functions },
    { "RSA-SHA3-384:id-rsassa-pkcs1-v1_5-with-sha3-384:2.16.840.1.101.3.4.3.15", UNIT_RSA, 0,
      ab_rsa_sha3_384_signature_functions },
    { "RSA-SHA3-512:id-rsassa-pkcs1-v1_5-with-sha3-512:2.16.840.1.101.3.4.3.16", UNIT_RSA, 0,
      ab_rsa_sha3_512_signature_functions },
    { "RSA-SM3:sm3WithRSAEncryption:1.2.156.10197.1.504", UNIT_RSA, 0, ab_rsa_sm3_signature_functions },
};

static const struct algorithm asym_ciphers[] = {
    { "RSA:rsaEncryption:1.2.840.113549.1.1.1", UNIT_RSA, 0, ab_rsa_asym_cipher_functions },
};

static const struct algorithm kems[] = {
    { "RSA:rsaEncryption:1.2.840.113549.1.1.1", UNIT_RSA, 0, ab_rsa_kem_functions },
    { "EC:id-ecPublicKey:1.2.840.10045.2.1", UNIT_EC, 0, ab_ec_kem_functions },
};

static const struct algorithm skeymgmts[] = {
    { "AES:2.16.840.1.101.3.4.1", UNIT_NO_KERNELS, 0, ab_aes_skeymgmt_functions },
};

static const struct table {
    int operation;
    const char *name; /* in the report; NULL: not there */
    const struct algorithm *list;
    unsigned num;
} tables[AB_NUM_TABLES] = {
    [AB_TABLE_CIPHER] = { OSSL_OP_CIPHER, "cipher", ciphers, sizeof(ciphers) / sizeof(ciphers[0]) },
    [AB_TABLE_DIGEST] = { OSSL_OP_DIGEST, "digest", digests, sizeof(digests) / sizeof(digests[0]) },
    [AB_TABLE_MAC] = { OSSL_OP_MAC, "mac", macs, sizeof(macs) / sizeof(macs[0]) },
    [AB_TABLE_KDF] = { OSSL_OP_KDF, "kdf", kdfs, sizeof(kdfs) / sizeof(kdfs[0]) },
    [AB_TABLE_KEYMGMT] = { OSSL_OP_KEYMGMT, "keymgmt", keymgmts, sizeof(keymgmts) / sizeof(keymgmts[0]) },
    [AB_TABLE_EXCHANGE] = { OSSL_OP_KEYEXCH, "exchange", exchanges, sizeof(exchanges) / sizeof(exchanges[0]) },
    [AB_TABLE_SIGNATURE] = { OSSL_OP_SIGNATURE, "signature", signatures, sizeof(signatures) / sizeof(signatures[0]) },
    [AB_TABLE_ASYM_CIPHER] = { OSSL_OP_ASYM_CIPHER, "asym_cipher", asym_ciphers,
                               sizeof(asym_ciphers) / sizeof(asym_ciphers[0]) },
    [AB_TABLE_KEM] = { OSSL_OP_KEM, "kem", kems, sizeof(kems) / sizeof(kems[0]) },
    [AB_TABLE_SKEYMGMT] = { OSSL_OP_SKEYMGMT, NULL, skeymgmts, sizeof(skeymgmts) / sizeof(skeymgmts[0]) },
};

int ab_algorithms_is_named(const char *names, const char *word, size_t len)
{
    while (*names != '\0') {
        size_t name_len = strcspn(names, ":");

        if (name_len == len && strncasecmp(names, word, len) == 0)
            return 1;
        names += name_len + (names[name_len] == ':');
    }
    return 0;
}

/* The next word of a list separated by commas and spaces; NULL at the end. */
static const char *next_word(const char *list, size_t *len)
{
    list += strspn(list, ", \t");
    *len = strcspn(list, ", \t");
    return *len == 0 ? NULL : list;
}

/* Is this algorithm wanted by the list ("ALL", "NAME", "-NAME", later words winning)? NULL means ALL. */
static int is_wanted(const char *list, const char *names)
{
    size_t len;
    int wanted = list == NULL;

    if (list == NULL)
        return 1;
    if (list[strspn(list, ", \t")] == '-')
        wanted = 1; /* a list that begins by taking away starts from ALL */
    for (list = next_word(list, &len); list != NULL; list = next_word(list + len, &len)) {
        int minus = *list == '-';

        if (len - (size_t)minus == 3 && strncasecmp(list + minus, "ALL", 3) == 0)
            wanted = !minus;
        else if (ab_algorithms_is_named(names, list + minus, len - (size_t)minus))
            wanted = !minus;
    }
    return wanted;
}

/* A cipher's key length is the only number of three digits in its first name: "AES-256-CBC". */
int ab_algorithms_find_cipher(enum ab_family family, const char *name, size_t *key_len)
{
    size_t len = strlen(name);

    for (const struct algorithm *a = ciphers; a < ciphers + sizeof(ciphers) / sizeof(ciphers[0]); a++)
        if (a->member == family && ab_algorithms_is_named(a->names, name, len)) {
            *key_len = strtoul(a->names + strlen("AES-"), NULL, 10) / 8;
            return 1;
        }
    return 0;
}

static int is_known(const char *word, size_t len)
{
    if (len == 3 && strncasecmp(word, "ALL", 3) == 0)
        return 1;
    for (unsigned t = 0; t < AB_NUM_TABLES; t++)
        for (unsigned i = 0; i < tables[t].num; i++)
            if (ab_algorithms_is_named(tables[t].list[i].names, word, len))
                return 1;
    return 0;
}

static int check_list(const struct ab_provctx *prov)
{
    const char *word = prov->algorithms;
    size_t len;

    if (word == NULL)
        return 1;
    for (word = next_word(word, &len); word != NULL; word = next_word(word + len, &len)) {
        size_t minus = *word == '-';

        if (!is_known(word + minus, len - minus)) {
            AB_RAISE_DETAIL(prov, AB_R_UNKNOWN_ALGORITHM, "algorithms = ... %.*s", (int)len, word);
            return 0;
        }
    }
    return 1;
}

static int is_slow(const struct ab_provctx *prov, enum ab_hash_id id)
{
    return ab_hash_is_fallback(ab_health_wanted_hash(prov, id));
}

/* The arithmetic in C alone is slower than OpenSSL's. */
static int is_bignum_slow(const struct ab_provctx *prov)
{
    struct ab_bignum wanted;

    ab_health_wanted_bignum(prov, &wanted);
    return wanted.kernels->needs_bits == 0;
}

/* OpenSSL takes the powers of RSA with IFMA where the processor has it, whatever our level is told to be. */
static int is_rsa_slow(const struct ab_provctx *prov)
{
    struct ab_bignum wanted;

    ab_health_wanted_bignum(prov, &wanted);
    return is_bignum_slow(prov) || (prov->cpu.bits & ~wanted.powers[0]->needs_bits & AB_BIT_IFMA) != 0;
}

/* 1 if none of the hash functions that TLS, SSH and most else name is slower than OpenSSL's own. */
static int are_common_hashes_fast(const struct ab_provctx *prov)
{
    static const enum ab_hash_id common[] = { AB_HASH_SHA1, AB_HASH_SHA256, AB_HASH_SHA512 };

    for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
        if (is_slow(prov, common[i]))
            return 0;
    return 1;
}

/* NULL if the processor, as configured, has what the algorithm needs to be faster than OpenSSL's own; else why not. */
static const char *why_absent(const struct ab_provctx *prov, const struct algorithm *a)
{
    if (prov->level < AB_LEVEL_AESNI)
        return prov->level_reason == NULL ? "no AES instructions" : prov->level_reason;
    if (a->unit == UNIT_AES_SHA && !(prov->cpu.bits & AB_BIT_SHA))
        return "no SHA instructions";
    if ((a->unit == UNIT_HASH && is_slow(prov, a->member))
        || (a->unit == UNIT_ANY_HASH && !are_common_hashes_fast(prov))
        || (a->unit == UNIT_CURVE25519 && ab_curve25519_is_fallback(ab_health_wanted_curve25519(prov)))
        || (a->unit == UNIT_CURVE448 && ab_curve448_is_fallback(ab_health_wanted_curve448(prov)))
        || (a->unit == UNIT_FFC && is_bignum_slow(prov)) || (a->unit == UNIT_RSA && is_rsa_slow(prov))
        || (a->unit == UNIT_EC && ab_health_wanted_curve(prov, AB_P256) == NULL))
        return "not faster than OpenSSL's own here";
    return NULL;
}

static int is_of_release(const struct ab_provctx *prov, const struct algorithm *a)
{
    for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++)
        if (spans[i].functions == a->functions)
            return prov->release >= spans[i].since && (spans[i].before == 0 || prov->release < spans[i].before);
    return 1;
}

static int is_offered(const struct ab_provctx *prov, const struct algorithm *a)
{
    return is_of_release(prov, a) && why_absent(prov, a) == NULL && is_wanted(prov->algorithms, a->names);
}

/* What is offered of a table, ended by an empty entry; NULL with an error raised. */
static OSSL_ALGORITHM *filter(const struct ab_provctx *prov, const struct table *t)
{
    OSSL_ALGORITHM *list = calloc(t->num + 1, sizeof(*list)), *next = list;

    if (list == NULL) {
        AB_RAISE_DETAIL(prov, AB_R_OUT_OF_MEMORY, "algorithms");
        return NULL;
    }
    for (const struct algorithm *a = t->list; a < t->list + t->num; a++)
        if (is_offered(prov, a)) {
            next->algorithm_names = a->names;
            next->property_definition = "provider=afterburner";
            next->implementation = a->functions;
            next++;
        }
    return list;
}

int ab_algorithms_build(struct ab_provctx *prov)
{
    int ok = check_list(prov);

    for (unsigned i = 0; i < sizeof(digests) / sizeof(digests[0]); i++)
        ab_hash_names_add(&prov->hash_names, digests[i].names, digests[i].member);
    for (unsigned t = 0; t < AB_NUM_TABLES && ok; t++)
        ok = (prov->offered[t] = filter(prov, &tables[t])) != NULL;
    return ok;
}

void ab_algorithms_free(struct ab_provctx *prov)
{
    for (unsigned t = 0; t < AB_NUM_TABLES; t++) {
        free(prov->offered[t]);
        prov->offered[t] = NULL;
    }
}

const OSSL_ALGORITHM *ab_algorithms_query(const struct ab_provctx *prov, int operation)
{
    for (unsigned t = 0; t < AB_NUM_TABLES; t++)
        if (tables[t].operation == operation)
            return prov->offered[t];
    return NULL;
}

int ab_algorithms_has(const struct ab_provctx *prov, int operation, const char *name)
{
    const OSSL_ALGORITHM *a = ab_algorithms_query(prov, operation);

    for (; a != NULL && a->algorithm_names != NULL; a++)
        if (ab_algorithms_is_named(a->algorithm_names, name, strlen(name)))
            return 1;
    return 0;
}

struct report {
    const struct table *table;
    char *text;
    size_t size, len;
};

static void report_line(struct report *r, const char *names, const char *state, const char *level, const char *reason)
{
    size_t room = r->len < r->size ? r->size - r->len : 0;
    int n = snprintf(room == 0 ? NULL : r->text + r->len, room, "%s\t%s\t%s\t%s\t%s\n", r->table->name, names, state,
                     level, reason);

    r->len += n > 0 ? (size_t)n : 0;
}

enum { LEVEL_LEN = 160 };

/*
 * Which method serves which length, where `num` powers come at once: "adx, from 1024 ifma, from 6144 adx". Looked at are
 * the lengths in bits that are common.
 */
static void describe_powers(const struct ab_bignum *b, size_t num, char text[LEVEL_LEN])
{
    static const size_t lengths[] = { 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 16384 };
    const char *before = "";
    size_t len = 0;

    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]) && len < LEVEL_LEN; i++) {
        const char *level = ab_power_choose(b->powers, lengths[i] / 64, num)->level;

        if (i == 0)
            len += (size_t)snprintf(text, LEVEL_LEN, "%s", level);
        else if (strcmp(level, before) != 0)
            len += (size_t)snprintf(text + len, LEVEL_LEN - len, ", from %zu %s", lengths[i], level);
        before = level;
    }
}

static const char *bignum_level(struct ab_provctx *prov, const struct ab_bignum *b, size_t num, char room[LEVEL_LEN],
                                int *demoted)
{
    struct ab_bignum wanted;

    if (b == NULL)
        return NULL;
    ab_health_wanted_bignum(prov, &wanted);
    *demoted = memcmp(b, &wanted, sizeof(wanted)) != 0;
    describe_powers(b, num, room);
    return room;
}

/* The level that serves, NULL if none passed its test; *demoted if it is not the one that was chosen first. */
static const char *served_level(struct ab_provctx *prov, const struct algorithm *a, char room[LEVEL_LEN], int *demoted)
{
    const struct ab_curve25519_kernels *curve25519;
    const struct ab_curve448_kernels *curve448;
    const struct ab_aes_kernels *kernels;
    const struct ab_curve *curve;
    const struct ab_hash *hash;

    switch (a->unit) {
    case UNIT_AES:
    case UNIT_AES_SHA:
        kernels = ab_health_kernels(prov, a->member);
        *demoted = kernels != ab_aes_pick(prov->level);
        return kernels == NULL ? NULL : ab_level_name(ab_aes_level(kernels));
    case UNIT_HASH:
        hash = ab_health_hash(prov, a->member);
        *demoted = hash != ab_health_wanted_hash(prov, a->member);
        return hash == NULL ? NULL : ab_hash_level(hash);
    case UNIT_FFC: return bignum_level(prov, ab_health_ffc(prov), 1, room, demoted);
    case UNIT_CURVE25519:
        curve25519 = ab_health_curve25519(prov);
        *demoted = curve25519 != ab_health_wanted_curve25519(prov);
        return curve25519 == NULL ? NULL : ab_curve25519_level(curve25519);
    case UNIT_CURVE448:
        curve448 = ab_health_curve448(prov);
        *demoted = curve448 != ab_health_wanted_curve448(prov);
        return curve448 == NULL ? NULL : ab_curve448_level(curve448);
    case UNIT_EC: /* what fails its test is passed on */
        curve = ab_health_curve(prov, AB_P256);
        *demoted = curve != ab_health_wanted_curve(prov, AB_P256);
        return curve == NULL ? "none" : ab_curve_level(curve);
    case UNIT_RSA: return bignum_level(prov, ab_health_rsa(prov), 2, room, demoted); /* of both primes */
    default:
        *demoted = 0;
        return a->unit == UNIT_ANY_HASH ? "digest" : "none"; /* the level is that of the digest that the caller names */
    }
}

static void report_served(struct ab_provctx *prov, struct report *r, const struct algorithm *a)
{
    char room[LEVEL_LEN];
    int demoted = 0;
    const char *level = served_level(prov, a, room, &demoted);
    const char *reason = prov->level_reason == NULL ? "" : prov->level_reason;

    if (level == NULL)
        report_line(r, a->names, "failed", "none", "self test failed at every level");
    else
        report_line(r, a->names, "served", level, demoted ? "demoted by self test" : reason);
}

static void report_table(struct ab_provctx *prov, struct report *r)
{
    for (const struct algorithm *a = r->table->list; a < r->table->list + r->table->num; a++) {
        const char *absent = why_absent(prov, a);

        if (!is_of_release(prov, a))
            continue;
        if (absent != NULL)
            report_line(r, a->names, "absent", "none", absent);
        else if (!is_wanted(prov->algorithms, a->names))
            report_line(r, a->names, "off", "none", "switched off by configuration");
        else
            report_served(prov, r, a);
    }
}

size_t ab_algorithms_report(struct ab_provctx *prov, char *text, size_t size)
{
    struct report r = { .text = text, .size = size };

    for (r.table = tables; r.table < tables + AB_NUM_TABLES; r.table++)
        if (r.table->name != NULL)
            report_table(prov, &r);
    return r.len;
}
