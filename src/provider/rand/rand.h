/* The generators' dispatch tables, for the list of names. */
#ifndef AB_PROVIDER_RAND_RAND_H
#define AB_PROVIDER_RAND_RAND_H

#include <openssl/core_dispatch.h>

extern const OSSL_DISPATCH ab_ctr_drbg_functions[], ab_hash_drbg_functions[], ab_hmac_drbg_functions[];

#endif
