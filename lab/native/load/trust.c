/* Replace the client's own verification after the first connections, so that the client is not the bottleneck. */
#define _GNU_SOURCE
#include "trust.h"

#include <dlfcn.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <string.h>

typedef int digest_verify_fn(EVP_MD_CTX *, const unsigned char *, size_t, const unsigned char *, size_t);
typedef X509 *read_certificate_fn(X509 **, const unsigned char **, long);

enum { CERTIFICATE_LEN = 16384 };

static int trusting;
static unsigned long num_checked, num_taken;

/* The last certificate that was parsed, and its bytes; NULL at start. */
static X509 *known;
static unsigned char known_bytes[CERTIFICATE_LEN];
static long known_len;

void trust_set(int on)
{
    trusting = on;
}

unsigned long trust_num_checked(void)
{
    return num_checked;
}

unsigned long trust_num_taken(void)
{
    return num_taken;
}

/* libcrypto's own function comes next in the order of symbols. */
__attribute__((visibility("default"))) int EVP_DigestVerify(EVP_MD_CTX *ctx, const unsigned char *sig, size_t sig_len,
                                                            const unsigned char *message, size_t message_len)
{
    digest_verify_fn *check;

    if (trusting) {
        num_taken++;
        return 1;
    }
    *(void **)&check = dlsym(RTLD_NEXT, "EVP_DigestVerify");
    num_checked++;
    return check != NULL && check(ctx, sig, sig_len, message, message_len);
}

static void remember(X509 *certificate, const unsigned char *bytes, long len)
{
    if (certificate == NULL || len <= 0 || len > CERTIFICATE_LEN || !X509_up_ref(certificate))
        return;
    X509_free(known);
    known = certificate;
    known_len = len;
    memcpy(known_bytes, bytes, (size_t)len);
}

__attribute__((visibility("default"))) X509 *d2i_X509(X509 **certificate, const unsigned char **bytes, long len)
{
    const unsigned char *start = *bytes;
    read_certificate_fn *read_certificate;
    X509 *found;

    if (trusting && known != NULL && certificate != NULL && len == known_len
        && memcmp(start, known_bytes, (size_t)len) == 0 && X509_up_ref(known)) {
        X509_free(*certificate);
        *bytes += len;
        return *certificate = known;
    }
    *(void **)&read_certificate = dlsym(RTLD_NEXT, "d2i_X509");
    found = read_certificate == NULL ? NULL : read_certificate(certificate, bytes, len);
    remember(found, start, len);
    return found;
}
