/* The provider context: all state of the module, one for each OSSL_LIB_CTX that loads it. */
#ifndef AB_PROVIDER_PROVCTX_H
#define AB_PROVIDER_PROVCTX_H

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "afterburner/cpu.h"
#include "afterburner/ec.h"
#include "afterburner/hash.h"
#include "afterburner/random_source.h"
#include "crypto/families.h"
#include "threads/pool.h"

/* The upcalls in use. Each may be absent. */
struct ab_core {
    const OSSL_CORE_HANDLE *handle;
    OSSL_FUNC_core_get_params_fn *get_params;
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
    OSSL_FUNC_core_set_error_mark_fn *set_error_mark;
    OSSL_FUNC_core_pop_error_to_mark_fn *pop_error_to_mark;
    OSSL_FUNC_core_obj_create_fn *obj_create;
    OSSL_FUNC_core_obj_add_sigid_fn *obj_add_sigid;
    OSSL_FUNC_BIO_read_ex_fn *bio_read_ex;
    OSSL_FUNC_BIO_write_ex_fn *bio_write_ex;
    /* The seed source that is configured, or before 3.2 the system's. */
    OSSL_FUNC_get_entropy_fn *get_entropy;
    OSSL_FUNC_cleanup_entropy_fn *cleanup_entropy;
    OSSL_FUNC_get_nonce_fn *get_nonce;
    OSSL_FUNC_cleanup_nonce_fn *cleanup_nonce;
    /* All of these or none: provider/fallback/fallback.h. */
    OSSL_FUNC_provider_register_child_cb_fn *provider_register_child_cb;
    OSSL_FUNC_provider_deregister_child_cb_fn *provider_deregister_child_cb;
    OSSL_FUNC_provider_name_fn *provider_name;
    OSSL_FUNC_provider_get0_provider_ctx_fn *provider_get0_provider_ctx;
    OSSL_FUNC_provider_get0_dispatch_fn *provider_get0_dispatch;
    OSSL_FUNC_provider_up_ref_fn *provider_up_ref;
    OSSL_FUNC_provider_free_fn *provider_free;
};

/* The operations that the module has algorithms for; src/provider/names.c. */
enum ab_table {
    AB_TABLE_CIPHER,
    AB_TABLE_DIGEST,
    AB_TABLE_MAC,
    AB_TABLE_KDF,
    AB_TABLE_RAND,
    AB_TABLE_SKEYMGMT,
    AB_TABLE_KEYMGMT,
    AB_TABLE_EXCHANGE,
    AB_TABLE_SIGNATURE,
    AB_TABLE_ASYM_CIPHER,
    AB_TABLE_KEM,
    AB_TABLE_ENCODER,
    AB_TABLE_DECODER,
    AB_NUM_TABLES
};

/* Types of keys that have a twin: provider/fallback/twin.h. */
enum ab_key_type {
    AB_KEY_RSA,
    AB_KEY_RSA_PSS,
    AB_KEY_DSA,
    AB_KEY_DH,
    AB_KEY_DHX,
    AB_KEY_EC,
    AB_KEY_X25519, /* these four have no twin: only the lists of the release are queried */
    AB_KEY_ED25519,
    AB_KEY_X448,
    AB_KEY_ED448,
    AB_KEY_MLKEM,  /* of any size; likewise */
    AB_KEY_HYBRID, /* of ML-KEM and any curve; likewise */
    AB_NUM_KEY_TYPES
};

enum { AB_NUM_FFC_GROUPS = 14 }; /* provider/keymgmt/ffc_groups.h */

/* Releases of OpenSSL as ordered numbers: 3.4.0 is AB_RELEASE(3, 4), 3.5.6 is AB_RELEASE_PATCH(3, 5, 6). */
#define AB_RELEASE(major, minor) AB_RELEASE_PATCH(major, minor, 0)
#define AB_RELEASE_PATCH(major, minor, patch) (((major) * 100u + (minor)) * 1000u + (patch))

/* 1 for 3.5.patch and later releases of that line. */
static inline int ab_release_is_of_3_5(unsigned release, unsigned patch)
{
    return release >= AB_RELEASE_PATCH(3, 5, patch) && release < AB_RELEASE(3, 6);
}

struct ab_counters;
struct ab_counted_family;

enum ab_log { AB_LOG_OFF = 0, AB_LOG_ERROR, AB_LOG_INFO };

struct ab_provctx {
    struct ab_core core;
    unsigned release;             /* of the libcrypto that loaded the module; 0: unknown */
    struct ab_cpu cpu;            /* of the processor, minus OPENSSL_ia32cap */
    struct ab_cpu capped;         /* cpu, minus what configuration and AFTERBURNER_CPU take away */
    struct ab_cpu allowed;        /* the same, minus the 512-bit policy */
    const char *level_reason;     /* why allowed is less than cpu; NULL if it is not */
    unsigned threads;             /* 0: off */
    struct ab_pool *_Atomic pool; /* for long calls; NULL: off; threads/pool.h */
    enum ab_log log;
    bool has_counters;            /* as configured */
    bool has_random;              /* likewise: offer the generators */
    struct ab_counters *counters; /* NULL: off; provider/counters.h */
    /* Write a family's name and level into the counters, and whether it is a cipher's; provider/counting.c. */
    void (*name_counted)(struct ab_provctx *prov, enum ab_family family, struct ab_counted_family *out);
    char *algorithms;                                 /* the configured list, owned; NULL: ALL */
    void *_Atomic offered[AB_NUM_TABLES];             /* lists; NULL: not queried yet; provider/offer.h */
    void *_Atomic hash_names;                         /* NULL: not needed yet; provider/hash_names.h */
    const OSSL_CORE_HANDLE *_Atomic default_provider; /* NULL: not needed yet; provider/fallback/fallback.h */
    const OSSL_DISPATCH *_Atomic twin_functions[AB_NUM_KEY_TYPES]; /* its key managements, found when they are needed */
    const OSSL_PARAM *_Atomic rsa_cipher_settable;                 /* the parameters of its RSA encryption, likewise */
    _Atomic unsigned char health[AB_NUM_FAMILIES];                 /* provider/health.c */
    const void *_Atomic kernels[AB_NUM_FAMILIES];                  /* that serve; NULL: not used yet, or none */
    const struct ab_hash *_Atomic digests[AB_NUM_HASHES];          /* likewise, for digests alone */
    _Atomic unsigned char curve_in_openssl[AB_NUM_CURVES];         /* provider/keymgmt/ec_key.c */
    struct ab_random_source random;                                /* provider/generator.h */
    void *_Atomic generator_slots;                                 /* likewise; NULL: not mapped yet */
    void *_Atomic era_page;                                        /* provider/rand/era.h; NULL: no generator yet */
    _Atomic uint32_t num_eras;                                     /* likewise */
    _Alignas(8) _Atomic uint64_t num_nonces;                       /* provider/rand/parent.c */
    const OSSL_DISPATCH *_Atomic host_cipher;                      /* provider/host_random.h */
    void *_Atomic ffc_groups[AB_NUM_FFC_GROUPS];                   /* struct ab_ffc; NULL: not used yet */
    _Atomic unsigned char mlkem_settings;                          /* 0: not read yet; provider/keymgmt/mlkem_key.h */
    void *_Atomic bignum;                                          /* struct ab_bignum; NULL: not tested yet */
};

#endif
