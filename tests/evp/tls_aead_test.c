/*
 * GCM, CCM and ChaCha20-Poly1305, used as libssl's record layer uses them for TLS 1.2: additional data by
 * EVP_CTRL_AEAD_TLS1_AAD, a fixed part of the IV, an explicit part in the record, the tag after it, all in one update
 * in place. The IV of ChaCha20-Poly1305 is fixed as a whole, and its records have no explicit part (RFC 7905).
 *
 * Both providers process the same records (twin.h), valid and damaged; then each provider opens what the other sealed.
 */
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "twin.h"

enum { AAD_LEN = 13, MAX_DATA = 1200, RECORDS = 6, ONE_IN = 11 };

struct session {
    const struct cipher *c;
    struct random rnd;
    struct twin twin;
    size_t tag_len;
    uint8_t key[32], fixed[256], aad[256], record[TWIN_MAX_IN];
    size_t len; /* the record's length: explicit IV, data and tag */
};

static char twin_log[TWIN_LOG];
static size_t twin_log_len;
static unsigned long records, accepted;

static bool is_ccm(const struct cipher *c)
{
    return EVP_CIPHER_get_mode(c->cipher[DEFAULT]) == EVP_CIPH_CCM_MODE;
}

static bool is_gcm(const struct cipher *c)
{
    return EVP_CIPHER_get_mode(c->cipher[DEFAULT]) == EVP_CIPH_GCM_MODE;
}

/* Bytes of the IV before the data of a record. */
static size_t explicit_iv(const struct session *s)
{
    return cipher_is_chacha(s->c) ? 0 : 8;
}

/* Bytes of the IV that are not in the record. */
static size_t fixed_iv(const struct session *s)
{
    return cipher_is_chacha(s->c) ? 12 : 4;
}

/* Sequence number, type, version, length: RFC 5246 sec. 6.2.3.3. libssl's length includes IV and tag. */
static void make_aad(uint8_t aad[AAD_LEN], uint64_t sequence, size_t len)
{
    for (unsigned i = 0; i < 8; i++)
        aad[i] = (uint8_t)(sequence >> (56 - 8 * i));
    aad[8] = 23;
    aad[9] = aad[10] = 3;
    aad[11] = (uint8_t)(len >> 8);
    aad[12] = (uint8_t)len;
}

static int ctrl(struct session *s, int command, size_t arg, const uint8_t *in)
{
    struct op op = { .type = OP_CTRL, .ctrl = command, .ctrl_arg = (int)arg, .ctrl_in = in };

    twin_do(&s->twin, &op);
    return s->twin.ret;
}

static void ctrl_out(struct session *s, int command, size_t len)
{
    struct op op = { .type = OP_CTRL, .ctrl = command, .ctrl_arg = (int)len, .ctrl_out = true };

    twin_do(&s->twin, &op);
}

static void init(struct session *s, int enc, bool with_cipher, const uint8_t *key)
{
    struct op op = { .type = OP_INIT, .enc = enc, .with_cipher = with_cipher, .key = key };

    twin_do(&s->twin, &op);
}

/* EVP_Cipher returns a length, 0 for an opened record without data, or -1. Returns 1 if the record is right. */
static int update(struct session *s, enum place place)
{
    struct op op = {
        .type = random_chance(&s->rnd, 25) ? OP_CIPHER : OP_UPDATE, .in = s->record, .len = s->len, .place = place
    };

    twin_do(&s->twin, &op);
    return op.type == OP_CIPHER ? s->twin.ret >= 0 : s->twin.ret > 0;
}

/* As in libssl: set tag length, key and fixed IV. fixed_len 0: the whole IV, which makes sealing deterministic. */
static void set_up(struct session *s, int enc, size_t fixed_len)
{
    twin_open(&s->twin, s->c, twin_log, &twin_log_len);
    s->twin.compare_all = true;
    twin_log_len = 0;
    init(s, enc, true, NULL);
    if (is_ccm(s->c)) {
        ctrl(s, EVP_CTRL_AEAD_SET_IVLEN, 12, NULL);
        ctrl(s, EVP_CTRL_AEAD_SET_TAG, s->tag_len, NULL);
    }
    init(s, enc, false, s->key);
    ctrl(s, EVP_CTRL_AEAD_SET_IV_FIXED, fixed_len == 0 ? (size_t)-1 : fixed_len, s->fixed);
}

