/*
 * Object identifiers of ML-KEM, ML-DSA (RFC 9881 sec. 2) and SLH-DSA (RFC 9814 sec. 3), in NIST's registry: as text,
 * and the last arc of each algorithm's first parameter set. The arcs of the others follow in the order of their
 * enumeration.
 */
#ifndef AB_PROVIDER_OIDS_H
#define AB_PROVIDER_OIDS_H

#define AB_OID_MLKEM_512 "2.16.840.1.101.3.4.4.1"
#define AB_OID_MLKEM_768 "2.16.840.1.101.3.4.4.2"
#define AB_OID_MLKEM_1024 "2.16.840.1.101.3.4.4.3"
#define AB_OID_MLDSA_44 "2.16.840.1.101.3.4.3.17"
#define AB_OID_MLDSA_65 "2.16.840.1.101.3.4.3.18"
#define AB_OID_MLDSA_87 "2.16.840.1.101.3.4.3.19"

#define AB_OID_SLHDSA_SHA2_128S "2.16.840.1.101.3.4.3.20"
#define AB_OID_SLHDSA_SHA2_128F "2.16.840.1.101.3.4.3.21"
#define AB_OID_SLHDSA_SHA2_192S "2.16.840.1.101.3.4.3.22"
#define AB_OID_SLHDSA_SHA2_192F "2.16.840.1.101.3.4.3.23"
#define AB_OID_SLHDSA_SHA2_256S "2.16.840.1.101.3.4.3.24"
#define AB_OID_SLHDSA_SHA2_256F "2.16.840.1.101.3.4.3.25"
#define AB_OID_SLHDSA_SHAKE_128S "2.16.840.1.101.3.4.3.26"
#define AB_OID_SLHDSA_SHAKE_128F "2.16.840.1.101.3.4.3.27"
#define AB_OID_SLHDSA_SHAKE_192S "2.16.840.1.101.3.4.3.28"
#define AB_OID_SLHDSA_SHAKE_192F "2.16.840.1.101.3.4.3.29"
#define AB_OID_SLHDSA_SHAKE_256S "2.16.840.1.101.3.4.3.30"
#define AB_OID_SLHDSA_SHAKE_256F "2.16.840.1.101.3.4.3.31"

enum { AB_ARC_MLKEM = 1, AB_ARC_MLDSA = 17, AB_ARC_SLHDSA = 20 };

#endif
