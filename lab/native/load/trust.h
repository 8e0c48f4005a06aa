/*
 * The client's own work, made as small as the protocol allows, so that it can keep a server busy. Where trust is off
 * all is done and checked; where it is on, the signature of a handshake is taken as good, and a certificate that was
 * read before is not read again. libssl calls EVP_DigestVerify and d2i_X509 for that, and trust.c stands in their place
 * in this program. What the server does is the same either way.
 */
#ifndef AB_LAB_LOAD_TRUST_H
#define AB_LAB_LOAD_TRUST_H

/* From now on; off at start. */
void trust_set(int on);
/* How many signatures were checked, and how many were taken as good, since the start. */
unsigned long trust_num_checked(void);
unsigned long trust_num_taken(void);

#endif
