/* What the key managements share: the dispatch tables that the list of names refers to, macros, a parameter's name. */
#ifndef AB_PROVIDER_KEYMGMT_KEYMGMT_H
#define AB_PROVIDER_KEYMGMT_KEYMGMT_H

#include <openssl/core_dispatch.h>

#include "provider/dispatch.h"

#define AB_PARAM_SECURITY_CATEGORY "security-category" /* since 3.6; the headers of 3.0 lack the name */

#define AB_KEYMGMT_FN(id, function) { OSSL_FUNC_KEYMGMT_##id, (void (*)(void))function }

extern const OSSL_DISPATCH ab_x25519_keymgmt_3_0_functions[], ab_x25519_keymgmt_3_2_functions[];
extern const OSSL_DISPATCH ab_ed25519_keymgmt_3_0_functions[], ab_ed25519_keymgmt_3_2_functions[];
extern const OSSL_DISPATCH ab_dsa_keymgmt_3_0_functions[], ab_dsa_keymgmt_3_4_functions[];
extern const OSSL_DISPATCH ab_dh_keymgmt_functions[], ab_dhx_keymgmt_functions[];
extern const OSSL_DISPATCH ab_x448_keymgmt_3_0_functions[], ab_x448_keymgmt_3_2_functions[];
extern const OSSL_DISPATCH ab_ed448_keymgmt_3_0_functions[], ab_ed448_keymgmt_3_2_functions[];
extern const OSSL_DISPATCH ab_ec_keymgmt_functions[];
extern const OSSL_DISPATCH ab_rsa_keymgmt_functions[], ab_rsa_pss_keymgmt_functions[];
extern const OSSL_DISPATCH ab_mlkem_512_keymgmt_functions[], ab_mlkem_768_keymgmt_functions[];
extern const OSSL_DISPATCH ab_mlkem_1024_keymgmt_functions[];
extern const OSSL_DISPATCH ab_mldsa_44_keymgmt_functions[], ab_mldsa_65_keymgmt_functions[];
extern const OSSL_DISPATCH ab_mldsa_87_keymgmt_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_128s_keymgmt_functions[], ab_slhdsa_sha2_128f_keymgmt_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_192s_keymgmt_functions[], ab_slhdsa_sha2_192f_keymgmt_functions[];
extern const OSSL_DISPATCH ab_slhdsa_sha2_256s_keymgmt_functions[], ab_slhdsa_sha2_256f_keymgmt_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_128s_keymgmt_functions[], ab_slhdsa_shake_128f_keymgmt_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_192s_keymgmt_functions[], ab_slhdsa_shake_192f_keymgmt_functions[];
extern const OSSL_DISPATCH ab_slhdsa_shake_256s_keymgmt_functions[], ab_slhdsa_shake_256f_keymgmt_functions[];
extern const OSSL_DISPATCH ab_x25519_hybrid_keymgmt_functions[], ab_p256_hybrid_keymgmt_functions[];
extern const OSSL_DISPATCH ab_p384_hybrid_keymgmt_functions[], ab_x448_hybrid_keymgmt_functions[];
extern const OSSL_DISPATCH ab_curvesm2_hybrid_keymgmt_functions[];

#endif