/* Damage a sealed record, its additional data or its length, or nothing. Returns true if it may still be valid. */
static bool spoil(struct session *s)
{
    uint8_t bit = (uint8_t)(1u << random_below(&s->rnd, 8));

    switch (random_below(&s->rnd, 8)) {
    case 0: s->record[random_below(&s->rnd, (unsigned)s->len)] ^= bit; return false;
    case 1: s->aad[random_below(&s->rnd, AAD_LEN)] ^= bit; return false;
    case 2: s->len -= 1 + random_below(&s->rnd, (unsigned)s->len - 1); return false;
    default: return true;
    }
}

/* Process one record of `data_len` bytes of data with both providers. */
static void one_record(struct session *s, int enc, uint64_t sequence, size_t data_len)
{
    size_t aad_len = random_chance(&s->rnd, 3) ? random_below(&s->rnd, 20) : AAD_LEN;

    s->len = explicit_iv(s) + data_len + s->tag_len;
    make_aad(s->aad, sequence, enc ? explicit_iv(s) + data_len : s->len);
    if (enc && random_chance(&s->rnd, 5))
        spoil(s);
    if (ctrl(s, EVP_CTRL_AEAD_TLS1_AAD, aad_len, s->aad) > 0 || random_chance(&s->rnd, 50))
        update(s, random_chance(&s->rnd, 3) ? APART : IN_PLACE);
    records++;
    accepted += s->twin.ret > 0;
    if (random_chance(&s->rnd, 5))
        update(s, IN_PLACE); /* again, without new additional data */
    if (random_chance(&s->rnd, 5))
        ctrl_out(s, EVP_CTRL_GCM_IV_GEN, 8);
    if (random_chance(&s->rnd, 2))
        init(s, -1, false, NULL);
}

static void report(struct session *s, const char *what, uint64_t seed)
{
    if (s->twin.diverged)
        fail("%s: %s, seed %llu\n%.*s", s->c->name, what, (unsigned long long)seed, (int)twin_log_len, twin_log);
    twin_close(&s->twin);
}

/* Seal with the whole IV given: the bytes are equal, and the invocation field counts on, also when it wraps. */
static void seal_on_both(struct session *s, uint64_t seed)
{
    set_up(s, 1, is_gcm(s->c) ? 0 : fixed_iv(s));
    for (unsigned i = 0; i < RECORDS; i++) {
        random_bytes(&s->rnd, s->record, sizeof(s->record));
        one_record(s, 1, random_next(&s->rnd), random_below(&s->rnd, random_chance(&s->rnd, 50) ? 40 : MAX_DATA));
    }
    report(s, "sealing", seed);
}

/*
 * GCM counts IVs of every length that has room for the 8-byte counter. The whole IV is given, one before the counter
 * wraps; what is generated is compared at every length. Then the peer's IVs, which need no room for a counter.
 */
static void count_ivs(struct session *s, size_t iv_len)
{
    for (int enc = 1; enc >= 0; enc--) {
        set_up(s, enc, 0);
        ctrl(s, EVP_CTRL_AEAD_SET_IVLEN, iv_len, NULL);
        memset(s->fixed + (iv_len < 8 ? 0 : iv_len - 8), 0xff, 8);
        ctrl(s, EVP_CTRL_AEAD_SET_IV_FIXED, (size_t)-1, s->fixed);
        for (size_t len = 1; len <= iv_len; len++) {
            if (iv_len >= 8)
                ctrl_out(s, EVP_CTRL_GCM_IV_GEN, len);
            ctrl(s, EVP_CTRL_GCM_SET_IV_INV, len, s->key);
            s->len = 40;
            random_bytes(&s->rnd, s->record, s->len);
            make_aad(s->aad, len, s->len - (enc ? 16 : 0));
            if (iv_len >= 8 && len % 3 == 0) {
                ctrl(s, EVP_CTRL_AEAD_TLS1_AAD, AAD_LEN, s->aad);
                update(s, IN_PLACE);
            } else {
                update(s, APART);
            }
        }
        report(s, "counting IVs", iv_len);
    }
}

