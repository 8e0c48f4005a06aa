/*
 * A key of DSA of 512 bits as PrivateKeyInfo: OpenSSL 3.0 and later use such keys but make none. It protects nothing.
 */
#ifndef AB_LAB_KEY_DSA512_H
#define AB_LAB_KEY_DSA512_H

extern const unsigned char lab_key_dsa512[202];

#endif
