/* Check the reference against published vectors, since the other tests compare with it. */
#include <stdio.h>
#include <string.h>

#include "harness/harness.h"
#include "kernels/aes/aes_reference.h"

struct vector {
    const char *origin, *mode, *key, *iv, *aad, *in, *out, *tag; /* hexadecimal from key on */
};

static const struct vector vectors[] = {
#include "reference_vectors.h"
};

enum { MAX_LEN = 4096 };

struct bytes {
    uint8_t data[MAX_LEN];
    size_t len;
};

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static void read_hex(const char *text, struct bytes *b)
{
    b->len = strcspn(text, ":") / 2;
    for (size_t i = 0; i < b->len; i++)
        b->data[i] = (uint8_t)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
}

/* Read text such as "0110", one character for each bit. */
static size_t read_bits(const char *text, struct bytes *b)
{
    size_t n = strlen(text);

    b->len = (n + 7) / 8;
    memset(b->data, 0, b->len);
    for (size_t i = 0; i < n; i++)
        b->data[i / 8] |= (uint8_t)(digit(text[i]) << (7 - i % 8));
    return n;
}

static struct bytes key, iv, in, out, tag, got, back;

typedef void stream_fn(const struct ab_ref_key *k, int decrypt, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                       size_t len);

static void ecb(const struct ab_ref_key *k, int decrypt, uint8_t v[16], const uint8_t *p, uint8_t *q, size_t len)
{
    (void)v;
    ab_ref_ecb(k, decrypt, p, q, len);
}

static void ofb(const struct ab_ref_key *k, int decrypt, uint8_t v[16], const uint8_t *p, uint8_t *q, size_t len)
{
    (void)decrypt;
    ab_ref_ofb(k, v, p, q, len);
}

static void ctr(const struct ab_ref_key *k, int decrypt, uint8_t v[16], const uint8_t *p, uint8_t *q, size_t len)
{
    (void)decrypt;
    ab_ref_ctr(k, v, p, q, len);
}

static void check_stream(stream_fn *f, size_t len)
{
    struct ab_ref_key k;
    uint8_t v[16];

    ab_ref_expand(&k, key.data, key.len);
    for (int decrypt = 0; decrypt <= 1; decrypt++) {
        memcpy(v, iv.data, 16);
        memset(got.data, 0, in.len);
        f(&k, decrypt, v, decrypt ? out.data : in.data, got.data, len);
        CHECK_BYTES(got.data, decrypt ? in.data : out.data, in.len);
    }
}

static void check_xts(void)
{
    struct ab_ref_key data, tweak;

    ab_ref_expand(&data, key.data, key.len / 2);
    ab_ref_expand(&tweak, key.data + key.len / 2, key.len / 2);
    ab_ref_xts(&data, &tweak, 0, iv.data, in.data, got.data, in.len);
    CHECK_BYTES(got.data, out.data, out.len);
    ab_ref_xts(&data, &tweak, 1, iv.data, out.data, got.data, in.len);
    CHECK_BYTES(got.data, in.data, in.len);
}

static void check_cmac(void)
{
    struct ab_ref_key k;
    uint8_t mac[16];

    ab_ref_expand(&k, key.data, key.len);
    ab_ref_cmac(&k, in.data, in.len, mac);
    CHECK_BYTES(mac, tag.data, tag.len);
}

typedef void aead_fn(const struct ab_ref_aead *a, int decrypt, const uint8_t *in, uint8_t *out, size_t len,
                     uint8_t tag[16]);

static void check_aead(aead_fn *f, const char *aad_text, enum ab_ref_cipher cipher)
{
    static struct bytes aad;
    struct ab_ref_aead a = { key.data, iv.data, aad.data, key.len, iv.len, 0, tag.len, cipher };
    uint8_t t[16];

    read_hex(aad_text, &aad);
    a.aad_len = aad.len;
    f(&a, 0, in.data, got.data, in.len, t);
    CHECK_BYTES(got.data, out.data, out.len);
    CHECK_BYTES(t, tag.data, tag.len);
    f(&a, 1, out.data, back.data, in.len, t);
    CHECK_BYTES(back.data, in.data, in.len);
    CHECK_BYTES(t, tag.data, tag.len);
}

