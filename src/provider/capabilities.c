#include "provider/capabilities.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>
#include <strings.h>

#include "provider/algorithms.h"

/* RFC 8446 sec. 4.2.7 and RFC 8422 sec. 5.1.1; versions as on the wire, 0 for no end. */
static int tell_x25519(OSSL_CALLBACK *callback, void *arg)
{
    static const unsigned id = 0x001d, security_bits = 128;
    static const int tls_1_0 = 0x0301, dtls_1_0 = 0xfeff, none = 0;
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_NAME, (char *)"x25519", 7),
        OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_NAME_INTERNAL, (char *)"X25519", 7),
        OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_ALG, (char *)"X25519", 7),
        OSSL_PARAM_uint(OSSL_CAPABILITY_TLS_GROUP_ID, (unsigned *)&id),
        OSSL_PARAM_uint(OSSL_CAPABILITY_TLS_GROUP_SECURITY_BITS, (unsigned *)&security_bits),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MIN_TLS, (int *)&tls_1_0),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MAX_TLS, (int *)&none),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MIN_DTLS, (int *)&dtls_1_0),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MAX_DTLS, (int *)&none),
        OSSL_PARAM_END,
    };

    return callback(params, arg);
}

int ab_capabilities(const struct ab_provctx *prov, const char *capability, OSSL_CALLBACK *callback, void *arg)
{
    if (strcasecmp(capability, "TLS-GROUP") != 0)
        return 0;
    return !ab_algorithms_has(prov, OSSL_OP_KEYMGMT, "X25519") || tell_x25519(callback, arg);
}
