/*
 * Open records of CBC with HMAC and compare with a literal implementation of RFC 5246 sec. 6.2.3.2. Input: which keys
 * (hash function, key length of AES), whether to correct the MAC, then a decrypted record: data, MAC and padding.
 */
#include <string.h>

#include "afterburner/cbc_hmac.h"
#include "afterburner/hmac.h"
#include "fuzz.h"

enum { BLOCK = 16, MAX_LEN = 1 << 14, HEAD = 2, MAC_KEY = 20 };

static const uint8_t header[AB_CBC_HMAC_HEADER] = { 0, 0, 0, 0, 0, 0, 0, 9, 23, 3, 3 };
static const uint8_t keys[32] = { 1, 2, 3 };

static void make_mac(enum ab_hash_id id, const uint8_t *data, size_t len, uint8_t *mac)
{
    uint8_t length[2] = { (uint8_t)(len >> 8), (uint8_t)len };
    const struct ab_hash *portable = ab_hash_list(id);
    struct ab_hash_ctx message;
    struct ab_hmac_key key;

    while (!ab_hash_is_fallback(portable))
        portable++;
    ab_hmac_set_key(&key, portable, keys, MAC_KEY);
    ab_hmac_init(&message, &key);
    ab_hash_update(&message, header, sizeof(header));
    ab_hash_update(&message, length, sizeof(length));
    ab_hash_update(&message, data, len);
    ab_hmac_final(&message, &key, mac);
}

/* Returns the length of the data, or -1 if the padding is wrong or leaves no room for the MAC. */
static long data_len_of(const uint8_t *record, size_t len, size_t mac_len)
{
    size_t pad = record[len - 1];

    if (pad + 1 + mac_len > len)
        return -1;
    for (size_t i = 0; i <= pad; i++)
        if (record[len - 1 - i] != pad)
            return -1;
    return (long)(len - pad - 1 - mac_len);
}

/* Open the record, with a correct MAC or with its own; if it is refused, no byte of plaintext may be left. */
static void check(const struct ab_cbc_hmac *key, enum ab_hash_id id, const uint8_t *record, size_t len)
{
    static uint8_t sealed[MAX_LEN];
    uint8_t iv[BLOCK] = { 7 }, mac[AB_CBC_HMAC_MAX_MAC];
    struct ab_aes_cbc cbc = { .aes = key->aes, .iv = { 7 } };
    size_t mac_len = id == AB_HASH_SHA1 ? 20 : 32, found;
    long wanted = data_len_of(record, len, mac_len);
    int ok;

    if (wanted >= 0) {
        make_mac(id, record, (size_t)wanted, mac);
        if (memcmp(mac, record + wanted, mac_len) != 0)
            wanted = -1;
    }
    ab_aes_cbc_encrypt(&cbc, record, sealed, len / BLOCK);
    ok = ab_cbc_hmac_open(key, iv, header, sealed, sealed, len, &found);
    expect(ok == (wanted >= 0) && memcmp(iv, cbc.iv, BLOCK) == 0);
    if (ok)
        expect(found == (size_t)wanted && memcmp(sealed, record, found) == 0);
    for (size_t i = 0; !ok && i < len; i++)
        expect(sealed[i] == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static uint8_t record[MAX_LEN];
    enum ab_hash_id id;
    struct ab_cbc_hmac key;
    struct ab_cpu cpu;
    long wanted;

    ab_cpu_detect(&cpu);
    if (!(cpu.bits & AB_BIT_SHA) || len < HEAD + 3 * BLOCK || len - HEAD > MAX_LEN)
        return 0;
    id = data[0] & 1 ? AB_HASH_SHA256 : AB_HASH_SHA1;
    ab_cbc_hmac_set_key(&key, ab_aes_pick(&cpu), id, keys, 16 + 8 * (size_t)(data[0] / 2 % 3));
    ab_cbc_hmac_set_mac_key(&key, keys, MAC_KEY);
    ab_aes_ecb_prepare_decrypt(&key.aes);
    len = (len - HEAD) / BLOCK * BLOCK;
    memcpy(record, data + HEAD, len);
    wanted = data_len_of(record, len, id == AB_HASH_SHA1 ? 20 : 32);
    if (data[1] & 1 && wanted >= 0)
        make_mac(id, record, (size_t)wanted, record + wanted);
    check(&key, id, record, len);
    return 0;
}
