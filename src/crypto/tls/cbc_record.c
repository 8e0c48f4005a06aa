/* Padding and MAC of TLS CBC records in constant time. */
#include "crypto/tls/cbc_record.h"

#include <string.h>

#include "ct/ct.h"

typedef uint8_t block __attribute__((vector_size(AB_TLS_BLOCK)));

size_t ab_tls_cbc_pad(uint8_t *record, size_t len, enum ab_tls_padding kind)
{
    size_t num = AB_TLS_BLOCK - len % AB_TLS_BLOCK;

    memset(record + len, kind == AB_TLS_PADDING_SSL3 ? 0 : (int)(num - 1), num);
    record[len + num - 1] = (uint8_t)(num - 1);
    return num;
}

/*
 * Nonzero if one of the last pad + 1 bytes is not pad. Look at all bytes that padding could reach, a vector at a time;
 * a byte counts if its distance from the end is at most pad.
 */
static uint64_t wrong_padding(const uint8_t *record, size_t len, uint64_t pad)
{
    size_t num = len < AB_TLS_MAX_PAD ? len : AB_TLS_MAX_PAD;
    block pads = (block){ 0 } + (uint8_t)pad, wrong = { 0 };
    uint64_t halves[2];

    for (size_t left = num; left != 0; left -= AB_TLS_BLOCK) {
        block bytes, distance = { 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 };

        memcpy(&bytes, record + len - left, AB_TLS_BLOCK);
        distance += (uint8_t)(left - AB_TLS_BLOCK);
        wrong |= (block)(distance <= pads) & (bytes ^ pads);
    }
    memcpy(halves, &wrong, sizeof(halves));
    return halves[0] | halves[1];
}

/* part[i] = mask ? part[i + step] : part[i] for the first len bytes and some more, a vector at a time */
static void shift_down(uint8_t *part, size_t step, size_t len, uint8_t mask)
{
    for (size_t i = 0; i < len; i += AB_TLS_BLOCK) {
        block near, far;

        memcpy(&near, part + i, AB_TLS_BLOCK);
        memcpy(&far, part + i + step, AB_TLS_BLOCK);
        near ^= (near ^ far) & mask;
        memcpy(part + i, &near, AB_TLS_BLOCK);
    }
}

/*
 * Extract the mac_len bytes at `start` of the record, a secret position among the AB_TLS_MAX_PAD that padding allows.
 * Shift the part of the record that holds them all down by the bits of the distance, from the highest to the lowest; a
 * mask decides each shift. A shift may move bytes beyond those that the later ones read.
 */
static void copy_mac(uint8_t *mac, const uint8_t *record, size_t len, size_t mac_len, size_t start)
{
    uint8_t part[AB_TLS_MAX_MAC + AB_TLS_MAX_PAD + AB_TLS_BLOCK] = { 0 };
    size_t part_len = len < mac_len + AB_TLS_MAX_PAD ? len : mac_len + AB_TLS_MAX_PAD;
    size_t distance = start - (len - part_len);

    memcpy(part, record + len - part_len, part_len);
    for (unsigned bit = 8; bit-- > 0;) { /* no division: its time would depend on the distance */
        size_t step = (size_t)1 << bit;

        shift_down(part, step, mac_len + step - 1, (uint8_t)ab_ct_mask(distance >> bit & 1));
    }
    memcpy(mac, part, mac_len);
    ab_wipe(part, sizeof(part));
}

int ab_tls_cbc_unpad(const uint8_t *record, size_t len, size_t mac_len, enum ab_tls_padding kind,
                     const uint8_t *random_mac, uint8_t *mac, size_t *data_len)
{
    uint64_t pad, good, end;
    uint8_t mask;

    if (len % AB_TLS_BLOCK != 0 || len < mac_len + 1 || mac_len > AB_TLS_MAX_MAC)
        return 0;
    pad = ab_ct_barrier(record[len - 1]);
    good = ~ab_ct_lt(len, mac_len + pad + 1);
    if (kind == AB_TLS_PADDING_SSL3) /* the bytes are arbitrary, but fewer than a block */
        good &= ab_ct_lt(pad, AB_TLS_BLOCK);
    else
        good &= ab_ct_is_zero(wrong_padding(record, len, pad));
    end = len - (good & (pad + 1));
    *data_len = (size_t)(end - mac_len);
    if (mac_len == 0) {
        AB_PUBLIC(&good, sizeof(good)); /* declassified: the record is authentic */
        return good != 0;
    }
    copy_mac(mac, record, len, mac_len, (size_t)(end - mac_len));
    mask = (uint8_t)ab_ct_barrier(good);
    for (size_t i = 0; i < mac_len; i++)
        mac[i] = (uint8_t)((mac[i] & mask) | (random_mac[i] & ~mask));
    return 1;
}
