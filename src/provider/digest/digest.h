/*
 * What every digest shares: the descriptor of a name, contexts, and the dispatch tables that the list of names refers
 * to. A context is flat memory, so dupctx is a copy and freectx a wipe.
 */
#ifndef AB_PROVIDER_DIGEST_DIGEST_H
#define AB_PROVIDER_DIGEST_DIGEST_H

#include <openssl/core_dispatch.h>

#include "crypto/hash/construction.h"
#include "provider/dispatch.h"
#include "provider/provctx.h"

enum ab_digest_flags {
    AB_DIGEST_XOF = 1,
    AB_DIGEST_ALGID_ABSENT = 2 /* its AlgorithmIdentifier has no parameters (RFC 5754 sec. 2) */
};

#define AB_DIGEST_NO_LEN SIZE_MAX

/* A name. */
struct ab_digest_desc {
    enum ab_hash_id id;
    unsigned flags;
    size_t block_len, digest_len; /* in bytes, the parameters "blocksize" and "size"; 0: the caller must set it */
};

struct ab_digest {
    struct ab_provctx *prov;
    const struct ab_hash *hash; /* chosen once, when the context is made */
    ab_hash_update_fn *update;  /* its construction's; NULL where calls are counted */
    size_t block_len;           /* of a function that ab_md_append serves; else 0 */
    size_t len;       /* of the digest: fixed by the name, or set as a parameter; otherwise AB_DIGEST_NO_LEN */
    int is_begun;     /* message is in use, and may be secret */
    int is_squeezing; /* no more input: output has begun */
    int is_over;      /* a message has ended, and is wiped with the context or overwritten by the next */
    struct ab_hash_ctx message;
};

/* A context without a message. NULL with an error raised without memory, or if no implementation passes its test. */
void *ab_digest_new(void *provctx, const struct ab_digest_desc *desc);
OSSL_FUNC_digest_freectx_fn ab_digest_free;
OSSL_FUNC_digest_dupctx_fn ab_digest_dup;
OSSL_FUNC_digest_init_fn ab_digest_init;
OSSL_FUNC_digest_update_fn ab_digest_update;
OSSL_FUNC_digest_final_fn ab_digest_final;
OSSL_FUNC_digest_gettable_params_fn ab_digest_gettable_params;

/* Return the message in progress; begin one if there is none. */
struct ab_hash_ctx *ab_digest_message(struct ab_digest *d);

/* Return the parameters that describe a name. */
int ab_digest_get_desc_params(const struct ab_digest_desc *desc, OSSL_PARAM params[]);

/*
 * Numbers of functions that the headers of older releases lack (core_dispatch.h is only ever extended): since 3.3, 3.5
 * and 4.0.
 */
enum { AB_DIGEST_SQUEEZE = 14, AB_DIGEST_COPYCTX = 15, AB_DIGEST_SERIALIZE = 16, AB_DIGEST_DESERIALIZE = 17 };

/* Make `to`, another context of the same name, a copy of `from`. */
void ab_digest_copy(void *to, void *from);
/*
 * EVP_MD_CTX_serialize and _deserialize, for SHA-2 and for sponges, in OpenSSL's format (crypto/hash/sha2_state.h,
 * sponge_state.h). With out == NULL, return the length only. Return 0 if there is too little room, or if the bytes are
 * no message of this name.
 */
int ab_digest_save(void *ctx, unsigned char *out, size_t *out_len);
int ab_digest_load(void *ctx, const unsigned char *in, size_t in_len);
int ab_digest_sponge_save(void *ctx, unsigned char *out, size_t *out_len);
int ab_digest_sponge_load(void *ctx, const unsigned char *in, size_t in_len);

#define AB_DIGEST_FN(id, function) { OSSL_FUNC_DIGEST_##id, (void (*)(void))function }
#define AB_DIGEST_LATER(id, function) { AB_DIGEST_##id, (void (*)(void))function }

/* The two functions of a name, over `static const struct ab_digest_desc NAME_desc`. */
#define AB_DIGEST_NAME(name)                                                                                   \
    static void *name##_newctx(void *provctx) { return ab_digest_new(provctx, &name##_desc); }                 \
    static int name##_get_params(OSSL_PARAM params[]) { return ab_digest_get_desc_params(&name##_desc, params); }

