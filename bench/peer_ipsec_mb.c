/* The other library: libipsec-mb (Debian: libipsec-mb-dev), through its jobs, without checks of their arguments. */
#include "bench/batch_work.h"

#include <intel-ipsec-mb.h>
#include <string.h>

enum { MD5_STATE = 16, MD5_BLOCK = 64, NUM_ROUND_KEYS = 15 * 16 };

/* Keys in the library's form. */
static struct {
    IMB_MGR *manager;
    DECLARE_ALIGNED(uint8_t encrypt[NUM_ROUND_KEYS], 16);
    DECLARE_ALIGNED(uint8_t decrypt[NUM_ROUND_KEYS], 16);
    DECLARE_ALIGNED(uint8_t subkey1[16], 16);
    DECLARE_ALIGNED(uint8_t subkey2[16], 16);
    DECLARE_ALIGNED(uint8_t inner[MD5_STATE], 16);
    DECLARE_ALIGNED(uint8_t outer[MD5_STATE], 16);
} peer;

static void set_md5_key(uint8_t pad, uint8_t *state)
{
    uint8_t block[MD5_BLOCK];

    memset(block, pad, sizeof(block));
    for (size_t i = 0; i < sizeof(bench_key); i++)
        block[i] ^= bench_key[i];
    IMB_MD5_ONE_BLOCK(peer.manager, block, state);
}

static void start(void)
{
    peer.manager = alloc_mb_mgr(0);
    if (peer.manager == NULL)
        return;
    init_mb_mgr_auto(peer.manager, NULL);
    IMB_AES_KEYEXP_128(peer.manager, bench_key, peer.encrypt, peer.decrypt);
    IMB_AES_CMAC_SUBKEY_GEN_128(peer.manager, peer.encrypt, peer.subkey1, peer.subkey2);
    set_md5_key(0x36, peer.inner);
    set_md5_key(0x5c, peer.outer);
}

const char *peer_name(void)
{
    return "libipsec-mb " IMB_VERSION_STR;
}

static void set_hash(IMB_JOB *job, IMB_HASH_ALG algorithm, uint64_t tag_len, unsigned i, size_t len)
{
    job->cipher_mode = IMB_CIPHER_NULL;
    job->cipher_direction = IMB_DIR_ENCRYPT;
    job->chain_order = IMB_ORDER_HASH_CIPHER;
    job->hash_alg = algorithm;
    job->src = message_of(i);
    job->hash_start_src_offset_in_bytes = 0;
    job->msg_len_to_hash_in_bytes = len;
    job->auth_tag_output = results[i];
    job->auth_tag_output_len_in_bytes = tag_len;
}

static void set_cbc(IMB_JOB *job, unsigned i, size_t len)
{
    job->cipher_mode = IMB_CIPHER_CBC;
    job->cipher_direction = IMB_DIR_ENCRYPT;
    job->chain_order = IMB_ORDER_CIPHER_HASH;
    job->hash_alg = IMB_AUTH_NULL;
    job->src = message_of(i);
    job->dst = output_of(i);
    job->cipher_start_src_offset_in_bytes = 0;
    job->msg_len_to_cipher_in_bytes = len;
    job->iv = bench_key;
    job->iv_len_in_bytes = 16;
    job->enc_keys = peer.encrypt;
    job->dec_keys = peer.decrypt;
    job->key_len_in_bytes = 16;
}

static int set(IMB_JOB *job, enum peer_work work, unsigned i, size_t len)
{
    switch (work) {
    case PEER_SHA1: set_hash(job, IMB_AUTH_SHA_1, 20, i, len); return 1;
    case PEER_SHA224: set_hash(job, IMB_AUTH_SHA_224, 28, i, len); return 1;
    case PEER_SHA256: set_hash(job, IMB_AUTH_SHA_256, 32, i, len); return 1;
    case PEER_SHA384: set_hash(job, IMB_AUTH_SHA_384, 48, i, len); return 1;
    case PEER_SHA512: set_hash(job, IMB_AUTH_SHA_512, 64, i, len); return 1;
    case PEER_HMAC_MD5:
        set_hash(job, IMB_AUTH_MD5, 16, i, len);
        job->u.HMAC._hashed_auth_key_xor_ipad = peer.inner;
        job->u.HMAC._hashed_auth_key_xor_opad = peer.outer;
        return 1;
    case PEER_CMAC:
        set_hash(job, IMB_AUTH_AES_CMAC, 16, i, len);
        job->u.CMAC._key_expanded = peer.encrypt;
        job->u.CMAC._skey1 = peer.subkey1;
        job->u.CMAC._skey2 = peer.subkey2;
        return 1;
    case PEER_CBC: set_cbc(job, i, len); return 1;
    default: return 0;
    }
}

int peer_run(enum peer_work work, size_t len)
{
    if (peer.manager == NULL)
        start();
    if (peer.manager == NULL)
        return 0;
    for (unsigned i = 0; i < NUM_MESSAGES; i++) {
        if (!set(IMB_GET_NEXT_JOB(peer.manager), work, i, len))
            return 0;
        IMB_SUBMIT_JOB_NOCHECK(peer.manager);
    }
    while (IMB_FLUSH_JOB(peer.manager) != NULL)
        ;
    for (unsigned i = 0; i < NUM_MESSAGES && work == PEER_CBC; i++)
        memcpy(results[i], output_of(i) + len - 16, 16);
    return 1;
}
