/*
 * Read and write DER (X.690), with contents of up to 65535 bytes. Nothing is allocated. Time depends on tags and
 * lengths, which are public; contents may be secret. The output has room for ab_der_element_len bytes and does not
 * overlap the content.
 */
#ifndef AB_PROVIDER_DER_H
#define AB_PROVIDER_DER_H

#include <stddef.h>
#include <stdint.h>

/* Tags of an identifier octet. */
enum {
    AB_DER_INTEGER = 0x02,
    AB_DER_BIT_STRING = 0x03,
    AB_DER_OCTET_STRING = 0x04,
    AB_DER_NULL = 0x05,
    AB_DER_OID = 0x06,
    AB_DER_SEQUENCE = 0x30,
    AB_DER_PRIMITIVE_0 = 0x80, /* [0] IMPLICIT, [1] IMPLICIT of a primitive type */
    AB_DER_PRIMITIVE_1 = 0x81,
    AB_DER_CONSTRUCTED_0 = 0xa0
};

/* ---- writing ---- */

/* The length of an element with len bytes of content. */
size_t ab_der_element_len(size_t len);
/* Write tag and length. Returns where the content belongs. */
uint8_t *ab_der_write_head(uint8_t *at, uint8_t tag, size_t len);
/* Write a whole element. Returns its end. The content may be NULL if len is 0. */
uint8_t *ab_der_write(uint8_t *at, uint8_t tag, const uint8_t *content, size_t len);

/* ---- reading ---- */

struct ab_der {
    const uint8_t *at;
    size_t len; /* bytes left */
};

/*
 * Read the tag and the length of the next element, which need not be there as a whole: *head := bytes of both, *len :=
 * bytes of content. Returns 0 unless the tag is this one and the length has the shortest form. Does not move on.
 */
int ab_der_peek(const struct ab_der *r, uint8_t tag, size_t *head, size_t *len);
/*
 * Take the next element: *content is what it holds. Returns 0, without moving on, unless it has this tag and is whole.
 */
int ab_der_read(struct ab_der *r, uint8_t tag, struct ab_der *content);
/* The same for an element with len bytes of content. */
int ab_der_read_sized(struct ab_der *r, uint8_t tag, size_t len, const uint8_t **content);

#endif
