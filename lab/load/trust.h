/*
 * The client's own work, made as small as the protocol allows, so that it can keep a server busy. The signature of a server's
 * handshake is checked where trust is off, and taken as good where it is on: libssl asks EVP_DigestVerify, and trust.c stands in
 * its place in this program. What the server does is the same either way.
 */
#ifndef AB_LAB_LOAD_TRUST_H
#define AB_LAB_LOAD_TRUST_H

/* From now on; off at start. */
void trust_set(int on);
/* How many signatures were checked, and how many were taken as good, since the start. */
unsigned long trust_num_checked(void);
unsigned long trust_num_taken(void);

#endif
