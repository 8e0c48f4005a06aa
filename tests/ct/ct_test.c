/*
 * Constant time (docs/constant-time.md): keys, IVs, associated data and text are marked secret, so that a branch on
 * them, or an address computed from them, is an error. Built with AB_CT_MARKS, and run under Valgrind's memcheck by
 * run.sh, and traced by tests/trace/run.sh.
 *
 * The first cases are deliberate offenders, which must be caught. The exit status is 0 if exactly they are.
 */
#include <string.h>

#include "afterburner/aes_batch.h"
#include "afterburner/argon2.h"
#include "afterburner/cbc_hmac.h"
#include "afterburner/curve25519_batch.h"
#include "afterburner/curve448.h"
#include "afterburner/drbg.h"
#include "afterburner/hash.h"
#include "afterburner/hash_batch.h"
#include "afterburner/hkdf.h"
#include "afterburner/kbkdf.h"
#include "afterburner/pbkdf2.h"
#include "afterburner/pkcs12_kdf.h"
#include "afterburner/scrypt.h"
#include "afterburner/sshkdf.h"
#include "afterburner/sskdf.h"
#include "afterburner/tls1_prf.h"
#include "crypto/hash/construction.h"
#include "crypto/hash/md_secret_len.h"
#include "crypto/hmac/hmac_tls.h"
#include "crypto/tls/cbc_record.h"
#include "ct/ct.h"
#include "ct/ct_case.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "crypto/aead_modes.h"
#include "kernels/aes/aes_kernels.h"
#include "kernels/argon2/argon2_kernels.h"
#include "crypto/stream_modes.h"

enum { MAX_LEN = 2048 };

static const size_t lens[] = { 0, 1, 15, 16, 17, 32, 47, 64, 100, 129, 256, 300, 521, 1100 };
static const size_t sizes[] = { 1, 4, 6, 8, 9, 12, 16, 24 };
struct ct_scope ct_scope = { lens, sizeof(lens) / sizeof(lens[0]), sizes, sizeof(sizes) / sizeof(sizes[0]), 1, 0 };

static _Alignas(64) uint8_t context[MAX_AEAD_CONTEXT];
static enum ab_ref_cipher cipher; /* with which the modes are tested */
static uint8_t key[64], iv[64], aad[64], text[MAX_LEN], result[MAX_LEN], tag[16];

/* Start a case: everything that it reads is secret from here ... */
static void begin(const char *check)
{
    ct_begin(check);
    AB_SECRET(key, sizeof(key));
    AB_SECRET(iv, sizeof(iv));
    AB_SECRET(aad, sizeof(aad));
    AB_SECRET(text, sizeof(text));
    AB_SECRET(tag, sizeof(tag));
}

/* ... to here. Returns the number of errors in between. */
static unsigned end(void)
{
    unsigned errors = ct_errors();

    AB_PUBLIC(key, sizeof(key));
    AB_PUBLIC(iv, sizeof(iv));
    AB_PUBLIC(aad, sizeof(aad));
    AB_PUBLIC(text, sizeof(text));
    AB_PUBLIC(tag, sizeof(tag));
    AB_PUBLIC(result, sizeof(result));
    AB_PUBLIC(context, sizeof(context));
    return errors;
}

static void randomize(void)
{
    t_random_bytes(key, sizeof(key));
    t_random_bytes(iv, sizeof(iv));
    t_random_bytes(aad, sizeof(aad));
    t_random_bytes(text, sizeof(text));
}

int ct_wants(const char *subject, const char *level, int is_usable)
{
    static const char *last;
    int is_left_out = !ct_scope.is_whole && last != NULL && strcmp(last, subject) == 0;

    t_where.subject = subject;
    t_where.level = level;
    t_put(subject);
    t_put(" with ");
    t_put(level);
    t_put(!is_usable ? ": cannot run here\n" : is_left_out ? ": left to the long run\n" : ": tested\n");
    if (is_usable)
        last = subject;
    return is_usable && !is_left_out;
}

/* ---- the deliberate offenders ---- */

static volatile uint8_t sink;

static __attribute__((noinline)) void offend_by_branch(void)
{
    if (key[3] & 1)
        __asm__ volatile("nop"); /* an instruction that keeps compilers from making this a conditional move */
}

static __attribute__((noinline)) void offend_by_index(void)
{
    sink = text[key[5]];
}

/* compare in constant time, and then branch on the result, which nobody has declared public */
static __attribute__((noinline)) void offend_by_comparison(void)
{
    uint8_t zero[16] = { 0 };

    if (ab_ct_memcmp(tag, zero, sizeof(tag)) != 0)
        __asm__ volatile("nop");
}

