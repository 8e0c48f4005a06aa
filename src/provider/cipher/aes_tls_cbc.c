/*
 * AES-CBC as the record cipher of libssl (docs/tls-contract.md): with "tls-version" set, each update is one record in
 * place, and final is not called.
 *
 * The MAC that replaces that of a wrongly padded record must be unpredictable, but a system call per record would be
 * slow, and dangerous where a sandbox kills on an unexpected one. So 16 bytes are drawn from the operating system when
 * the parameters are set, and each record encrypts the next number after that secret under the connection's own key:
 * predicting the result requires both the seed and the key.
 */
#include <openssl/prov_ssl.h>
#include <string.h>

#include "ct/ct.h"
#include "provider/cipher/block.h"
#include "provider/error.h"
#include "provider/generator.h"

int ab_tls_cbc_prepare(struct ab_block *c)
{
    if (c->seeded || c->g.tls_version == 0 || c->g.tls_mac_len == 0 || c->g.head.enc)
        return 1;
    c->seeded = ab_generator_bytes(c->g.head.prov, c->random_seed, sizeof(c->random_seed));
    if (!c->seeded)
        AB_RAISE(c->g.head.prov, AB_R_RANDOM_FAILED);
    return c->seeded;
}

static void make_random_mac(struct ab_block *c, uint8_t mac[AB_TLS_MAX_MAC])
{
    for (unsigned i = 0; i < AB_TLS_MAX_MAC; i += AB_AES_BLOCK) {
        memcpy(mac + i, c->random_seed, AB_AES_BLOCK);
        c->random_seed[0]++;
    }
    ab_aes_ecb_decrypt(&c->cbc.aes, mac, mac, AB_TLS_MAX_MAC / AB_AES_BLOCK);
}

static int fail(const struct ab_block *c, const char *why)
{
    AB_RAISE_DETAIL(c->g.head.prov, AB_R_CIPHER_OPERATION_FAILED, "%s", why);
    return 0;
}

static enum ab_tls_padding padding_kind(const struct ab_block *c)
{
    return c->g.tls_version == SSL3_VERSION ? AB_TLS_PADDING_SSL3 : AB_TLS_PADDING_TLS;
}

/*
 * The length of the explicit IV at the start of a record, RFC 4346 sec. 6.2.3.2. Returns 0 for an unsupported version.
 */
static int explicit_iv_len(unsigned version, size_t *len)
{
    switch (version) {
    case SSL3_VERSION:
    case TLS1_VERSION: *len = 0; return 1;
    case TLS1_1_VERSION:
    case TLS1_2_VERSION:
    case DTLS1_BAD_VER:
    case DTLS1_VERSION:
    case DTLS1_2_VERSION: *len = AB_AES_BLOCK; return 1;
    default: return 0;
    }
}

static int encrypt_record(struct ab_block *c, uint8_t *record, size_t *out_len, size_t out_size, size_t len)
{
    if (out_size < len + AB_AES_BLOCK - len % AB_AES_BLOCK)
        return fail(c, "no room for the padding");
    len += ab_tls_cbc_pad(record, len, padding_kind(c));
    ab_aes_cbc_encrypt(&c->cbc, record, record, len / AB_AES_BLOCK);
    *out_len = len;
    return 1;
}

static int decrypt_record(struct ab_block *c, uint8_t *record, size_t *out_len, size_t len)
{
    uint8_t random_mac[AB_TLS_MAX_MAC];
    size_t iv_len;

    if (!explicit_iv_len(c->g.tls_version, &iv_len))
        return fail(c, "unknown version");
    if (len % AB_AES_BLOCK != 0 || len < iv_len + c->g.tls_mac_len + 1)
        return fail(c, "record of a wrong length");
    ab_aes_cbc_decrypt(&c->cbc, record, record, len / AB_AES_BLOCK);
    if (c->g.tls_mac_len != 0)
        make_random_mac(c, random_mac);
    if (ab_tls_cbc_unpad(record + iv_len, len - iv_len, c->g.tls_mac_len, padding_kind(c), random_mac, c->g.tls_mac,
                         out_len))
        return 1;
    ab_wipe(record, len);
    return fail(c, "wrong padding under encrypt-then-MAC");
}

int ab_tls_cbc_update(struct ab_block *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                      size_t in_len)
{
    if (in == NULL || in != out || out_size < in_len || !c->g.pad)
        return fail(c, "a record is taken in place and with padding");
    return c->g.head.enc ? encrypt_record(c, out, out_len, out_size, in_len) : decrypt_record(c, out, out_len, in_len);
}
