/* Names that the module offers before the default provider has them. */
#ifndef AB_TESTS_EVP_NEWER_H
#define AB_TESTS_EVP_NEWER_H

/* Returns 1 if the default provider of this OpenSSL lacks the name: it came with a later release, or is of x86-64. */
int is_newer(const char *name);

#endif