static void check_siv(const char *aad_text)
{
    static struct bytes aads[3];
    const uint8_t *aad[3];
    size_t len[3], num = 0;
    uint8_t t[16];

    for (const char *p = aad_text; p != NULL; p = strchr(p, ':') == NULL ? NULL : strchr(p, ':') + 1) {
        read_hex(p, &aads[num]);
        aad[num] = aads[num].data;
        len[num] = aads[num].len;
        num++;
    }
    ab_ref_siv(key.data, key.len, aad, len, num, 0, in.data, got.data, in.len, t);
    CHECK_BYTES(got.data, out.data, out.len);
    CHECK_BYTES(t, tag.data, tag.len);
    ab_ref_siv(key.data, key.len, aad, len, num, 1, out.data, back.data, in.len, t);
    CHECK_BYTES(back.data, in.data, in.len);
    CHECK_BYTES(t, tag.data, tag.len);
}

static void check_wrap(int inverse)
{
    static const uint8_t a6[8] = { 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6 };
    struct ab_ref_key k;

    ab_ref_expand(&k, key.data, key.len);
    memcpy(got.data, a6, 8);
    memcpy(got.data + 8, in.data, in.len);
    ab_ref_wrap(&k, 0, inverse, got.data, in.len / 8 + 1);
    CHECK_BYTES(got.data, out.data, out.len);
    ab_ref_wrap(&k, 1, inverse, got.data, in.len / 8 + 1);
    CHECK_BYTES(got.data + 8, in.data, in.len);
    CHECK_BYTES(got.data, a6, 8);
}

static void check_one(const struct vector *v)
{
    static const struct {
        const char *mode;
        stream_fn *stream;
        aead_fn *aead;
    } modes[] = {
        { "ECB", ecb, NULL },           { "CBC", ab_ref_cbc, NULL },
        { "CFB128", ab_ref_cfb, NULL }, { "CFB8", ab_ref_cfb8, NULL },
        { "OFB", ofb, NULL },           { "CTR", ctr, NULL },
        { "GCM", NULL, ab_ref_gcm },    { "CCM", NULL, ab_ref_ccm },
        { "OCB", NULL, ab_ref_ocb },    { "GCM-SIV", NULL, ab_ref_gcm_siv },
    };

    t_where.subject = v->mode;
    t_where.check = v->origin;
    read_hex(v->key, &key);
    read_hex(v->iv, &iv);
    read_hex(v->tag, &tag);
    if (strcmp(v->mode, "CFB1") == 0) {
        read_bits(v->out, &out);
        check_stream(ab_ref_cfb1, read_bits(v->in, &in));
        return;
    }
    read_hex(v->in, &in);
    read_hex(v->out, &out);
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
        if (strcmp(v->mode, modes[i].mode) == 0) {
            if (modes[i].stream != NULL)
                check_stream(modes[i].stream, in.len);
            else
                check_aead(modes[i].aead, v->aad, AB_REF_AES);
            return;
        }
    if (strcmp(v->mode, "XTS") == 0)
        check_xts();
    else if (strcmp(v->mode, "CMAC") == 0)
        check_cmac();
    else if (strcmp(v->mode, "SIV") == 0)
        check_siv(v->aad);
    else if (strncmp(v->mode, "KW", 2) == 0)
        check_wrap(strcmp(v->mode, "KW_INV") == 0);
    else
        CHECK(0 && "a mode this test knows");
}

/*
 * RFC 3962 appendix B: AES-128, key "chicken teriyaki", zero IV, CS3; the inputs are prefixes of one sentence. CS1 and
 * CS2 have the same blocks in another order.
 */
