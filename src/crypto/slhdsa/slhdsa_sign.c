/* Signatures: FIPS 205 sec. 7.1 and 9.2. */
#include <string.h>

#include "crypto/slhdsa/slhdsa_parts.h"
#include "ct/ct.h"

/* Sign the public key of FORS by the trees of all layers: ht_sign, algorithm 12. */
static void sign_hypertree(const struct ab_slhdsa_key *key, uint8_t *signature, const struct ab_slhdsa_selection *s,
                           uint8_t *message)
{
    const struct ab_slhdsa_params *params = key->params;
    struct ab_slhdsa_place place = { 0, s->tree, s->leaf };
    uint8_t root[AB_SLHDSA_MAX_N];

    for (; place.layer < params->d; ab_slhdsa_next_layer(params, &place)) {
        ab_slhdsa_xmss(key, &place, root, signature, message);
        memcpy(message, root, params->n);
        signature += ab_slhdsa_xmss_len(params);
    }
}

void ab_slhdsa_sign_with(const struct ab_slhdsa_key *key, uint8_t *signature, const struct ab_slhdsa_message *message,
                         const uint8_t *addrnd)
{
    const struct ab_slhdsa_params *params = key->params;
    struct ab_slhdsa_selection s;
    uint8_t r[AB_SLHDSA_MAX_N], signed_key[AB_SLHDSA_MAX_N];
    uint8_t *at = signature + params->n;

    ab_slhdsa_prf_message(key, r, addrnd == NULL ? key->pk_seed : addrnd, message);
    AB_PUBLIC(r, params->n); /* part of the signature */
    ab_slhdsa_select(key, &s, r, message);
    memcpy(signature, r, params->n); /* from here on the message is not read */
    ab_slhdsa_fors_sign(key, signed_key, at, &s);
    sign_hypertree(key, at + ab_slhdsa_fors_len(params), &s, signed_key);
    AB_PUBLIC(signature, params->signature_len);
}

int ab_slhdsa_sign(const struct ab_slhdsa_key *key, uint8_t *signature, const struct ab_slhdsa_message *message,
                   const struct ab_random_source *random)
{
    uint8_t addrnd[AB_SLHDSA_MAX_N];
    int ok = random->bytes(random->arg, addrnd, key->params->n);

    if (ok)
        ab_slhdsa_sign_with(key, signature, message, addrnd);
    ab_wipe(addrnd, sizeof(addrnd));
    return ok;
}