static int seal_with(EVP_CIPHER_CTX *ctx, uint8_t *record, size_t len, uint8_t aad[AAD_LEN])
{
    int out_len;

    return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, AAD_LEN, aad) > 0
           && EVP_CipherUpdate(ctx, record, &out_len, record, (int)len) && out_len == (int)len;
}

static EVP_CIPHER_CTX *sealing_context(const struct session *s, enum side side)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    EVP_EncryptInit_ex2(ctx, s->c->cipher[side], NULL, NULL, NULL);
    if (is_ccm(s->c)) {
        EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, 12, NULL);
        EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)s->tag_len, NULL);
    }
    EVP_EncryptInit_ex2(ctx, NULL, s->key, NULL, NULL);
    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, (int)fixed_iv(s), (void *)s->fixed);
    return ctx;
}

/* One provider seals with a random invocation field; both open; some records are damaged in between. */
static void seal_on_one(struct session *s, enum side side, uint64_t seed)
{
    EVP_CIPHER_CTX *ctx = sealing_context(s, side);

    set_up(s, 0, fixed_iv(s));
    for (unsigned i = 0; i < RECORDS; i++) {
        uint64_t sequence = random_next(&s->rnd);
        size_t data_len = random_below(&s->rnd, random_chance(&s->rnd, 50) ? 40 : MAX_DATA);
        bool intact;

        s->len = explicit_iv(s) + data_len + s->tag_len;
        random_bytes(&s->rnd, s->record, s->len);
        make_aad(s->aad, sequence, explicit_iv(s) + data_len);
        if (!seal_with(ctx, s->record, s->len, s->aad))
            fail("%s: %s does not seal", s->c->name, side_names[side]);
        make_aad(s->aad, sequence, s->len);
        intact = spoil(s);
        if (ctrl(s, EVP_CTRL_AEAD_TLS1_AAD, AAD_LEN, s->aad) > 0 && (update(s, IN_PLACE) == 1) != intact
            && !s->twin.diverged)
            fail("%s: sealed by %s, %s, and %s", s->c->name, side_names[side], intact ? "intact" : "corrupt",
                 intact ? "refused" : "accepted");
        records++;
        accepted += s->twin.ret > 0;
    }
    EVP_CIPHER_CTX_free(ctx);
    report(s, "opening", seed);
}

static void run_cipher(const struct cipher *c)
{
    static struct session s;
    static unsigned turn;

    s.c = c;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        if (!is_turn(&turn, ONE_IN))
            continue;
        s.rnd.state = seed * 0x1234567;
        random_bytes(&s.rnd, s.key, sizeof(s.key));
        random_bytes(&s.rnd, s.fixed, sizeof(s.fixed));
        if (seed % 4 == 0)
            memset(s.fixed + 4, 0xff, 8);
        s.tag_len = is_ccm(c) && seed % 2 == 0 ? 8 : 16;
        seal_on_both(&s, seed);
        seal_on_one(&s, DEFAULT, seed);
        seal_on_one(&s, MODULE, seed);
        if (failures > 3)
            return;
    }
    for (size_t iv_len = 1; iv_len <= 128 && is_gcm(c); iv_len += iv_len < 20 ? 1 : 27)
        count_ivs(&s, iv_len);
}

int main(int argc, char **argv)
{
    static struct harness h;
    const char *only = option(argc, argv, "--cipher");

    harness_open(&h);
    for (unsigned i = 0; i < h.num_ciphers; i++) {
        const struct cipher *c = &h.ciphers[i];

        if (cipher_is_shared(c, only) && (is_ccm(c) || is_gcm(c) || (cipher_is_chacha(c) && mode_traits(c).aead)))
            run_cipher(c);
    }
    printf("%lu records, %lu accepted, %u failures\n", records, accepted, failures);
    harness_close(&h);
    return failures != 0;
}