static void prove_itself(void)
{
    static void (*const offenders[])(void) = { offend_by_branch, offend_by_index, offend_by_comparison };

    t_where.subject = "deliberate offender";
    key[3] = key[5] = (uint8_t)ct_either(0, 1);
    memset(tag, ct_either(0, 1), sizeof(tag));
    for (size_t i = 0; i < sizeof(offenders) / sizeof(offenders[0]); i++) {
        t_where.len = i;
        begin("must be caught");
        offenders[i]();
        CHECK(end() != 0);
    }
    begin("must not be caught");
    AB_PUBLIC(key, sizeof(key));
    offend_by_branch();
    CHECK(end() == 0);
}

/* ---- the modes ---- */

static void check_stream(const struct stream_mode *m, const struct ab_aes_kernels *k, int decrypt, size_t len)
{
    struct message_key message = { key, iv, t_where.key_len, cipher };

    if (len < m->min_len || (m->unit > 1 && len % m->unit != 0) || len > m->long_len)
        return;
    t_where.len = len;
    randomize();
    begin(decrypt ? "decryption" : "encryption");
    if (m->public_iv)
        AB_PUBLIC(iv, sizeof(iv));
    m->start(context, k, &message, decrypt);
    if (m->unit == 0) {
        m->update(context, decrypt, text, result, len);
    } else { /* in two parts, to cover the state carried from one to the next */
        size_t cut = len / 2 / m->unit * m->unit;

        m->update(context, decrypt, text, result, cut);
        m->update(context, decrypt, text + cut, result + cut, len - cut);
    }
    m->wipe(context);
    CHECK(end() == 0);
}

static void check_aead(const struct aead_mode *m, const struct ab_aes_kernels *k, size_t len, size_t aad_len)
{
    struct ab_ref_aead a = {
        key, iv, aad, t_where.key_len, m->nonce_max < 12 ? m->nonce_max : 12, aad_len, 16, cipher
    };
    size_t unit = m->cut_unit == 0 ? len + 1 : m->cut_unit;
    struct cuts cuts = { aad_len / 2 / unit * unit, len / 3 / unit * unit, len / 2 / unit * unit };

    t_where.len = len;
    randomize();
    begin("sealing");
    m->run(context, k, &a, 0, text, result, len, tag, &cuts);
    CHECK(end() == 0);
    randomize();
    m->reference(&a, 0, text, text, len, tag);
    begin("opening");
    CHECK(m->run(context, k, &a, 1, text, result, len, tag, &cuts) == 1);
    CHECK(end() == 0);
    t_where.extra = aad_len;
    tag[ct_either(5, 15)] ^= 4;
    begin("opening with a wrong tag");
    CHECK(m->run(context, k, &a, 1, text, result, len, tag, &cuts) == 0);
    m->wipe(context);
    CHECK(end() == 0);
}

static void check_modes(const struct ab_aes_kernels *k)
{
    for (unsigned bit = 0; bit < 3 && t_has_key_len(cipher, 16 + 8 * bit); bit++)
        for (size_t i = 0; i < ct_scope.num_lens; i++) {
            for (size_t m = 0; m < num_stream_modes; m++) {
                if (!t_has_mode(cipher, stream_modes[m].name))
                    continue;
                t_where.subject = stream_modes[m].name;
                t_where.key_len = 16 + 8 * bit;
                check_stream(&stream_modes[m], k, 0, ct_scope.lens[i]);
                check_stream(&stream_modes[m], k, 1, ct_scope.lens[i]);
            }
            for (size_t m = 0; m < num_aead_modes; m++) {
                t_where.subject = aead_modes[m].name;
                t_where.key_len = aead_modes[m].num_keys * (16 + 8 * bit);
                if ((aead_modes[m].key_sizes >> bit & 1) && t_has_mode(cipher, aead_modes[m].name))
                    check_aead(&aead_modes[m], k, ct_scope.lens[i], 5 * i % 64);
            }
        }
}

/* ---- key wrap: the key data and the key-encryption key ---- */

typedef size_t wrap_fn(const struct ab_aes_wrap *c, const uint8_t *v, const uint8_t *in, uint8_t *out, size_t len);

static void check_wrap(const struct ab_aes_kernels *k, int forward, wrap_fn *wrap, wrap_fn *unwrap, size_t len)
{
    struct ab_aes_wrap *c = (void *)context;
    size_t wrapped;

    t_where.len = len;
    randomize();
    begin("wrapping");
    ab_aes_wrap_set_key(c, k, forward, key, t_where.key_len);
    wrapped = wrap(c, NULL, text, result, len);
    CHECK(end() == 0);
    for (uint8_t wrong = 0; wrong <= 1; wrong++) {
        memcpy(text, result, wrapped);
        text[9] ^= wrong;
        begin(wrong ? "unwrapping what was altered" : "unwrapping");
        ab_aes_wrap_set_key(c, k, forward, key, t_where.key_len);
        CHECK(unwrap(c, NULL, text, text + MAX_LEN / 2, wrapped) == (wrong ? 0 : len));
        CHECK(end() == 0);
    }
}

