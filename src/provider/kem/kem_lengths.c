/* The lengths of a KEM's outputs. */
#include "provider/kem/kem_lengths.h"

#include "provider/error.h"

static enum ab_kem_request report_lengths(const struct ab_kem_lengths *lengths, size_t *ciphertext_len,
                                          size_t *secret_len)
{
    if (ciphertext_len == NULL && secret_len == NULL)
        return AB_KEM_REFUSED;
    if (ciphertext_len != NULL)
        *ciphertext_len = lengths->ciphertext;
    if (secret_len != NULL)
        *secret_len = lengths->secret;
    return AB_KEM_LENGTHS;
}

/* Returns 1 and sets *len if there is room; otherwise 0 with an error raised. */
static int take_room(const struct ab_provctx *prov, const char *what, size_t *len, size_t needed)
{
    if (len == NULL) {
        AB_RAISE_DETAIL(prov, AB_R_NULL_LENGTH_POINTER, "%s", what);
        return 0;
    }
    if (*len < needed) {
        AB_RAISE_DETAIL(prov, AB_R_OUTPUT_BUFFER_TOO_SMALL, "%s", what);
        return 0;
    }
    *len = needed;
    return 1;
}

enum ab_kem_request ab_kem_encapsulate_request(const struct ab_provctx *prov, const struct ab_kem_lengths *lengths,
                                               const unsigned char *ciphertext, size_t *ciphertext_len,
                                               const unsigned char *secret, size_t *secret_len)
{
    if (ciphertext == NULL)
        return report_lengths(lengths, ciphertext_len, secret_len);
    if (secret == NULL) {
        AB_RAISE_DETAIL(prov, AB_R_NULL_OUTPUT_BUFFER, "shared secret");
        return AB_KEM_REFUSED;
    }
    return take_room(prov, "ciphertext", ciphertext_len, lengths->ciphertext)
                   && take_room(prov, "shared secret", secret_len, lengths->secret)
               ? AB_KEM_OPERATION
               : AB_KEM_REFUSED;
}

enum ab_kem_request ab_kem_decapsulate_request(const struct ab_provctx *prov, const struct ab_kem_lengths *lengths,
                                               const unsigned char *secret, size_t *secret_len, size_t ciphertext_len)
{
    if (secret == NULL)
        return report_lengths(lengths, NULL, secret_len);
    if (secret_len != NULL && !take_room(prov, "shared secret", secret_len, lengths->secret))
        return AB_KEM_REFUSED;
    if (ciphertext_len == lengths->ciphertext)
        return AB_KEM_OPERATION;
    AB_RAISE_DETAIL(prov, AB_R_WRONG_CIPHERTEXT_SIZE, "%zu bytes", ciphertext_len);
    return AB_KEM_REFUSED;
}
