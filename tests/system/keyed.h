/* A MAC or a KDF for the jobs of host.h: every parameter that it accepts gets a value. */
#ifndef AB_TESTS_SYSTEM_KEYED_H
#define AB_TESTS_SYSTEM_KEYED_H

#include "job.h"

/* Make a context of j->mac with key and settings, at the start of a message; the caller frees it. */
EVP_MAC_CTX *keyed_mac(const struct job *j);
/* Compute the MAC of the message, passed in pieces of this many bytes. Returns its length. */
int keyed_mac_all(const struct job *j, unsigned char *out, size_t room, size_t piece);
/* Make a context of j->kdf with all settings; the caller frees it. */
EVP_KDF_CTX *keyed_kdf(const struct job *j);
/* Derive KEYED_LEN bytes, or as many as the KDF returns if its output length is fixed. Returns their number. */
enum { KEYED_LEN = 40 };
int keyed_derive(const struct job *j, unsigned char *out);

#endif