static void check_wraps(const struct ab_aes_kernels *k)
{
    for (int forward = 0; forward <= 1; forward++)
        for (size_t len = 16; len <= 200; len += 40) {
            t_where.key_len = 16 + len / 40 % 3 * 8;
            t_where.subject = "WRAP";
            check_wrap(k, forward, ab_aes_wrap, ab_aes_unwrap, len);
            t_where.subject = "WRAP-PAD";
            check_wrap(k, forward, ab_aes_wrap_pad, ab_aes_unwrap_pad, len - 3);
            check_wrap(k, forward, ab_aes_wrap_pad, ab_aes_unwrap_pad, len % 8 + 1);
        }
}

/* ---- CMAC: key and message ---- */

static void check_cmac(const struct ab_aes_kernels *k)
{
    struct ab_cmac *c = (void *)context;

    t_where.subject = "CMAC";
    for (size_t i = 0; i < ct_scope.num_lens; i++)
        for (t_where.key_len = 16; t_where.key_len <= 32; t_where.key_len += 8) {
            t_where.len = ct_scope.lens[i];
            randomize();
            begin("MAC in two parts");
            ab_cmac_set_key(&c->key, k, key, t_where.key_len);
            ab_cmac_start(c);
            ab_cmac_update(c, text, ct_scope.lens[i] / 3);
            ab_cmac_update(c, text + ct_scope.lens[i] / 3, ct_scope.lens[i] - ct_scope.lens[i] / 3);
            ab_cmac_final(c, result);
            ab_cmac_wipe(c);
            CHECK(end() == 0);
        }
}

static void check_kbkdf_by_cmac(const struct ab_aes_kernels *k)
{
    const struct ab_kbkdf_inputs in = { aad, iv, NULL, sizeof(aad), sizeof(iv), 0, 4, 1, 1, 1 };
    struct ab_cmac *c = (void *)context;

    t_where.subject = "KBKDF";
    for (t_where.key_len = 16; t_where.key_len <= 32; t_where.key_len += 8) {
        randomize();
        begin("40 bytes by CMAC");
        ab_cmac_set_key(&c->key, k, key, t_where.key_len);
        ab_kbkdf_cmac(c, &in, result, 40);
        ab_cmac_wipe(c);
        CHECK(end() == 0);
    }
}

/* ---- many messages at once ---- */

/* Nine messages of lengths around len, under two keys. */
static void check_batch(const struct ab_aes_kernels *k, enum ab_aes_batch_kind kind, size_t len)
{
    static struct ab_aes_batch batch;
    struct ab_cmac_key keys[2];
    struct ab_aes_job jobs[9];

    t_where.subject = "batch";
    t_where.len = len;
    t_where.extra = kind;
    randomize();
    begin("many messages");
    ab_cmac_set_key(&keys[0], k, key, t_where.key_len);
    ab_cmac_set_key(&keys[1], k, key + 16, t_where.key_len);
    ab_aes_batch_init(&batch, k, kind, t_where.key_len);
    for (unsigned i = 0; i < 9; i++) {
        const struct ab_cmac_key *one = &keys[i & 1];
        size_t n = (len + 16 * i) % 128;

        if (kind == AB_AES_BATCH_CMAC)
            ab_aes_batch_add_cmac(&batch, &jobs[i], one, text, n);
        else if (kind == AB_AES_BATCH_CBC)
            ab_aes_batch_add_cbc(&batch, &jobs[i], &one->aes, iv, text, result + 128 * i, n / 16 * 16);
        else
            ab_aes_batch_add_cfb(&batch, &jobs[i], &one->aes, iv, text, result + 128 * i, n);
    }
    ab_aes_batch_flush(&batch);
    ab_aes_batch_wipe(&batch);
    AB_PUBLIC(jobs, sizeof(jobs));
    AB_PUBLIC(keys, sizeof(keys));
    CHECK(end() == 0);
}

static void check_batches(const struct ab_aes_kernels *k)
{
    for (size_t i = 0; i < ct_scope.num_lens; i++) {
        t_where.key_len = 16 + 8 * (i % 3);
        for (enum ab_aes_batch_kind kind = AB_AES_BATCH_CMAC; kind <= AB_AES_BATCH_CFB; kind++)
            check_batch(k, kind, ct_scope.lens[i]);
    }
}

