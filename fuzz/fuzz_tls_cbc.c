/*
 * Compare padding and MAC of TLS CBC records with a literal implementation of RFC 5246 sec. 6.2.3.2 and RFC 6101 sec.
 * 5.2.3.2. Input: length of the MAC, kind of padding, then the decrypted record.
 */
#include <string.h>

#include "crypto/tls/cbc_record.h"
#include "fuzz.h"

enum { BLOCK = 16, MAX_LEN = 1 << 15 };

/* Returns the length without padding, or -1 if the padding is wrong. */
static long without_padding(const uint8_t *record, size_t len, size_t mac_len, enum ab_tls_padding kind)
{
    size_t pad = record[len - 1];

    if (pad + 1 + mac_len > len || (kind == AB_TLS_PADDING_SSL3 && pad >= BLOCK))
        return -1;
    for (size_t i = 0; i <= pad && kind == AB_TLS_PADDING_TLS; i++)
        if (record[len - 1 - i] != pad)
            return -1;
    return (long)(len - pad - 1);
}

static void check_unpad(const uint8_t *record, size_t len, size_t mac_len, enum ab_tls_padding kind)
{
    uint8_t mac[AB_TLS_MAX_MAC] = { 0 }, random_mac[AB_TLS_MAX_MAC];
    size_t data_len = 0;
    long end;
    int ok;

    memset(random_mac, 0x5c, sizeof(random_mac));
    ok = ab_tls_cbc_unpad(record, len, mac_len, kind, random_mac, mac, &data_len);
    if (len < mac_len + 1 || len % BLOCK != 0) {
        expect(!ok);
        return;
    }
    end = without_padding(record, len, mac_len, kind);
    if (mac_len == 0) {
        expect(ok == (end >= 0) && (!ok || data_len == (size_t)end));
        return;
    }
    expect(ok);
    expect(data_len == (end < 0 ? len : (size_t)end) - mac_len);
    expect(memcmp(mac, end < 0 ? random_mac : record + end - mac_len, mac_len) == 0);
}

/* Padding that was added can be removed again. */
static void check_pad(const uint8_t *data, size_t len, enum ab_tls_padding kind)
{
    static uint8_t record[MAX_LEN + BLOCK];
    uint8_t mac[AB_TLS_MAX_MAC];
    size_t padded, data_len = 0;

    memcpy(record, data, len);
    padded = len + ab_tls_cbc_pad(record, len, kind);
    expect(padded % BLOCK == 0 && padded > len && padded <= len + BLOCK);
    expect(ab_tls_cbc_unpad(record, padded, 0, kind, NULL, mac, &data_len) == 1 && data_len == len);
    expect(memcmp(record, data, len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static const size_t mac_lens[] = { 0, 16, 20, 32, 48, 64 };
    enum ab_tls_padding kind;

    if (len < 3 || len > MAX_LEN)
        return 0;
    kind = data[1] & 1 ? AB_TLS_PADDING_SSL3 : AB_TLS_PADDING_TLS;
    check_unpad(data + 2, len - 2, mac_lens[data[0] % 6], kind);
    check_pad(data + 2, len - 2, kind);
    return 0;
}
