#define _GNU_SOURCE
#include "trust.h"

#include <dlfcn.h>
#include <openssl/evp.h>

typedef int digest_verify_fn(EVP_MD_CTX *, const unsigned char *, size_t, const unsigned char *, size_t);

static int trusting;
static unsigned long num_checked, num_taken;

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

/* libcrypto's own comes next in the order of symbols. */
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