/* A dispatch table: the functions of the name, those of all digests, and further ones. */
#define AB_DIGEST_PARAM_ENTRIES(name)                                                                          \
    AB_DIGEST_FN(GET_PARAMS, name##_get_params), AB_DIGEST_FN(GETTABLE_PARAMS, ab_digest_gettable_params)
#define AB_DIGEST_NAME_ENTRIES(name) AB_DIGEST_FN(NEWCTX, name##_newctx), AB_DIGEST_PARAM_ENTRIES(name)
#define AB_DIGEST_STREAM_ENTRIES                                                                               \
    AB_DIGEST_FN(FREECTX, ab_digest_free), AB_DIGEST_FN(DUPCTX, ab_digest_dup),                               \
    AB_DIGEST_LATER(COPYCTX, ab_digest_copy), AB_DIGEST_FN(UPDATE, ab_digest_update)
#define AB_DIGEST_SHARED_ENTRIES AB_DIGEST_STREAM_ENTRIES, AB_DIGEST_FN(FINAL, ab_digest_final)
#define AB_DIGEST_TABLE(name, ...)                                                                             \
    { AB_DIGEST_NAME_ENTRIES(name), AB_DIGEST_SHARED_ENTRIES,                                                 \
      AB_DIGEST_FN(INIT, ab_digest_init), ##__VA_ARGS__, { 0, NULL } }

/* The same for several names with the same functions beside their own: the rest of their tables, and each table. */
#define AB_DIGEST_REST(rest, ...)                                                                              \
    AB_REST(rest, AB_DIGEST_SHARED_ENTRIES, AB_DIGEST_FN(INIT, ab_digest_init), ##__VA_ARGS__)
#define AB_DIGEST_WITH_REST(name, rest) { AB_DIGEST_NAME_ENTRIES(name), AB_GO_ON(rest) }

/* For SHA-2. */
#define AB_DIGEST_SAVE_ENTRIES AB_DIGEST_LATER(SERIALIZE, ab_digest_save), AB_DIGEST_LATER(DESERIALIZE, ab_digest_load)

/* For SHA-3 and SHAKE. */
#define AB_DIGEST_SPONGE_SAVE_ENTRIES                                                                          \
    AB_DIGEST_LATER(SERIALIZE, ab_digest_sponge_save), AB_DIGEST_LATER(DESERIALIZE, ab_digest_sponge_load)

/* For SHA1 and MD5-SHA1. */
OSSL_FUNC_digest_init_fn ab_digest_ssl3_init;
OSSL_FUNC_digest_set_ctx_params_fn ab_digest_ssl3_set_params;
OSSL_FUNC_digest_settable_ctx_params_fn ab_digest_ssl3_settable_params;

#define AB_DIGEST_SSL3_ENTRIES                                                                                 \
    AB_DIGEST_FN(INIT, ab_digest_ssl3_init), AB_DIGEST_FN(SET_CTX_PARAMS, ab_digest_ssl3_set_params),         \
    AB_DIGEST_FN(SETTABLE_CTX_PARAMS, ab_digest_ssl3_settable_params)
#define AB_DIGEST_SSL3_TABLE(name)                                                                             \
    { AB_DIGEST_NAME_ENTRIES(name), AB_DIGEST_SHARED_ENTRIES, AB_DIGEST_SSL3_ENTRIES, { 0, NULL } }

extern const OSSL_DISPATCH ab_md5_functions[], ab_md5_sha1_functions[], ab_sha1_functions[];
extern const OSSL_DISPATCH ab_sha224_functions[], ab_sha256_functions[], ab_sha384_functions[], ab_sha512_functions[];
extern const OSSL_DISPATCH ab_sha512_224_functions[], ab_sha512_256_functions[];
extern const OSSL_DISPATCH ab_sm3_functions[], ab_ripemd160_functions[];
extern const OSSL_DISPATCH ab_sha3_224_functions[], ab_sha3_256_functions[], ab_sha3_384_functions[],
    ab_sha3_512_functions[];
extern const OSSL_DISPATCH ab_keccak_224_functions[], ab_keccak_256_functions[], ab_keccak_384_functions[];
extern const OSSL_DISPATCH ab_keccak_512_functions[];

/* By release: since 3.0, and BLAKE2B-512 since 3.2. */
extern const OSSL_DISPATCH ab_blake2b512_3_0_functions[], ab_blake2b512_3_2_functions[];
extern const OSSL_DISPATCH ab_blake2s256_3_0_functions[];

/* Extendable-output functions by release: since 3.0, 3.4 and 4.0. */
extern const OSSL_DISPATCH ab_shake_128_3_0_functions[], ab_shake_128_3_4_functions[];
extern const OSSL_DISPATCH ab_shake_256_3_0_functions[], ab_shake_256_3_4_functions[];
extern const OSSL_DISPATCH ab_keccak_kmac_128_3_0_functions[], ab_keccak_kmac_128_3_4_functions[];
extern const OSSL_DISPATCH ab_keccak_kmac_256_3_0_functions[], ab_keccak_kmac_256_3_4_functions[];
extern const OSSL_DISPATCH ab_cshake_keccak_128_functions[], ab_cshake_keccak_256_functions[];
extern const OSSL_DISPATCH ab_cshake_128_functions[], ab_cshake_256_functions[];

#endif
