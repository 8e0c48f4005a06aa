/*
 * Shared by the C programs of this folder: a library context with the module, and one exercise for any offered cipher,
 * digest, MAC or KDF, which compares it with the default provider. Built with the system's libcrypto, and in the full
 * tier with static ones.
 */
#ifndef AB_TESTS_SYSTEM_HOST_H
#define AB_TESTS_SYSTEM_HOST_H

#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>
#include <stddef.h>

#include "check.h"
#include "job.h"

struct host {
    OSSL_LIB_CTX *lib;
    OSSL_PROVIDER *module, *base; /* Afterburner and the default provider */
};

/*
 * Make a new library context that prefers the module. host_open_settings uses an openssl.cnf with these lines in the
 * module's section.
 */
void host_open(struct host *h);
void host_open_settings(struct host *h, const char *settings);
void host_close(struct host *h);

/* Write such an openssl.cnf to a new file, and store its name in path. */
enum { HOST_PATH = 64 };
void host_write_config(char path[HOST_PATH], const char *settings);

/*
 * The ciphers, digests, MACs and KDFs that the module reports as its own (the first alias of each), terminated by NULL.
 * The caller frees the memory.
 */
char **host_served(const struct host *h);
void host_free_names(char **names);

/*
 * The provider that a fetch without properties finds in this library context: "afterburner", "default", or "" for none.
 */
const char *host_provider_of(OSSL_LIB_CTX *lib, const char *name);

/* 1 if keys of this type name no digest and sign a message in one piece. */
int host_signs_whole_messages(const char *type);

/* Fetch `name` in lib, and draw a key, an IV and a message of about len bytes (rounded to what the mode accepts). */
void job_open(struct job *j, OSSL_LIB_CTX *lib, const char *name, unsigned seed, size_t len);
/* Encrypt to j->sealed and j->tag with this context (NULL: a new one; all but ciphers always use a new one). */
void job_seal(struct job *j, EVP_CIPHER_CTX *ctx);
/* Decrypt j->sealed and compare; for a digest or MAC, compute it again in pieces; for a KDF, derive again. */
void job_check_open(struct job *j, EVP_CIPHER_CTX *ctx);
/* Compare the result of job_seal with the default provider's, if that has this name. */
void job_check_reference(const struct job *j, const char *name);
void job_close(struct job *j);

/* Do all of the above: seal, compare with the default provider, open. */
void exercise(OSSL_LIB_CTX *lib, const char *name, unsigned seed, size_t len);
/* Do the same for every name that the module offers. */
void exercise_all(const struct host *h, unsigned seed, size_t len);

struct host_case {
    const char *name;
    void (*run)(void);
};

/*
 * Run the named case in this process; without an argument, run every case in a child process of its own, for at most a
 * minute. The cases end with {NULL, NULL}. A program must not call libcrypto before this.
 */
int host_main(const struct host_case *cases, int argc, char **argv);

#endif
