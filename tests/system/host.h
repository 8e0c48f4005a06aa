/*
 * What the C programs of this folder share: a library context with the module in it, and one exercise for any name
 * served, cipher, digest, MAC or KDF, that compares it with the default provider. Built against the system's libcrypto,
 * and against static ones by the full tier.
 */
#ifndef AB_TESTS_SYSTEM_HOST_H
#define AB_TESTS_SYSTEM_HOST_H

#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>
#include <stddef.h>

/* Says what failed and where, and ends the process with status 1. */
#define CHECK(condition) ((condition) ? (void)0 : host_die(__FILE__, __LINE__, #condition))
/* What is being tried; printed by a CHECK that fails. */
extern char host_note[256];
_Noreturn void host_die(const char *file, int line, const char *what);

struct host {
    OSSL_LIB_CTX *lib;
    OSSL_PROVIDER *module, *base; /* Afterburner and the default provider */
};

/*
 * A fresh library context with the module preferred. host_open_settings does it by an openssl.cnf with these lines in
 * the module's section.
 */
void host_open(struct host *h);
void host_open_settings(struct host *h, const char *settings);
void host_close(struct host *h);

/* Writes such an openssl.cnf into a new file, and its name into path. */
enum { HOST_PATH = 64 };
void host_write_config(char path[HOST_PATH], const char *settings);

/*
 * The ciphers, digests, MACs and KDFs that the module says it serves (first alias each); a NULL ends them. The memory
 * is the caller's to free.
 */
char **host_served(const struct host *h);
void host_free_names(char **names);

/* The provider that an unqualified fetch in this library context finds: "afterburner", "default", "" for none. */
const char *host_provider_of(OSSL_LIB_CTX *lib, const char *name);

/*
 * One encryption by any cipher, or one digest, MAC or derivation: sealing is making that then. Apart in steps, so that
 * a test can stop half-way.
 */
struct job {
    EVP_CIPHER *cipher; /* one of these four, the others NULL */
    EVP_MD *md;
    EVP_MAC *mac;
    EVP_KDF *kdf;
    unsigned char key[64], iv[16], aad[13], tag[16];
    unsigned char *plain, *sealed;
    size_t len;
    int sealed_len;
};

/* Fetches `name` in lib and draws key, IV and a message of about len bytes (rounded to what the mode takes). */
void job_open(struct job *j, OSSL_LIB_CTX *lib, const char *name, unsigned seed, size_t len);
/*
 * Encrypts into j->sealed and j->tag with this context (or a fresh one if NULL; others than ciphers always take a fresh
 * one).
 */
void job_seal(struct job *j, EVP_CIPHER_CTX *ctx);
/* Decrypts j->sealed and compares; a digest or MAC is made again, in pieces, and a derivation again. */
void job_check_open(struct job *j, EVP_CIPHER_CTX *ctx);
/* Compares what job_seal made with the default provider's answer, where it has this name. */
void job_check_reference(const struct job *j, const char *name);
void job_close(struct job *j);

/* All of the above: seal, compare with the default provider, open. */
void exercise(OSSL_LIB_CTX *lib, const char *name, unsigned seed, size_t len);
/* ... for every name served. */
void exercise_all(const struct host *h, unsigned seed, size_t len);

struct host_case {
    const char *name;
    void (*run)(void);
};

/*
 * Runs the named case in this process, or without an argument every case, each in a child of its own that has a minute.
 * The cases end with {NULL, NULL}. A program calls nothing of libcrypto before this.
 */
int host_main(const struct host_case *cases, int argc, char **argv);

#endif