static void check_cts(void)
{
    static const char text[] = "I would like the General Gau's Chicken, please, and wonton soup.";
    static const struct {
        size_t len;
        const char *out;
    } cases[] = {
        { 17, "c6353568f2bf8cb4d8a580362da7ff7f97" },
        { 31, "fc00783e0efdb2c1d445d4c8eff7ed2297687268d6ecccc0c07b25e25ecfe5" },
        { 32, "39312523a78662d5be7fcbcc98ebf5a897687268d6ecccc0c07b25e25ecfe584" },
        { 47, "97687268d6ecccc0c07b25e25ecfe584b3fffd940c16a18c1b5549d2f838029e39312523a78662d5be7fcbcc98ebf5" },
        { 48, "97687268d6ecccc0c07b25e25ecfe5849dad8bbb96c4cdc03bc103e1a194bbd839312523a78662d5be7fcbcc98ebf5a8" },
    };
    static const uint8_t zero[16];
    struct ab_ref_key k;

    t_where.subject = "CTS";
    t_where.check = "RFC 3962";
    ab_ref_expand(&k, (const uint8_t *)"chicken teriyaki", 16);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t n = cases[i].len, d = n % 16 == 0 ? 16 : n % 16, head = n - 16 - d;

        t_where.len = n;
        read_hex(cases[i].out, &out);
        ab_ref_cts(&k, 0, 3, zero, (const uint8_t *)text, got.data, n);
        CHECK_BYTES(got.data, out.data, n);
        for (unsigned cs = 1; cs <= 3; cs++) {
            ab_ref_cts(&k, 0, cs, zero, (const uint8_t *)text, got.data, n);
            if (cs == 1 || (cs == 2 && d == 16)) {
                CHECK_BYTES(got.data + head, out.data + head + 16, d);
                CHECK_BYTES(got.data + head + d, out.data + head, 16);
            }
            ab_ref_cts(&k, 1, cs, zero, got.data, got.data, n);
            CHECK_BYTES(got.data, text, n);
        }
    }
}

/* FIPS 197 appendix C */
static void check_block(void)
{
    static const char *const answers[] = { "69c4e0d86a7b0430d8cdb78070b4c55a", "dda97ca4864cdfe06eaf70a0ec0d7191",
                                           "8ea2b7ca516745bfeafc49904b496089" };
    struct ab_ref_key k;
    uint8_t block[16], ramp[32];

    t_where.subject = "AES";
    t_where.check = "FIPS 197";
    for (unsigned i = 0; i < 32; i++)
        ramp[i] = (uint8_t)i;
    read_hex("00112233445566778899aabbccddeeff", &in);
    for (size_t i = 0; i < 3; i++) {
        read_hex(answers[i], &out);
        ab_ref_expand(&k, ramp, 16 + 8 * i);
        ab_ref_encrypt(&k, in.data, block);
        CHECK_BYTES(block, out.data, 16);
        ab_ref_decrypt(&k, block, block);
        CHECK_BYTES(block, in.data, 16);
    }
}

/* GB/T 32907-2016 appendix A, example 1 (RFC 8998 has the cipher); example 2 encrypts a million times. */
static void check_sm4(void)
{
    struct ab_ref_key k;
    uint8_t block[16];

    t_where.subject = "SM4";
    t_where.check = "GB/T 32907";
    read_hex("0123456789abcdeffedcba9876543210", &in);
    ab_ref_expand_for(&k, AB_REF_SM4, in.data, 16);
    read_hex("681edf34d206965e86b3e94f536e4246", &out);
    ab_ref_encrypt(&k, in.data, block);
    CHECK_BYTES(block, out.data, 16);
    ab_ref_decrypt(&k, block, block);
    CHECK_BYTES(block, in.data, 16);
    read_hex("595298c7c6fd271f0402f804c33d3f66", &out);
    for (unsigned i = 0; i < 1000000; i++)
        ab_ref_encrypt(&k, block, block);
    CHECK_BYTES(block, out.data, 16);
}

/* GB/T 17964-2021, the example of XTS. */
static void check_sm4_xts_gb(void)
{
    struct ab_ref_key data, tweak;

    t_where.check = "GB/T 17964, XTS";
    read_hex("2b7e151628aed2a6abf7158809cf4f3c000102030405060708090a0b0c0d0e0f", &key);
    read_hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", &iv);
    read_hex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52ef"
             "f69f2445df4f9b17",
             &in);
    read_hex("e9538251c71d7b80bbe4483fef497bd12c5c581bd6242fc51e08964fb4f60fdb0ba42f63499279213d318d2c11f6886e"
             "903be7f93a1b3479",
             &out);
    ab_ref_expand_for(&data, AB_REF_SM4, key.data, 16);
    ab_ref_expand_for(&tweak, AB_REF_SM4, key.data + 16, 16);
    ab_ref_xts_gb(&data, &tweak, 0, iv.data, in.data, got.data, in.len);
    CHECK_BYTES(got.data, out.data, out.len);
    ab_ref_xts_gb(&data, &tweak, 1, iv.data, out.data, got.data, in.len);
    CHECK_BYTES(got.data, in.data, in.len);
}

