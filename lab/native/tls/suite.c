/* Parse the name of what a connection negotiates, VERSION/CERTIFICATE/GROUP/CIPHER/CONNECTIONS. */
#include "suite.h"

#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PARTS = 5, SAFE_RSA_BITS = 2048 };

/* By the cipher's name: its suite in TLS 1.3 (NULL: none), and the end of its names in TLS 1.2. */
static const struct cipher {
    const char *name, *tls13, *tls12;
} ciphers[] = {
    { "AES-128-GCM", "TLS_AES_128_GCM_SHA256", "AES128-GCM-SHA256" },
    { "AES-256-GCM", "TLS_AES_256_GCM_SHA384", "AES256-GCM-SHA384" },
    { "CHACHA20-POLY1305", "TLS_CHACHA20_POLY1305_SHA256", "CHACHA20-POLY1305" },
    { "AES-128-CCM", "TLS_AES_128_CCM_SHA256", "AES128-CCM" },
    { "AES-128-CBC-SHA", NULL, "AES128-SHA" },
    { "AES-256-CBC-SHA", NULL, "AES256-SHA" },
    { "AES-128-CBC-SHA256", NULL, "AES128-SHA256" },
};

/* Split text, which is modified. Return 0 unless there are exactly as many parts. */
static int split(char *text, char *parts[PARTS])
{
    size_t num = 0;
    char *part;

    while ((part = strsep(&text, "/")) != NULL) {
        if (num == PARTS || *part == '\0')
            return 0;
        parts[num++] = part;
    }
    return num == PARTS;
}

static int read_version(struct lab_suite *s, const char *name)
{
    s->version = strcmp(name, "TLSv1.3") == 0 ? TLS1_3_VERSION : strcmp(name, "TLSv1.2") == 0 ? TLS1_2_VERSION : 0;
    return s->version != 0;
}

static void set_name(struct lab_key_name *key, const char *type, const char *variant)
{
    snprintf(key->type, sizeof(key->type), "%s", type);
    snprintf(key->variant, sizeof(key->variant), "%s", variant);
}

static int read_certificate(struct lab_suite *s, const char *name)
{
    unsigned long bits = strncmp(name, "RSA-", 4) == 0 ? strtoul(name + 4, NULL, 10) : 0;

    s->is_weak = bits != 0 && bits < SAFE_RSA_BITS;
    if (strncmp(name, "P-", 2) == 0) {
        set_name(&s->certificate, "EC", name);
        snprintf(s->curve, sizeof(s->curve), "%s", name);
    } else if (bits != 0) {
        set_name(&s->certificate, "RSA", name + 4);
    } else {
        set_name(&s->certificate, name, "");
    }
    return bits != 0 || strncmp(name, "P-", 2) == 0 || strncasecmp(name, "Ed", 2) == 0
           || (strncmp(name, "ML-DSA-", 7) == 0 && s->version == TLS1_3_VERSION);
}

int lab_suite_is_transport(const struct lab_suite *suite)
{
    return strcmp(suite->group, "RSA") == 0;
}

int lab_suite_is_servers_choice(const struct lab_suite *suite)
{
    return suite->version == TLS1_2_VERSION && strcmp(suite->exchange.type, "DH") == 0;
}

static void read_group(struct lab_suite *s, const char *name)
{
    snprintf(s->group, sizeof(s->group), "%s", name);
    if (strncmp(name, "P-", 2) == 0)
        set_name(&s->exchange, "EC", name);
    else if (strncmp(name, "ffdhe", 5) == 0)
        set_name(&s->exchange, "DH", name);
    else
        set_name(&s->exchange, name, "");
}

static int read_cipher(struct lab_suite *s, const char *name)
{
    const char *exchange = strcmp(s->exchange.type, "DH") == 0 ? "DHE" : "ECDHE";
    int is_rsa = strcmp(s->certificate.type, "RSA") == 0, is_transport = lab_suite_is_transport(s);
    const struct cipher *end = ciphers + sizeof(ciphers) / sizeof(ciphers[0]), *c = ciphers;

    while (c < end && strcmp(c->name, name) != 0)
        c++;
    if (c == end || (s->version == TLS1_3_VERSION && (c->tls13 == NULL || is_transport)) || (is_transport && !is_rsa))
        return 0;
    if (s->version == TLS1_3_VERSION)
        snprintf(s->ciphers, sizeof(s->ciphers), "%s", c->tls13);
    else if (is_transport)
        snprintf(s->ciphers, sizeof(s->ciphers), "%s", c->tls12);
    else
        snprintf(s->ciphers, sizeof(s->ciphers), "%s-%s-%s", exchange, is_rsa ? "RSA" : "ECDSA", c->tls12);
    return 1;
}

static int read_connections(struct lab_suite *s, const char *text)
{
    char *end;
    unsigned long num = strtoul(text, &end, 10);

    s->connections = num;
    return *end == '\0' && num >= 1 && num <= LAB_MAX_CONNECTIONS;
}

int lab_suite_parse(struct lab_suite *s, const char *name, char *why)
{
    char text[LAB_NAME_LEN], *parts[PARTS];

    memset(s, 0, sizeof(*s));
    snprintf(text, sizeof(text), "%s", name);
    if (!split(text, parts))
        return lab_refuse(why, "not of the form VERSION/CERTIFICATE/GROUP/CIPHER/CONNECTIONS");
    read_group(s, parts[2]);
    if (!read_version(s, parts[0]))
        return lab_refuse(why, "no such version; there are TLSv1.2 and TLSv1.3");
    if (!read_certificate(s, parts[1]))
        return lab_refuse(why, "no such certificate in this version; as in RSA-2048, P-256, Ed25519, ML-DSA-65");
    if (!read_cipher(s, parts[3]))
        return lab_refuse(why, "no such cipher in this version");
    if (!read_connections(s, parts[4]))
        return lab_refuse(why, "1 to 1024 connections are possible");
    return 1;
}
