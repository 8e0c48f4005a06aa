/*
 * A DSA key of 512 bits as PrivateKeyInfo: OpenSSL 3.0 and later can use such keys, but not generate them. It protects
 * nothing.
 */
#ifndef AB_LAB_KEY_DSA512_H
#define AB_LAB_KEY_DSA512_H

extern const unsigned char lab_key_dsa512[202];

#endif