static void check_level(const struct ab_aes_kernels *k)
{
    check_cmac(k);
    check_kbkdf_by_cmac(k);
    check_batches(k);
    check_modes(k);
    check_wraps(k);
}

/* ---- TLS CBC records: the padding, the place of the MAC, and whether either is right, are secret ---- */

static void check_record(size_t len, size_t mac_len, unsigned pad, enum ab_tls_padding kind)
{
    uint8_t mac[AB_TLS_MAX_MAC], random_mac[AB_TLS_MAX_MAC];
    size_t data_len = 0;

    t_where.subject = kind == AB_TLS_PADDING_TLS ? "TLS CBC record" : "SSL 3 CBC record";
    t_where.key_len = mac_len;
    t_where.len = len;
    t_where.extra = pad;
    pad = (unsigned)ct_either((int)pad, (int)(255 - pad));
    randomize();
    t_random_bytes(random_mac, sizeof(random_mac));
    for (size_t i = 0; i <= pad && i < len; i++)
        text[len - 1 - i] = (uint8_t)pad;
    begin("padding and MAC taken off");
    AB_SECRET(random_mac, sizeof(random_mac));
    ab_tls_cbc_unpad(text, len, mac_len, kind, random_mac, mac, &data_len);
    CHECK(end() == 0);
    AB_PUBLIC(&data_len, sizeof(data_len));
    CHECK(data_len <= len);
    begin("padding added");
    ab_tls_cbc_pad(text, len, kind);
    CHECK(end() == 0);
}

static void check_records(void)
{
    static const size_t mac_lens[] = { 0, 20, 32, 48 };

    for (size_t m = 0; m < sizeof(mac_lens) / sizeof(mac_lens[0]); m++)
        for (size_t len = 64; len <= 640; len += 144)
            for (unsigned pad = 0; pad < 256; pad += 17) {
                check_record(len, mac_lens[m], pad, AB_TLS_PADDING_TLS);
                check_record(len, mac_lens[m], pad, AB_TLS_PADDING_SSL3);
            }
}

/*
 * ---- CBC with HMAC: memcheck does not know the SHA instructions, so CBC and the hash function in C, one after the
 * other, replace the interleaved kernels; the code around them is unchanged ----
 */

static const struct ab_aes_kernels *apart;
static const struct ab_hash *in_c;

static void encrypt_apart(const struct ab_aes_key *k, uint8_t v[16], const uint8_t *in, uint8_t *out, uint32_t *state,
                          const uint8_t *hashed, size_t num_steps)
{
    in_c->kernels->compress32(state, hashed, num_steps);
    apart->cbc_encrypt(k, v, in, out, 4 * num_steps);
}

static void decrypt_apart(const struct ab_aes_key *k, uint8_t v[16], const uint8_t *in, uint8_t *out, uint32_t *state,
                          const uint8_t *hashed, size_t num_steps)
{
    apart->cbc_decrypt(k, v, in, out, 4 * num_steps);
    in_c->kernels->compress32(state, hashed, num_steps);
}

/* flaw: open a record of len bytes with the byte this far from its end wrong; 0: none. */
static void check_cbc_hmac_record(const struct ab_cbc_hmac *c, size_t len, size_t flaw)
{
    size_t total = ab_cbc_hmac_sealed_len(c, len), found;
    uint8_t first_iv[16];
    int ok;

    t_where.len = len;
    t_where.extra = flaw;
    randomize();
    memcpy(first_iv, iv, sizeof(first_iv));
    begin("a record sealed");
    ab_cbc_hmac_seal(c, iv, aad, text, result, 0, len);
    CHECK(end() == 0);
    memcpy(text, result, total);
    if (flaw != 0)
        text[total - flaw] ^= 0x10;
    memcpy(iv, first_iv, sizeof(first_iv));
    begin(flaw == 0 ? "a record opened" : "a wrong record refused");
    ok = ab_cbc_hmac_open(c, iv, aad, text, text, total, &found);
    CHECK(end() == 0);
    CHECK(ok == (flaw == 0));
}

