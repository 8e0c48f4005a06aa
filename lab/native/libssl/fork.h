/* The fork of OpenSSL that this program is linked with, as a result names it. */
#ifndef AB_LAB_LIBSSL_FORK_H
#define AB_LAB_LIBSSL_FORK_H

#include <openssl/base.h>

#ifdef OPENSSL_IS_AWSLC
# define LAB_FORK "AWS-LC"
# define LAB_FORK_VERSION AWSLC_VERSION_NUMBER_STRING
#else
# define LAB_FORK "BoringSSL"
# define LAB_FORK_VERSION "of API " LAB_TEXT(BORINGSSL_API_VERSION)
# define LAB_TEXT(number) LAB_TEXT_OF(number)
# define LAB_TEXT_OF(number) #number
#endif

#endif
