/* The names that the module offers before the default provider has them. */
#include "newer.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <stddef.h>
#include <string.h>

/* A part of the names, and the release that brought them. */
static const struct {
    const char *part;
    unsigned major, minor;
} newer[] = {
    { "-GCM-SIV", 3, 2 },
    { "ARGON2", 3, 2 },
    { "HKDF-SHA", 4, 0 },
#ifndef __x86_64__
    { "-CBC-HMAC-SHA", UINT_MAX, 0 }, /* in OpenSSL's assembly for x86-64 alone */
#endif
};

int is_newer(const char *name)
{
    const unsigned major = OPENSSL_version_major(), minor = OPENSSL_version_minor();

    for (size_t i = 0; i < sizeof(newer) / sizeof(newer[0]); i++)
        if (strstr(name, newer[i].part) != NULL)
            return major < newer[i].major || (major == newer[i].major && minor < newer[i].minor);
    return 0;
}
