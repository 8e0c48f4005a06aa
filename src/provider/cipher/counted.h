/* Ciphers that count their calls, by functions of their own, so that without counters a call costs nothing more. */
#ifndef AB_PROVIDER_CIPHER_COUNTED_H
#define AB_PROVIDER_CIPHER_COUNTED_H

#include <openssl/core.h>

/* Put these functions into the dispatch tables of a list that ab_dispatch_write_out made. */
void ab_counted_ciphers(OSSL_ALGORITHM *list);

#endif
