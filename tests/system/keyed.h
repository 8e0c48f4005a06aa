/* A MAC or a KDF of host.h's jobs: whichever parameters it takes get a value. */
#ifndef AB_TESTS_SYSTEM_KEYED_H
#define AB_TESTS_SYSTEM_KEYED_H

#include "host.h"

/* A context of j->mac with key and settings, at the beginning of a message; the caller frees it. */
EVP_MAC_CTX *keyed_mac(const struct job *j);
/* The MAC of the message, given in pieces of this many bytes; its length. */
int keyed_mac_all(const struct job *j, unsigned char *out, size_t room, size_t piece);
/* A context of j->kdf with all settings; the caller frees it. */
EVP_KDF_CTX *keyed_kdf(const struct job *j);
/* KEYED_LEN bytes, or as many as the KDF gives if that is fixed; their number. */
enum { KEYED_LEN = 40 };
int keyed_derive(const struct job *j, unsigned char *out);

#endif