/* stand_in: a hash function that replaces the one which the kernels are woven with, or NULL. */
static void check_cbc_hmac_with(const struct ab_aes_kernels *kernels, enum ab_hash_id id,
                                const struct ab_hash *stand_in)
{
    static const int flaws[] = { 0, 1, 18, 32 }; /* none, then mostly padding, mostly MAC, MAC or data */
    struct ab_cbc_hmac c;

    randomize();
    begin("keys of CBC with HMAC");
    ab_cbc_hmac_set_key(&c, kernels, id, key, 16);
    if (stand_in != NULL)
        c.hash = stand_in;
    ab_cbc_hmac_set_mac_key(&c, key + 16, 32);
    ab_aes_ecb_prepare_decrypt(&c.aes);
    CHECK(end() == 0);
    for (size_t i = 0; i < ct_scope.num_lens; i++) {
        check_cbc_hmac_record(&c, ct_scope.lens[i], 0);
        for (unsigned j = 1; j < 4; j++)
            check_cbc_hmac_record(&c, ct_scope.lens[i], (size_t)ct_either(flaws[j], flaws[j % 3 + 1]));
    }
    AB_PUBLIC(&c, sizeof(c));
    ab_cbc_hmac_wipe(&c);
}

static void check_cbc_hmac_apart(enum ab_hash_id id)
{
    struct ab_aes_kernels kernels = ab_aes_kernels_aesni;

    apart = &ab_aes_kernels_aesni;
    kernels.cbc_sha1_encrypt = kernels.cbc_sha256_encrypt = encrypt_apart;
    kernels.cbc_sha1_decrypt = kernels.cbc_sha256_decrypt = decrypt_apart;
    for (in_c = ab_hash_list(id); !ab_hash_is_fallback(in_c); in_c++)
        ;
    check_cbc_hmac_with(&kernels, id, in_c);
}

static void check_cbc_hmac(enum ab_hash_id id)
{
    static const char *const names[] = { "CBC with HMAC-SHA1", "CBC with HMAC-SHA256" };
    const char *name = names[id == AB_HASH_SHA256];
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    if (ct_scope.needs_stand_ins) {
        if (ct_wants(name, "aesni", 1))
            check_cbc_hmac_apart(id);
        return;
    }
    for (const struct ab_aes_kernels *const *k = ab_aes_list(); *k != NULL; k++)
        if (ct_wants(name, ab_aes_level(*k), ab_aes_is_usable(*k, &cpu) && (cpu.bits & AB_BIT_SHA) != 0))
            check_cbc_hmac_with(*k, id, NULL);
    t_where.level = NULL;
}

/* ---- hash functions: the message is secret, and so is the whole state, as if the digest were secret too ---- */

static void check_hash_message(const struct ab_hash *h, size_t len)
{
    struct ab_hash_ctx c;

    t_where.len = len;
    randomize();
    begin("digest in two parts");
    ab_hash_init(&c, h);
    ab_hash_update(&c, text, len / 3);
    ab_hash_update(&c, text + len / 3, len - len / 3);
    ab_hash_final(&c, result);
    AB_PUBLIC(&c, sizeof(c));
    CHECK(end() == 0);
}

/* Hash many messages at once, of lengths around len. */
static void check_hash_batch(const struct ab_hash *h, size_t len)
{
    static struct ab_hash_job jobs[9];
    struct ab_hash_batch batch;

    t_where.len = len;
    randomize();
    begin("many messages");
    ab_hash_batch_init(&batch, h);
    for (unsigned i = 0; i < 9; i++)
        ab_hash_batch_add(&batch, &jobs[i], text + i, (len + 50 * i) % 1200);
    ab_hash_batch_flush(&batch);
    AB_PUBLIC(jobs, sizeof(jobs));
    CHECK(end() == 0);
}

/* The short run takes one hash function of each construction. */
static int is_chosen(enum ab_hash_id id)
{
    return ct_scope.is_whole || id == AB_HASH_SHA1 || id == AB_HASH_SHA256 || id == AB_HASH_SHA512
           || id == AB_HASH_SHA3_256;
}

static void check_hashes(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (unsigned id = 0; id < AB_NUM_HASHES; id++)
        for (const struct ab_hash *h = ab_hash_list((enum ab_hash_id)id); h->algorithm != NULL && is_chosen(id); h++)
            if (ct_wants(h->algorithm->name, ab_hash_level(h), ab_hash_is_usable(h, &cpu)))
                for (size_t i = 0; i < ct_scope.num_lens; i++) {
                    check_hash_message(h, ct_scope.lens[i]);
                    check_hash_batch(h, ct_scope.lens[i]);
                }
    t_where.level = NULL;
}

/* ---- HMAC: key and message are secret, and for a TLS record the length of its data too ---- */

static void check_hmac_record(const struct ab_hmac_key *k, size_t record_len, size_t pad)
{
    size_t other_pad = record_len > 257 - pad + AB_HASH_MAX_DIGEST ? 257 - pad : 1;
    size_t len = record_len - k->hash->algorithm->digest_len - (size_t)ct_either((int)pad, (int)other_pad);

    t_where.extra = pad;
    randomize();
    begin("HMAC of a record");
    AB_SECRET(&len, sizeof(len));
    CHECK(ab_hmac_tls(k, key, text, len, record_len, result));
    CHECK(end() == 0);
}

