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

/* ab_private_to_slhdsa_SET_functions and ab_public_to_slhdsa_SET_functions. */
extern const OSSL_DISPATCH ab_private_to_slhdsa_sha2_128s_functions[], ab_public_to_slhdsa_sha2_128s_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_sha2_128f_functions[], ab_public_to_slhdsa_sha2_128f_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_sha2_192s_functions[], ab_public_to_slhdsa_sha2_192s_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_sha2_192f_functions[], ab_public_to_slhdsa_sha2_192f_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_sha2_256s_functions[], ab_public_to_slhdsa_sha2_256s_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_sha2_256f_functions[], ab_public_to_slhdsa_sha2_256f_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_shake_128s_functions[], ab_public_to_slhdsa_shake_128s_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_shake_128f_functions[], ab_public_to_slhdsa_shake_128f_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_shake_192s_functions[], ab_public_to_slhdsa_shake_192s_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_shake_192f_functions[], ab_public_to_slhdsa_shake_192f_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_shake_256s_functions[], ab_public_to_slhdsa_shake_256s_functions[];
extern const OSSL_DISPATCH ab_private_to_slhdsa_shake_256f_functions[], ab_public_to_slhdsa_shake_256f_functions[];

#endif
