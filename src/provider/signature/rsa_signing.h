/*
 * A signature of RSA in the making or under verification. The mathematics and the hashing are ours; so are the parameters that
 * programs and libssl set. Any other wish is put to the default provider's context of the same operation over the key's twin, which
 * begins with what is known here: it judges, and raises the errors of its release, and what it holds then is read back. So there
 * are three states.
 */
#ifndef AB_PROVIDER_SIGNATURE_RSA_SIGNING_H
#define AB_PROVIDER_SIGNATURE_RSA_SIGNING_H

#include <stdbool.h>

#include "afterburner/hash.h"
#include "provider/keymgmt/rsa_key.h"
#include "provider/passed.h"

enum ab_rsa_state {
    AB_RSA_OURS,      /* the parameters are here alone */
    AB_RSA_CONSULTED, /* the default provider's context holds them too */
    AB_RSA_PASSED     /* ... and does the work, since the digest or the key is not ours */
};

enum ab_rsa_operation { AB_RSA_SIGN, AB_RSA_VERIFY, AB_RSA_RECOVER };

enum { AB_RSA_NAME_SIZE = 50 }; /* OSSL_MAX_NAME_SIZE: longer names the default provider refuses */

/* A name like RSA-SHA256, which says the digest. Constant. */
struct ab_rsa_sigalg {
    const char *name, *digest;
};

/* As OpenSSL writes it: RSA_PKCS1_PADDING, RSA_PSS_SALTLEN_AUTO ... */
struct ab_rsa_parameters {
    int pad_mode, salt_len;
    const struct ab_hash *hash, *mgf1_hash;                    /* NULL: none was named */
    char digest[AB_RSA_NAME_SIZE], mgf1_digest[AB_RSA_NAME_SIZE]; /* as they were named */
    bool is_mgf1_set;                                          /* else it follows the digest */
};

struct ab_rsa_signing {
    struct ab_provctx *prov;
    const struct ab_rsa_sigalg *sigalg; /* NULL for the name RSA */
    char *properties;                   /* owned; NULL if there are none */
    struct ab_rsa_keydata *key;
    const struct ab_rsa_key *native;
    enum ab_rsa_state state;
    enum ab_rsa_operation operation;
    bool is_message;      /* the message is hashed here; else its digest comes */
    bool is_digest_fixed; /* since a message began */
    bool may_update, may_final, may_oneshot; /* 3.4 and later */
    bool is_hashing;      /* message has been begun */
    size_t num_hashed;    /* updates since */
    struct ab_rsa_parameters p;
    struct ab_passed passed;
    uint8_t *signature; /* of verify_message_final, owned */
    size_t signature_len;
    struct ab_hash_ctx message;
};

/* ---- src/provider/signature/rsa_parameters.c ---- */

/* What a new operation with this key begins with. */
void ab_rsa_parameters_reset(struct ab_rsa_signing *s);
/* digest_sign_init's name; 0 if it is not ours. */
int ab_rsa_parameters_name_digest(struct ab_rsa_signing *s, const char *name);
/* 0, and nothing changed, if they are not plain: the default provider is to judge. */
int ab_rsa_parameters_set(struct ab_rsa_signing *s, const OSSL_PARAM params[]);
/* Tells them to the default provider's context. */
int ab_rsa_parameters_tell(struct ab_rsa_signing *s);
/* Asks it for them. 0 if there is something that is not ours. */
int ab_rsa_parameters_read_back(struct ab_rsa_signing *s);
/* As the library takes them. */
void ab_rsa_parameters_scheme(const struct ab_rsa_signing *s, struct ab_rsa_scheme *scheme);

#endif