static void check_hmac_message(const struct ab_hash *h, size_t len)
{
    struct ab_hmac_key k;

    t_where.len = len;
    randomize();
    begin("HMAC under a new key");
    ab_hmac_set_key(&k, h, key, len % sizeof(key));
    ab_hmac(&k, text, len, result);
    CHECK(end() == 0);
    for (size_t pad = 1; pad <= 256 && ab_md_has_secret_len(h) && len > pad + AB_HASH_MAX_DIGEST; pad += 51)
        check_hmac_record(&k, len, pad);
    ab_hmac_wipe(&k);
    AB_PUBLIC(&k, sizeof(k));
}

/* ---- derivations: all inputs and outputs are secret ---- */

enum { OUT_LEN = 200 };

static void derive_hkdf(const struct ab_hash *h, size_t len)
{
    size_t prk_len = h->algorithm->digest_len;

    ab_hkdf_extract(h, iv, sizeof(iv), text, len, result);
    CHECK(ab_hkdf_expand(h, result, prk_len, aad, len % sizeof(aad), result + prk_len, OUT_LEN));
}

static void derive_tls13(const struct ab_hash *h, size_t len)
{
    struct ab_tls13_label label = { iv, aad, key, 6, len % 20, h->algorithm->digest_len };

    CHECK(ab_tls13_expand_label(h, text, h->algorithm->digest_len, &label, result, OUT_LEN));
}

static void derive_tls1(const struct ab_hash *h, size_t len)
{
    ab_tls1_prf(h, text, len, aad, sizeof(aad), result, OUT_LEN);
}

static void derive_pbkdf2(const struct ab_hash *h, size_t len)
{
    ab_pbkdf2(h, text, len, aad, len % sizeof(aad), 3, result, OUT_LEN);
}

static void derive_kbkdf(const struct ab_hash *h, size_t len)
{
    const struct ab_kbkdf_inputs in = { aad, iv, key, len % sizeof(aad), sizeof(iv), 16, 4, 1, 1, 1 };
    struct ab_hmac_key k;

    ab_hmac_set_key(&k, h, text, len);
    ab_kbkdf_hmac(&k, &in, result, OUT_LEN);
    ab_hmac_wipe(&k);
    AB_PUBLIC(&k, sizeof(k));
}

static void derive_ssh(const struct ab_hash *h, size_t len)
{
    const struct ab_sshkdf_inputs in = { text, aad, iv, len, sizeof(aad), sizeof(iv), 'C' };

    ab_sshkdf(h, &in, result, OUT_LEN);
}

static void derive_x942(const struct ab_hash *h, size_t len)
{
    ab_x942_kdf(h, text, len, aad, sizeof(aad), iv, sizeof(iv), result, OUT_LEN);
}

static void derive_pkcs12(const struct ab_hash *h, size_t len)
{
    const struct ab_pkcs12_inputs in = { text, iv, len % 200, sizeof(iv), 3, 1 };
    static uint8_t memory[5 * AB_HASH_MAX_BLOCK];

    CHECK(ab_pkcs12_kdf_memory(h, &in) <= sizeof(memory));
    ab_pkcs12_kdf(h, &in, memory, result, OUT_LEN);
}

/* Entropy, nonce and additional input are secret. CTR_DRBG is not here: the CTR kernel picks a path by its counter. */
static void derive_hash_drbg(const struct ab_hash *h, size_t len)
{
    const struct ab_drbg_input in[] = { { text, len }, { iv, sizeof(iv) } };
    struct ab_hash_drbg d;

    ab_hash_drbg_instantiate(&d, h, in, 2);
    ab_hash_drbg_reseed(&d, in, 2);
    ab_hash_drbg_generate(&d, aad, len % sizeof(aad), result, OUT_LEN);
    ab_wipe(&d, sizeof(d));
}

static void derive_hmac_drbg(const struct ab_hash *h, size_t len)
{
    const struct ab_drbg_input in[] = { { text, len }, { iv, sizeof(iv) } };
    struct ab_hmac_drbg d;

    ab_hmac_drbg_instantiate(&d, h, in, 2);
    ab_hmac_drbg_reseed(&d, in, 2);
    ab_hmac_drbg_generate(&d, aad, len % sizeof(aad), result, OUT_LEN);
    ab_wipe(&d, sizeof(d));
}

