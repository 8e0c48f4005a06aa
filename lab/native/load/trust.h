/*
 * Reduce the client's own work to what the protocol requires, so that it can keep a server busy. With trust off
 * everything is checked. With trust on, the signature of a handshake is accepted unverified, and a certificate that was
 * parsed before is not parsed again. libssl calls EVP_DigestVerify and d2i_X509 for this, and trust.c replaces both in
 * this program. The server's work is the same either way.
 */
#ifndef AB_LAB_LOAD_TRUST_H
#define AB_LAB_LOAD_TRUST_H

/* Switch trust on or off. It is off at start. */
void trust_set(int on);
/* Return the number of signatures verified, and accepted unverified, since the start. */
unsigned long trust_num_checked(void);
unsigned long trust_num_taken(void);

#endif
