/* What a regular file that is open for reading is, by its bytes: without loading it. */
#ifndef AB_CLI_SYSTEM_BINARY_H
#define AB_CLI_SYSTEM_BINARY_H

#include <stddef.h>

/* The last two are whole, for x86 programs of 32 and of 64 bits. */
enum ab_elf {
    AB_ELF_NOT,
    AB_ELF_OTHER_MACHINE,
    AB_ELF_CUT_SHORT,
    AB_ELF_32,
    AB_ELF_64,
    AB_ELF_OURS = sizeof(void *) == 8 ? AB_ELF_64 : AB_ELF_32
};

/*
 * What kind of ELF file is it, or on Windows, of DLL? Loading one that was cut short crashes the process, so check this
 * first.
 */
enum ab_elf ab_binary_elf(int fd);

/* Why a program of the kind `wanted` cannot load it, "is no shared object"; NULL if it can. */
const char *ab_binary_fault(enum ab_elf elf, enum ab_elf wanted);

/* The OpenSSL inside a libcrypto, or inside a program that was linked with libcrypto.a. */
struct ab_openssl_inside {
    char version[48];     /* "3.0.17"; "" if there is no OpenSSL in the file */
    char openssldir[256]; /* where it looks for its openssl.cnf; "" if the file does not say */
    int can_load;         /* it has the code that loads modules (it was not built with no-dso or no-module) */
};
/* 0 if the file cannot be read. */
int ab_binary_openssl(int fd, struct ab_openssl_inside *found);

/* Does the file contain this text? */
int ab_binary_contains(int fd, const char *text);

#endif
