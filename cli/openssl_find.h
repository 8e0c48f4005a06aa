/* Finding libcrypto when it is first called, for the command that is linked with none: cmake/portable.cmake. */
#ifndef AB_CLI_OPENSSL_FIND_H
#define AB_CLI_OPENSSL_FIND_H

/* The functions that the command calls, and the address of each: 0 until ab_openssl_find. The build writes both. */
extern const char *const ab_openssl_names[];
extern void *ab_openssl_addresses[];
extern const unsigned ab_openssl_num;

/* Called by the first of them. Ends the process with one line if there is no libcrypto of OpenSSL 3.0 or later. */
void ab_openssl_find(void);

#endif
