/*
 * How the encoders and decoders reach the keys of one scheme, ML-KEM, ML-DSA or SLH-DSA. The schemes have the same
 * structures (key_der.h), so one encoder and one decoder serve all.
 */
#ifndef AB_PROVIDER_KEYMGMT_KEY_FILES_H
#define AB_PROVIDER_KEYMGMT_KEY_FILES_H

#include <openssl/core_dispatch.h>

#include "afterburner/mldsa.h"
#include "afterburner/mlkem.h"
#include "afterburner/slhdsa.h"
#include "provider/keymgmt/key_der.h"
#include "provider/provctx.h"

/* Room for the parts of any key. Seed and private key are secret: whoever owns the room wipes it. */
struct ab_key_room {
    uint8_t seed[AB_MLKEM_SEED_LEN];
    uint8_t private_key[AB_MLDSA_MAX_PRIVATE_LEN];
    uint8_t public_key[AB_MLDSA_MAX_PUBLIC_LEN];
};
_Static_assert((int)AB_MLKEM_SEED_LEN >= (int)AB_MLDSA_SEED_LEN, "room for the longer seed");
_Static_assert((int)AB_MLDSA_MAX_PRIVATE_LEN >= (int)AB_MLKEM_MAX_PRIVATE_LEN, "room for the longer private key");
_Static_assert((int)AB_MLDSA_MAX_PUBLIC_LEN >= (int)AB_MLKEM_MAX_PUBLIC_LEN, "room for the longer public key");
_Static_assert((int)AB_MLDSA_MAX_PRIVATE_LEN >= (int)AB_SLHDSA_MAX_PRIVATE_LEN
                   && (int)AB_MLDSA_MAX_PUBLIC_LEN >= (int)AB_SLHDSA_MAX_PUBLIC_LEN,
               "room for keys of SLH-DSA");

struct ab_key_files {
    const char *name; /* "ML-KEM" */
    /* Names of settings (provider/setting.h): lists of forms. NULL: there is one form alone, AB_KEY_BARE_PRIV. */
    const char *input_formats, *output_formats;
    const char *private_label, *public_label; /* of the parts in a text */

    /* The parameter set number `id`, from 0 on. */
    struct ab_key_set (*set)(unsigned id);
    struct ab_key_set (*set_of)(const void *keydata);
    /* Write those of the selected parts that the key has into the room; the other pointers become NULL. */
    void (*get)(const void *keydata, int selection, struct ab_key_room *room, struct ab_key_parts *parts);
    /* Make a key and import the parts into it, with the checks of an import. NULL with an error raised. */
    void *(*make)(struct ab_provctx *prov, unsigned id, const struct ab_key_parts *parts);
    void (*free)(void *keydata);
    OSSL_FUNC_keymgmt_export_fn *export;
    /* 1: export an empty list if the key has none of the selected parts, as the default provider does but for ML-DSA */
    int exports_empty;
};

extern const struct ab_key_files ab_mlkem_files, ab_mldsa_files, ab_slhdsa_files;

/* The forms that a setting of the scheme, its input_formats or output_formats, enables. Returns 0 if there are none. */
int ab_key_files_forms(struct ab_provctx *prov, const char *setting, struct ab_key_forms *forms);

/*
 * The export of each scheme: a callback with the selected parts. Returns 0 if the key has none of them, unless
 * the scheme exports_empty.
 */
int ab_key_export(const struct ab_key_files *files, const void *keydata, int selection, OSSL_CALLBACK *callback,
                  void *arg);

/*
 * The key management's load, of each scheme: take over the key of a decoder, which a reference points at. NULL if it
 * is none.
 */
OSSL_FUNC_keymgmt_load_fn ab_key_load;

#endif