/* One block under the first 16, 24 and 32 bytes of a key. */
static void check_three_keys(enum ab_ref_cipher cipher, const char *whole_key, const char *text,
                             const char *const ciphertexts[3])
{
    struct ab_ref_key k;
    uint8_t block[16];

    read_hex(whole_key, &key);
    read_hex(text, &in);
    for (size_t i = 0; i < 3; i++) {
        t_where.key_len = 16 + 8 * i;
        ab_ref_expand_for(&k, cipher, key.data, t_where.key_len);
        read_hex(ciphertexts[i], &out);
        ab_ref_encrypt(&k, in.data, block);
        CHECK_BYTES(block, out.data, 16);
        ab_ref_decrypt(&k, block, block);
        CHECK_BYTES(block, in.data, 16);
    }
}

/* RFC 5794 appendix A */
static void check_aria(void)
{
    static const char *const ciphertexts[] = {
        "d718fbd6ab644c739da95f3be6451778",
        "26449c1805dbe7aa25a468ce263a9e79",
        "f92bd7c79fb72e2f2b8f80c1972d24fc",
    };

    t_where.subject = "ARIA";
    t_where.check = "RFC 5794";
    check_three_keys(AB_REF_ARIA, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                     "00112233445566778899aabbccddeeff", ciphertexts);
}

/* RFC 3713 appendix A. The text is the first 16 bytes of the longest key. */
static void check_camellia(void)
{
    static const char *const ciphertexts[] = {
        "67673138549669730857065648eabe43",
        "b4993401b3e996f84ee5cee7d79b09b9",
        "9acc237dff16d76c20ef7c919e3a7509",
    };

    t_where.subject = "Camellia";
    t_where.check = "RFC 3713";
    check_three_keys(AB_REF_CAMELLIA, "0123456789abcdeffedcba987654321000112233445566778899aabbccddeeff",
                     "0123456789abcdeffedcba9876543210", ciphertexts);
}

/* RFC 8998 appendix A.1 and A.2: the message is the same. */
static void check_sm4_aead(aead_fn *f, const char *check, const char *ciphertext, const char *right_tag)
{
    t_where.check = check;
    read_hex("0123456789abcdeffedcba9876543210", &key);
    read_hex("00001234567800000000abcd", &iv);
    read_hex("aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbccccccccccccccccdddddddddddddddd"
             "eeeeeeeeeeeeeeeeffffffffffffffffeeeeeeeeeeeeeeeeaaaaaaaaaaaaaaaa",
             &in);
    read_hex(ciphertext, &out);
    read_hex(right_tag, &tag);
    check_aead(f, "feedfacedeadbeeffeedfacedeadbeefabaddad2", AB_REF_SM4);
}

int main(void)
{
    check_block();
    check_sm4();
    check_sm4_xts_gb();
    check_aria();
    check_camellia();
    check_sm4_aead(ab_ref_gcm, "RFC 8998, GCM",
                   "17f399f08c67d5ee19d0dc9969c4bb7d5fd46fd3756489069157b282bb200735"
                   "d82710ca5c22f0ccfa7cbf93d496ac15a56834cbcf98c397b4024a2691233b8d",
                   "83de3541e4c2b58177e065a9bf7b62ec");
    check_sm4_aead(ab_ref_ccm, "RFC 8998, CCM",
                   "48af93501fa62adbcd414cce6034d895dda1bf8f132f042098661572e7483094"
                   "fd12e518ce062c98acee28d95df4416bed31a2f04476c18bb40c84a74b97dc5b",
                   "16842d4fa186f56ab33256971fa110f4");
    for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++)
        check_one(&vectors[i]);
    check_cts();
    return t_finish();
}
