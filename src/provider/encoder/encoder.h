/* The encoders that the list of names refers to. */
#ifndef AB_PROVIDER_ENCODER_ENCODER_H
#define AB_PROVIDER_ENCODER_ENCODER_H

#include <openssl/core_dispatch.h>

extern const OSSL_DISPATCH ab_mlkem_to_text_functions[];
extern const OSSL_DISPATCH ab_mlkem_to_public_der_functions[], ab_mlkem_to_public_pem_functions[];
extern const OSSL_DISPATCH ab_mlkem_to_private_der_functions[], ab_mlkem_to_private_pem_functions[];
extern const OSSL_DISPATCH ab_mlkem_to_encrypted_der_functions[], ab_mlkem_to_encrypted_pem_functions[];

extern const OSSL_DISPATCH ab_mldsa_to_text_functions[];
extern const OSSL_DISPATCH ab_mldsa_to_public_der_functions[], ab_mldsa_to_public_pem_functions[];
extern const OSSL_DISPATCH ab_mldsa_to_private_der_functions[], ab_mldsa_to_private_pem_functions[];
extern const OSSL_DISPATCH ab_mldsa_to_encrypted_der_functions[], ab_mldsa_to_encrypted_pem_functions[];

extern const OSSL_DISPATCH ab_slhdsa_to_text_functions[];
extern const OSSL_DISPATCH ab_slhdsa_to_public_der_functions[], ab_slhdsa_to_public_pem_functions[];
extern const OSSL_DISPATCH ab_slhdsa_to_private_der_functions[], ab_slhdsa_to_private_pem_functions[];
extern const OSSL_DISPATCH ab_slhdsa_to_encrypted_der_functions[], ab_slhdsa_to_encrypted_pem_functions[];

#endif
