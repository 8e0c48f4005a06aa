/* Of an algorithm's many names, the one that the lab shows. */
#ifndef AB_LAB_NAMES_H
#define AB_LAB_NAMES_H

struct lab_name {
    char text[64]; /* upper case; empty: none yet */
};

/*
 * For EVP_*_names_do_all, with a struct lab_name as argument: keeps the longest name that is neither an OID nor the
 * identifier of another standard ("id-", "ssl3-", "RSA-"), the first in order of the alphabet if several are as long. So
 * AES-128-GCM rather than id-aes128-GCM, SHA2-256 rather than SHA256, whatever the order of registration.
 */
void lab_name_offer(const char *name, void *arg);

#endif
