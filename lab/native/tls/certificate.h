/* Certificates of the lab: self-signed, of a key that is kept (lab/native/driver/keys.h). They protect nothing. */
#ifndef AB_LAB_CERTIFICATE_H
#define AB_LAB_CERTIFICATE_H

#include <openssl/ssl.h>

#include "lab/native/driver/keys.h"

/*
 * Gives a server's context key and certificate. The key is decoded in the library context of the side, as a server's
 * own would be; the certificate is made by the default provider. 0 with the reason in `why`.
 */
int lab_certificate_use(SSL_CTX *server, const struct lab *lab, const struct lab_side *side,
                        const struct lab_key_name *name, char *why);

#endif
