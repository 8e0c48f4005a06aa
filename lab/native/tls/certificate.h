/* Certificates of the lab: self-signed, with a stored key (lab/native/driver/keys.h). They protect nothing. */
#ifndef AB_LAB_CERTIFICATE_H
#define AB_LAB_CERTIFICATE_H

#include <openssl/ssl.h>

#include "lab/native/driver/keys.h"

/*
 * Set key and certificate of a server's context. The key is decoded in the side's library context, as a server would
 * do; the default provider makes the certificate. Return 1, or 0 with the reason in `why`.
 */
int lab_certificate_use(SSL_CTX *server, const struct lab *lab, const struct lab_side *side,
                        const struct lab_key_name *name, char *why);

#endif
