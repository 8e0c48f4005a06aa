/* The sizes and groups that a type of key comes in: RSA by bits of the modulus, EC by curve, DH by named group ... */
#ifndef AB_LAB_VARIANTS_H
#define AB_LAB_VARIANTS_H

#include <openssl/params.h>

/* Called for each variant of a type; "" is the only variant of a type without parameters. */
typedef void lab_variant_fn(void *arg, const char *variant, int common);
void lab_variants_list(OSSL_LIB_CTX *libctx, const char *type, lab_variant_fn *found, void *arg);

/* Parameters for generating such a key; valid as long as `variant`. */
struct lab_variant_params {
    unsigned bits, subgroup_bits;
    OSSL_PARAM params[3];
};
void lab_variant_params(struct lab_variant_params *p, const char *type, const char *variant);

/* Return whether the variant is a name, not a size. */
int lab_variant_is_group(const char *variant);

/* Return whether the type has generated parameters that many keys share. */
int lab_variant_wants_parameters(const char *type);

#endif
