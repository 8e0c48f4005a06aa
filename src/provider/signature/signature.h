/* What the signatures share: macros for the dispatch tables that the list of names refers to. */
#ifndef AB_PROVIDER_SIGNATURE_SIGNATURE_H
#define AB_PROVIDER_SIGNATURE_SIGNATURE_H

#include <openssl/core_dispatch.h>

#include "provider/dispatch.h"

#define AB_SIGNATURE_FN(id, function) { OSSL_FUNC_SIGNATURE_##id, (void (*)(void))function }

/* Numbers of functions that the headers of older releases lack (core_dispatch.h is only ever extended): since 3.4. */
enum {
    AB_SIGNATURE_QUERY_KEY_TYPES = 26,
    AB_SIGNATURE_SIGN_MESSAGE_INIT = 27,
    AB_SIGNATURE_SIGN_MESSAGE_UPDATE,
    AB_SIGNATURE_SIGN_MESSAGE_FINAL,
    AB_SIGNATURE_VERIFY_MESSAGE_INIT = 30,
    AB_SIGNATURE_VERIFY_MESSAGE_UPDATE,
    AB_SIGNATURE_VERIFY_MESSAGE_FINAL
};
#define AB_SIGNATURE_LATER(id, function) { AB_SIGNATURE_##id, (void (*)(void))function }

extern const OSSL_DISPATCH ab_ed25519_signature_3_0_functions[], ab_ed25519_signature_3_2_functions[];
extern const OSSL_DISPATCH ab_ed25519_signature_3_4_functions[];
extern const OSSL_DISPATCH ab_ed25519ph_signature_functions[], ab_ed25519ctx_signature_functions[];
extern const OSSL_DISPATCH ab_dsa_signature_3_0_functions[], ab_dsa_signature_3_2_functions[];
extern const OSSL_DISPATCH ab_dsa_sha1_signature_functions[];
extern const OSSL_DISPATCH ab_dsa_sha2_224_signature_functions[], ab_dsa_sha2_256_signature_functions[];
extern const OSSL_DISPATCH ab_dsa_sha2_384_signature_functions[], ab_dsa_sha2_512_signature_functions[];
extern const OSSL_DISPATCH ab_dsa_sha3_224_signature_functions[], ab_dsa_sha3_256_signature_functions[];
extern const OSSL_DISPATCH ab_dsa_sha3_384_signature_functions[], ab_dsa_sha3_512_signature_functions[];
extern const OSSL_DISPATCH ab_ed448_signature_3_0_functions[], ab_ed448_signature_3_2_functions[];
extern const OSSL_DISPATCH ab_ed448_signature_3_4_functions[], ab_ed448ph_signature_functions[];
extern const OSSL_DISPATCH ab_mldsa_44_signature_3_0_functions[], ab_mldsa_65_signature_3_0_functions[];
extern const OSSL_DISPATCH ab_mldsa_87_signature_3_0_functions[];
extern const OSSL_DISPATCH ab_mldsa_44_signature_3_4_functions[], ab_mldsa_65_signature_3_4_functions[];
extern const OSSL_DISPATCH ab_mldsa_87_signature_3_4_functions[];
extern const OSSL_DISPATCH ab_mldsa_44_signature_functions[], ab_mldsa_65_signature_functions[];
extern const OSSL_DISPATCH ab_mldsa_87_signature_functions[];
/* ab_slhdsa_SET_signature_functions, and those of earlier releases. */
extern const OSSL_DISPATCH ab_slhdsa_sha2_128s_signature_3_0_functions[], ab_slhdsa_sha2_128f_signature_3_0_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_128s_signature_3_4_functions[], ab_slhdsa_sha2_128f_signature_3_4_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_128s_signature_functions[], ab_slhdsa_sha2_128f_signature_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_192s_signature_3_0_functions[], ab_slhdsa_sha2_192f_signature_3_0_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_192s_signature_3_4_functions[], ab_slhdsa_sha2_192f_signature_3_4_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_192s_signature_functions[], ab_slhdsa_sha2_192f_signature_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_256s_signature_3_0_functions[], ab_slhdsa_sha2_256f_signature_3_0_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_256s_signature_3_4_functions[], ab_slhdsa_sha2_256f_signature_3_4_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_256s_signature_functions[], ab_slhdsa_sha2_256f_signature_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_128s_signature_3_0_functions[],
    ab_slhdsa_shake_128f_signature_3_0_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_128s_signature_3_4_functions[],
    ab_slhdsa_shake_128f_signature_3_4_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_128s_signature_functions[], ab_slhdsa_shake_128f_signature_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_192s_signature_3_0_functions[],
    ab_slhdsa_shake_192f_signature_3_0_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_192s_signature_3_4_functions[],
    ab_slhdsa_shake_192f_signature_3_4_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_192s_signature_functions[], ab_slhdsa_shake_192f_signature_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_256s_signature_3_0_functions[],
    ab_slhdsa_shake_256f_signature_3_0_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_256s_signature_3_4_functions[],
    ab_slhdsa_shake_256f_signature_3_4_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_256s_signature_functions[], ab_slhdsa_shake_256f_signature_functions[];
extern const OSSL_DISPATCH ab_rsa_signature_functions[];
extern const OSSL_DISPATCH ab_rsa_ripemd160_signature_functions[], ab_rsa_sha1_signature_functions[];
extern const OSSL_DISPATCH ab_rsa_sha224_signature_functions[], ab_rsa_sha256_signature_functions[];
extern const OSSL_DISPATCH ab_rsa_sha384_signature_functions[], ab_rsa_sha512_signature_functions[];
extern const OSSL_DISPATCH ab_rsa_sha512_224_signature_functions[], ab_rsa_sha512_256_signature_functions[];
extern const OSSL_DISPATCH ab_rsa_sha3_224_signature_functions[], ab_rsa_sha3_256_signature_functions[];
extern const OSSL_DISPATCH ab_rsa_sha3_384_signature_functions[], ab_rsa_sha3_512_signature_functions[];
extern const OSSL_DISPATCH ab_rsa_sm3_signature_functions[];

extern const OSSL_DISPATCH ab_ecdsa_signature_functions[];
extern const OSSL_DISPATCH ab_ecdsa_sha1_signature_functions[], ab_ecdsa_sha224_signature_functions[];
extern const OSSL_DISPATCH ab_ecdsa_sha256_signature_functions[], ab_ecdsa_sha384_signature_functions[];
extern const OSSL_DISPATCH ab_ecdsa_sha512_signature_functions[], ab_ecdsa_sha3_224_signature_functions[];
extern const OSSL_DISPATCH ab_ecdsa_sha3_256_signature_functions[], ab_ecdsa_sha3_384_signature_functions[];
extern const OSSL_DISPATCH ab_ecdsa_sha3_512_signature_functions[];

#endif
