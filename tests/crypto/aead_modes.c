/* The adapters of aead_modes.h, one or two for each authenticated mode, and their table. */
#include "aead_modes.h"

#include <string.h>

#include "afterburner/aes_gcm.h"
#include "afterburner/aes_gcm_siv.h"
#include "ct/ct.h"

/* For OCB and CCM the caller compares the tags; whether they are equal is public. */
static int equal_tags(const uint8_t *x, const uint8_t *y, size_t len)
{
    int differ = ab_ct_memcmp(x, y, len);

    AB_PUBLIC(&differ, sizeof(differ));
    return differ == 0;
}

static int gcm(void *context, const struct ab_aes_kernels *k, const struct ab_ref_aead *a, int decrypt,
               const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16], const struct cuts *cuts)
{
    int (*update)(struct ab_aes_gcm *g, const uint8_t *from, uint8_t *to, size_t n) = decrypt ? ab_aes_gcm_decrypt
                                                                                              : ab_aes_gcm_encrypt;
    int ok;

    ab_aes_gcm_set_key(context, k, a->key, a->key_len);
    ab_aes_gcm_set_iv(context, a->nonce, a->nonce_len);
    ok = ab_aes_gcm_aad(context, a->aad, cuts->aad)
         && ab_aes_gcm_aad(context, a->aad + cuts->aad, a->aad_len - cuts->aad) && update(context, in, out, cuts->first)
         && update(context, in + cuts->first, out + cuts->first, cuts->second - cuts->first)
         && update(context, in + cuts->second, out + cuts->second, len - cuts->second);
    if (decrypt)
        return ok && ab_aes_gcm_check_tag(context, tag, a->tag_len);
    ab_aes_gcm_tag(context, tag);
    return ok;
}

static void gcm_wipe(void *context)
{
    ab_aes_gcm_wipe(context);
}

static int ocb(void *context, const struct ab_aes_kernels *k, const struct ab_ref_aead *a, int decrypt,
               const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16], const struct cuts *cuts)
{
    void (*update)(struct ab_aes_ocb *c, const uint8_t *from, uint8_t *to, size_t n) = decrypt ? ab_aes_ocb_decrypt
                                                                                               : ab_aes_ocb_encrypt;
    uint8_t t[16];

    ab_aes_ocb_set_key(context, k, a->key, a->key_len);
    ab_aes_ocb_start(context, a->nonce, a->nonce_len, a->tag_len);
    ab_aes_ocb_aad(context, a->aad, cuts->aad);
    update(context, in, out, cuts->first);
    ab_aes_ocb_aad(context, a->aad + cuts->aad, a->aad_len - cuts->aad); /* updates may alternate */
    update(context, in + cuts->first, out + cuts->first, cuts->second - cuts->first);
    update(context, in + cuts->second, out + cuts->second, len - cuts->second);
    ab_aes_ocb_tag(context, decrypt ? t : tag);
    return !decrypt || equal_tags(t, tag, a->tag_len);
}

static void ocb_wipe(void *context)
{
    ab_aes_ocb_wipe(context);
}

static int ccm(void *context, const struct ab_aes_kernels *k, const struct ab_ref_aead *a, int decrypt,
               const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16], const struct cuts *cuts)
{
    uint8_t t[16];

    (void)cuts;
    ab_aes_ccm_set_key(context, k, a->key, a->key_len);
    if (!ab_aes_ccm_start(context, a->nonce, a->nonce_len, a->tag_len, len))
        return 0;
    if (a->aad_len != 0)
        ab_aes_ccm_aad(context, a->aad, a->aad_len);
    (decrypt ? ab_aes_ccm_decrypt : ab_aes_ccm_encrypt)(context, in, out, len, decrypt ? t : tag);
    return !decrypt || equal_tags(t, tag, a->tag_len);
}

static void ccm_wipe(void *context)
{
    ab_aes_ccm_wipe(context);
}

/* Two components, the associated data and the nonce; no component if both are empty. */
static int siv(void *context, const struct ab_aes_kernels *k, const struct ab_ref_aead *a, int decrypt,
               const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16], const struct cuts *cuts)
{
    (void)cuts;
    ab_aes_siv_set_key(context, k, a->key, a->key_len);
    if (a->aad_len + a->nonce_len != 0) {
        ab_aes_siv_aad(context, a->aad, a->aad_len);
        ab_aes_siv_aad(context, a->nonce, a->nonce_len);
    }
    if (decrypt)
        return ab_aes_siv_decrypt(context, in, out, len, tag);
    ab_aes_siv_encrypt(context, in, out, len, tag);
    return 1;
}

static void ref_siv(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len,
                    uint8_t tag[16])
{
    const uint8_t *aad[] = { a->aad, a->nonce };
    size_t aad_len[] = { a->aad_len, a->nonce_len };

    ab_ref_siv(a->key, a->key_len, aad, aad_len, a->aad_len + a->nonce_len != 0 ? 2 : 0, decrypt, in, out, len, tag);
}

static void siv_wipe(void *context)
{
    ab_aes_siv_wipe(context);
}

static int gcm_siv(void *context, const struct ab_aes_kernels *k, const struct ab_ref_aead *a, int decrypt,
                   const uint8_t *in, uint8_t *out, size_t len, uint8_t tag[16], const struct cuts *cuts)
{
    size_t cut = a->aad_len / 3;
    int ok;

    (void)cuts;
    ab_aes_gcm_siv_set_key(context, k, a->key, a->key_len);
    ab_aes_gcm_siv_set_nonce(context, a->nonce);
    ok = ab_aes_gcm_siv_aad(context, a->aad, cut) && ab_aes_gcm_siv_aad(context, a->aad + cut, a->aad_len - cut);
    return ok
           && (decrypt ? ab_aes_gcm_siv_open(context, in, out, len, tag)
                       : ab_aes_gcm_siv_seal(context, in, out, len, tag));
}

static void gcm_siv_wipe(void *context)
{
    ab_aes_gcm_siv_wipe(context);
}

const struct aead_mode aead_modes[] = {
    /* name, run, reference, wipe, context, cut, nonce min and max, tag min and step, keys, key sizes, zeroes */
    { "GCM", gcm, ab_ref_gcm, gcm_wipe, sizeof(struct ab_aes_gcm), 1, 1, 64, 1, 1, 1, 7, 0 },
    { "OCB", ocb, ab_ref_ocb, ocb_wipe, sizeof(struct ab_aes_ocb), 16, 1, 15, 1, 1, 1, 7, 0 },
    { "CCM", ccm, ab_ref_ccm, ccm_wipe, sizeof(struct ab_aes_ccm), 0, 7, 13, 4, 2, 1, 7, 0 },
    { "SIV", siv, ref_siv, siv_wipe, sizeof(struct ab_aes_siv), 0, 0, 40, 16, 1, 2, 7, 1 },
    { "GCM-SIV", gcm_siv, ab_ref_gcm_siv, gcm_siv_wipe, sizeof(struct ab_aes_gcm_siv), 0, 12, 12, 16, 1, 1, 7, 1 },
};

const size_t num_aead_modes = sizeof(aead_modes) / sizeof(aead_modes[0]);
