/*
 * Object identifiers that the release's libcrypto lacks: those of ML-KEM, before OpenSSL 3.5. Files of keys are read
 * and written without them, since OpenSSL names an unknown algorithm by its object identifier in digits, which is among
 * our names. A registered one has a NID besides, for d2i_PrivateKey and EVP_PKEY_get_id, and a name in printed
 * structures.
 */
#ifndef AB_PROVIDER_OBJECTS_H
#define AB_PROVIDER_OBJECTS_H

#include "provider/provctx.h"

/*
 * Register them with libcrypto's table of objects, which is one for the whole process, from 3.2 on. 3.0 has no lock on
 * that table and some 3.1 an unsound one, so a registration there could crash a program whose other threads use it.
 */
void ab_objects_register(const struct ab_provctx *prov);

#endif
