/* Public-key encryption of 32 bytes, the size of a transported key: RSA-OAEP with SHA-256, SM2. */
#include <openssl/core_names.h>
#include <string.h>

#include "pair.h"

static int encrypt_key(struct lab_pk_state *s)
{
    s->product.len = s->product.room;
    return EVP_PKEY_encrypt(s->ctx, s->product.data, &s->product.len, lab_pk_message, LAB_PK_MESSAGE);
}

static int decrypt_key(struct lab_pk_state *s)
{
    s->secret.len = s->secret.room;
    return EVP_PKEY_decrypt(s->ctx, s->secret.data, &s->secret.len, s->product.data, s->product.len);
}

static int make_room(struct lab_pk_state *s)
{
    size_t len = 0;

    if (EVP_PKEY_encrypt(s->ctx, NULL, &len, lab_pk_message, LAB_PK_MESSAGE) <= 0 || !lab_pk_room(&s->product, len)
        || !lab_pk_room(&s->secret, LAB_PK_MESSAGE))
        return 0;
    memcpy(s->secret.data, lab_pk_message, LAB_PK_MESSAGE);
    return 1;
}

static int open_cipher(struct lab_pk_state *s, OSSL_LIB_CTX *libctx, int make)
{
    const OSSL_PARAM oaep[] = {
        OSSL_PARAM_utf8_string(OSSL_ASYM_CIPHER_PARAM_PAD_MODE, OSSL_PKEY_RSA_PAD_MODE_OAEP, 4),
        OSSL_PARAM_utf8_string(OSSL_ASYM_CIPHER_PARAM_OAEP_DIGEST, "SHA2-256", 8),
        OSSL_PARAM_END,
    };
    const OSSL_PARAM *params = strcmp(s->scheme, "RSA") == 0 ? oaep : NULL;

    s->once = make ? encrypt_key : decrypt_key;
    s->ctx = EVP_PKEY_CTX_new_from_pkey(libctx, s->key, NULL);
    if (s->ctx == NULL)
        return 0;
    if (make)
        return EVP_PKEY_encrypt_init_ex(s->ctx, params) > 0 && make_room(s);
    s->same = &s->secret;
    return EVP_PKEY_decrypt_init_ex(s->ctx, params) > 0 && lab_pk_room(&s->secret, (size_t)EVP_PKEY_get_size(s->key));
}

static void *new_asym_cipher(const struct lab *lab, const struct lab_side *side, const struct lab_request *request,
                             char *why)
{
    static const struct lab_pair pair = { "encrypt", open_cipher };

    return lab_pair_new(&pair, lab, side, request, why);
}

static void list_asym_cipher(EVP_ASYM_CIPHER *cipher, void *arg)
{
    const struct lab_pk_listing *l = arg;
    EVP_ASYM_CIPHER *served = EVP_ASYM_CIPHER_fetch(l->side->libctx, EVP_ASYM_CIPHER_get0_name(cipher), NULL);

    if (served != NULL)
        lab_pk_list(l, EVP_ASYM_CIPHER_get0_name(served), EVP_ASYM_CIPHER_get0_provider(served));
    EVP_ASYM_CIPHER_free(served);
}

static void list_asym_ciphers(const struct lab_side *side, lab_found_fn *found, void *arg)
{
    struct lab_pk_listing listing = { side, &lab_kind_asym_cipher, found, arg };

    EVP_ASYM_CIPHER_do_all_provided(side->libctx, list_asym_cipher, &listing);
}

const struct lab_kind lab_kind_asym_cipher = {
    .name = "asym_cipher",
    .operations = { "encrypt", "decrypt" },
    .list = list_asym_ciphers,
    .new = new_asym_cipher,
    .free = lab_pk_free,
    .bytes = lab_pk_bytes,
    .provider = lab_pk_provider,
    .run = lab_pk_run,
    .output = lab_pk_output,
};