static const struct derivation {
    const char *name;
    void (*derive)(const struct ab_hash *h, size_t len);
} derivations[] = {
    { "HKDF", derive_hkdf },           { "TLS13-KDF", derive_tls13 }, { "TLS1-PRF", derive_tls1 },
    { "KBKDF", derive_kbkdf },         { "SSHKDF", derive_ssh },      { "X942KDF", derive_x942 },
    { "PKCS12KDF", derive_pkcs12 },    { "PBKDF2", derive_pbkdf2 },   { "Hash_DRBG", derive_hash_drbg },
    { "HMAC_DRBG", derive_hmac_drbg },
};

static void check_derivations(const struct ab_hash *h, size_t len)
{
    for (size_t i = 0; i < sizeof(derivations) / sizeof(derivations[0]); i++) {
        t_where.len = len;
        randomize();
        begin(derivations[i].name);
        derivations[i].derive(h, len);
        CHECK(end() == 0);
    }
}

/* scrypt itself declares public where it reads next: src/kernels/scrypt/. */
static void check_scrypt(void)
{
    static const struct ab_scrypt_cost cost = { 16, 2, 2 };
    static _Alignas(64) uint8_t memory[128 * 2 * (16 + 2 + 1)];
    static const struct ab_cpu bare;
    size_t len;

    t_where.subject = "scrypt";
    CHECK(ab_scrypt_memory_len(&cost, &len) && len == sizeof(memory));
    randomize();
    begin("derivation");
    ab_scrypt(ab_hash_pick(AB_HASH_SHA256, &bare), &cost, text, 100, aad, sizeof(aad), memory, result, OUT_LEN);
    CHECK(end() == 0);
}

/*
 * Argon2d and the later part of Argon2id declare public which block they read next: src/kernels/argon2/. Argon2i and
 * the first half of Argon2id's first pass declare nothing.
 */
static void check_argon2_with(const struct ab_argon2_kernels *k, const struct ab_hash *blake2b)
{
    enum { KIBIBYTES = 48 };
    static const char *const names[] = { "Argon2d", "Argon2i", "Argon2id" };
    static struct ab_argon2_block memory[KIBIBYTES];
    const struct ab_argon2_inputs inputs = { { text, 100 }, { iv, sizeof(iv) }, { key, sizeof(key) }, { aad, 10 } };

    for (unsigned type = AB_ARGON2D; type <= AB_ARGON2ID; type++) {
        const struct ab_argon2_cost cost = { (enum ab_argon2_type)type, AB_ARGON2_VERSION_13, 2, KIBIBYTES, 2 };

        randomize();
        begin(names[type]);
        ab_argon2(k, blake2b, &cost, &inputs, memory, result, OUT_LEN);
        CHECK(end() == 0);
    }
}

static void check_argon2(void)
{
    static const struct ab_cpu bare;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_argon2_kernels *const *k = ab_argon2_list(); *k != NULL; k++)
        if (ct_wants("Argon2", (*k)->needs.name, ab_cpu_has(&cpu, &(*k)->needs)))
            check_argon2_with(*k, ab_hash_pick(AB_HASH_BLAKE2B512, &bare));
    t_where.level = NULL;
}

static void check_hmac(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (unsigned id = 0; id < AB_NUM_HASHES; id++)
        for (const struct ab_hash *h = ab_hash_list((enum ab_hash_id)id); h->algorithm != NULL && is_chosen(id); h++)
            if (!h->algorithm->is_xof && ct_wants(h->algorithm->name, ab_hash_level(h), ab_hash_is_usable(h, &cpu)))
                for (size_t i = 0; i < ct_scope.num_lens; i++) {
                    check_hmac_message(h, ct_scope.lens[i]);
                    check_derivations(h, ct_scope.lens[i]);
                }
    t_where.level = NULL;
}

/* ---- X25519 and Ed25519: private key, peer and message ---- */

static void check_curve25519_with(const struct ab_curve25519_kernels *k, const struct ab_hash *sha512)
{
    const struct ab_ed25519_message m = { AB_ED25519CTX, aad, 8, text, 100 };
    uint8_t public_key[AB_ED25519_KEY_LEN];

    randomize();
    begin("X25519 key");
    ab_x25519_public(k, result, key);
    CHECK(end() == 0);
    begin("X25519 secret");
    CHECK(ab_x25519(k, result, key, iv));
    CHECK(end() == 0);
    ab_ed25519_public(k, sha512, public_key, key);
    begin("Ed25519 key and signature");
    ab_ed25519_public(k, sha512, result, key);
    ab_ed25519_sign(k, sha512, result, &m, key, public_key);
    CHECK(end() == 0);
}

static void check_curve25519(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_curve25519_kernels *const *k = ab_curve25519_list(); *k != NULL; k++)
        if (ct_wants("curve25519", ab_curve25519_level(*k), ab_curve25519_is_usable(*k, &cpu)))
            for (unsigned i = 0; i < 3; i++)
                check_curve25519_with(*k, ab_hash_pick(AB_HASH_SHA512, &cpu));
    t_where.level = NULL;
}

