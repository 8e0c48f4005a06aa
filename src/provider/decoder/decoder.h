/* The decoders that the list of names refers to. */
#ifndef AB_PROVIDER_DECODER_DECODER_H
#define AB_PROVIDER_DECODER_DECODER_H

#include <openssl/core_dispatch.h>

extern const OSSL_DISPATCH ab_private_to_mlkem_512_functions[], ab_public_to_mlkem_512_functions[];
extern const OSSL_DISPATCH ab_private_to_mlkem_768_functions[], ab_public_to_mlkem_768_functions[];
extern const OSSL_DISPATCH ab_private_to_mlkem_1024_functions[], ab_public_to_mlkem_1024_functions[];

extern const OSSL_DISPATCH ab_private_to_mldsa_44_functions[], ab_public_to_mldsa_44_functions[];
extern const OSSL_DISPATCH ab_private_to_mldsa_65_functions[], ab_public_to_mldsa_65_functions[];
extern const OSSL_DISPATCH ab_private_to_mldsa_87_functions[], ab_public_to_mldsa_87_functions[];

#endif
