/*
 * What a program does while OPENSSL_cleanup runs: a handler that was registered before the companion's is called after
 * it, when libcrypto still answers. The providers end last.
 */
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include "digests.h"
#include "transcript.h"

static void fetch_and_read(const char *when)
{
    const struct file *f = find_file("p256.pkcs8.pem");

    for (int i = 0; i < 2; i++) {
        BIO *in = BIO_new_mem_buf(f->data, (int)f->len);
        EVP_MD *md = EVP_MD_fetch(NULL, "SHA256", "provider=test");

        say("%s: %s", when, md == NULL ? "none" : OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)));
        say_key(PEM_read_bio_PrivateKey(in, NULL, NULL, NULL));
        EVP_MD_free(md);
        BIO_free(in);
    }
}

static void at_cleanup(void)
{
    fetch_and_read("at the end");
}

void check_ending(void)
{
    need(OPENSSL_atexit(at_cleanup) == 1, "a handler");
    need(OSSL_PROVIDER_add_builtin(NULL, "afterburner", begin_digests) == 1, "a provider");
    activate_two(NULL, "default", "afterburner");
    fetch_and_read("before");
}
