/*
 * Object identifiers that the release's libcrypto lacks: those of ML-KEM, ML-DSA and SLH-DSA, before OpenSSL 3.5. Files
 * of keys are read and written without them, since OpenSSL names an unknown algorithm by its object identifier in
 * digits, which is among our names. A registered one has a NID besides, for d2i_PrivateKey and EVP_PKEY_get_id, and a
 * name in printed structures. libcrypto verifies no signature of a certificate whose algorithm is not registered as a
 * signature.
 */
#ifndef AB_PROVIDER_OBJECTS_H
#define AB_PROVIDER_OBJECTS_H

#include "provider/provctx.h"

/*
 * Register them with libcrypto's table of objects, which is one for the whole process. 3.0 has no lock on that table
 * and some 3.1 an unsound one, so a registration there could crash a program whose other threads use it. Only those of
 * signatures are registered there, and these algorithms are offered only if the configuration names them
 * (ab_offer_is_wanted).
 */
void ab_objects_register(const struct ab_provctx *prov);

#endif