/* Several keys at once: generation, exchange and signatures. Verification has no secrets. */
static void check_curve25519_lanes(const struct ab_curve25519_batch_kernels *l, const struct ab_cpu *cpu)
{
    enum { NUM = 8 };
    const struct ab_ed25519_message m = { AB_ED25519CTX, aad, 8, text, 100 };
    const struct ab_hash *sha512 = ab_hash_pick(AB_HASH_SHA512, cpu);
    static struct ab_curve25519_job jobs[4 * NUM];
    uint8_t public_key[AB_ED25519_KEY_LEN];
    struct ab_curve25519_batch b;

    randomize();
    ab_curve25519_batch_init(&b, ab_curve25519_pick(cpu), l, sha512);
    ab_ed25519_public(ab_curve25519_pick(cpu), sha512, public_key, key);
    begin("batch of X25519 and Ed25519");
    for (unsigned i = 0; i < NUM; i++) {
        ab_curve25519_batch_add_x25519_public(&b, &jobs[4 * i], key);
        ab_curve25519_batch_add_x25519(&b, &jobs[4 * i + 1], key, iv);
        ab_curve25519_batch_add_public(&b, &jobs[4 * i + 2], key);
        ab_curve25519_batch_add_sign(&b, &jobs[4 * i + 3], &m, key, public_key);
    }
    ab_curve25519_batch_flush(&b);
    while (ab_curve25519_batch_take(&b) != NULL)
        ;
    CHECK(end() == 0);
}

static void check_curve25519_batches(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_curve25519_batch_kernels *const *l = ab_curve25519_batch_kernels_list(); *l != NULL; l++)
        if (ct_wants("curve25519, several keys", ab_curve25519_batch_kernels_level(*l),
                     ab_curve25519_batch_kernels_is_usable(*l, &cpu)))
            check_curve25519_lanes(*l, &cpu);
    t_where.level = NULL;
}

/* ---- X448 and Ed448, likewise ---- */

static void check_curve448_with(const struct ab_curve448_kernels *k, const struct ab_hash *shake256)
{
    const struct ab_ed448_message m = { .context = aad, .context_len = 8, .data = text, .len = 100 };
    uint8_t public_key[AB_ED448_KEY_LEN];

    randomize();
    begin("X448 key and secret");
    ab_x448_public(k, result, key);
    CHECK(ab_x448(k, result, key, text));
    CHECK(end() == 0);
    ab_ed448_public(k, shake256, public_key, key);
    begin("Ed448 key and signature");
    ab_ed448_public(k, shake256, result, key);
    ab_ed448_sign(k, shake256, result, &m, key, public_key);
    CHECK(end() == 0);
}

static void check_curve448(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_curve448_kernels *const *k = ab_curve448_list(); *k != NULL; k++)
        if (ct_wants("curve448", ab_curve448_level(*k), ab_curve448_is_usable(*k, &cpu)))
            for (unsigned i = 0; i < 2; i++)
                check_curve448_with(*k, ab_hash_pick(AB_HASH_SHAKE_256, &cpu));
    t_where.level = NULL;
}

static void check_cbc_hmacs(void)
{
    check_cbc_hmac(AB_HASH_SHA1);
    check_cbc_hmac(AB_HASH_SHA256);
}

static void check_levels(void)
{
    t_each_level(check_level);
}

static void check_sm4(void)
{
    cipher = AB_REF_SM4;
    t_each_level_of(cipher, check_modes);
}

static void check_aria(void)
{
    cipher = AB_REF_ARIA;
    t_each_level_of(cipher, check_modes);
}

static void check_camellia(void)
{
    cipher = AB_REF_CAMELLIA;
    t_each_level_of(cipher, check_modes);
}

int main(void)
{
    static void (*const subjects[])(void) = {
        check_records,  check_cbc_hmacs, check_hashes,     check_hmac,
        check_scrypt,   check_argon2,    check_curve25519, check_curve25519_batches,
        ct_bignum,      ct_ffc,          ct_rsa,           ct_ec,
        ct_mlkem,       ct_mldsa,        ct_slhdsa,        ct_chacha,
        check_curve448, check_levels,    check_sm4,        check_aria,
        check_camellia,
    };

    t_where.subject = "what watches";
    if (!CHECK(ct_start()))
        return t_finish();
    prove_itself();
    for (size_t i = 0; i < sizeof(subjects) / sizeof(subjects[0]); i++) {
        ct_start_subject();
        subjects[i]();
    }
    ct_stop();
    return t_finish();
}
