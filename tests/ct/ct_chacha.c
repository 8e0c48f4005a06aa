/* ChaCha20, Poly1305 and ChaCha20-Poly1305: keys, counters, nonces, associated data and text are secret. */
#include "afterburner/chacha20_poly1305.h"
#include "ct/ct.h"
#include "ct/ct_case.h"
#include "harness/harness.h"

enum { MAX_LEN = 7500, MAX_AAD = 100, PIECE = 64 };

static uint8_t key[32], iv[16], aad[MAX_AAD], text[MAX_LEN], result[MAX_LEN], tag[16];

static void begin(const char *check)
{
    t_random_bytes(key, sizeof(key));
    t_random_bytes(iv, sizeof(iv));
    t_random_bytes(aad, sizeof(aad));
    t_random_bytes(text, sizeof(text));
    ct_begin(check);
    AB_SECRET(key, sizeof(key));
    AB_SECRET(iv, sizeof(iv));
    AB_SECRET(aad, sizeof(aad));
    AB_SECRET(text, sizeof(text));
}

/* Everything that the case used is public again. */
static void end(void)
{
    CHECK(ct_errors() == 0);
    AB_PUBLIC(key, sizeof(key));
    AB_PUBLIC(iv, sizeof(iv));
    AB_PUBLIC(aad, sizeof(aad));
    AB_PUBLIC(text, sizeof(text));
    AB_PUBLIC(result, sizeof(result));
    AB_PUBLIC(tag, sizeof(tag));
}

static void check_stream(const struct ab_chacha_kernels *k, size_t len)
{
    struct ab_chacha20 c;

    begin("ChaCha20 in two parts");
    ab_chacha20_set_key(&c, k, key);
    ab_chacha20_set_iv(&c, iv);
    ab_chacha20_update(&c, text, result, len / 3);
    ab_chacha20_update(&c, text + len / 3, result + len / 3, len - len / 3);
    ab_chacha20_wipe(&c);
    end();
}

static void check_poly1305(const struct ab_chacha_kernels *k, size_t len)
{
    struct ab_poly1305 p;

    begin("Poly1305 in two parts");
    ab_poly1305_set_key(&p, k, key);
    ab_poly1305_update(&p, text, len / 3);
    ab_poly1305_update(&p, text + len / 3, len - len / 3);
    ab_poly1305_final(&p, tag);
    end();
}

/* Short pieces, for which key stream is made ahead. */
static void check_pieces(const struct ab_chacha_kernels *k, size_t len)
{
    struct ab_chacha20_poly1305 c;

    begin("a message in pieces");
    ab_chacha20_poly1305_set_key(&c, k, key);
    ab_chacha20_poly1305_set_nonce(&c, iv);
    for (size_t i = 0; i < len; i += PIECE)
        CHECK(ab_chacha20_poly1305_encrypt(&c, text + i, result + i, len - i < PIECE ? len - i : PIECE));
    ab_chacha20_poly1305_tag(&c, tag);
    ab_chacha20_poly1305_wipe(&c);
    end();
}

static void check_message(const struct ab_chacha_kernels *k, size_t len, size_t aad_len)
{
    struct ab_chacha20_poly1305 c;

    begin("a message sealed and opened, and a wrong one");
    ab_chacha20_poly1305_set_key(&c, k, key);
    CHECK(ab_chacha20_poly1305_seal(&c, iv, aad, aad_len, text, result, len, tag));
    CHECK(ab_chacha20_poly1305_open(&c, iv, aad, aad_len, result, text, len, tag, sizeof(tag)));
    tag[3] ^= 1;
    CHECK(!ab_chacha20_poly1305_open(&c, iv, aad, aad_len, result, text, len, tag, sizeof(tag)));
    ab_chacha20_poly1305_set_nonce(&c, iv);
    CHECK(ab_chacha20_poly1305_aad(&c, aad, aad_len) && ab_chacha20_poly1305_encrypt(&c, text, result, len / 3)
          && ab_chacha20_poly1305_encrypt(&c, text + len / 3, result + len / 3, len - len / 3));
    ab_chacha20_poly1305_tag(&c, tag);
    ab_chacha20_poly1305_wipe(&c);
    end();
}

void ct_chacha(void)
{
    static const size_t lens[] = { 0, 1, 15, 16, 64, 100, 129, 256, 300, 400, 1100, 1350, 521, 2000, MAX_LEN };
    enum { BRIEF = 12 }; /* the lengths from here on have full batches of every width and a rest */
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (const struct ab_chacha_kernels *const *k = ab_chacha_list(); *k != NULL; k++)
        if (ct_wants("ChaCha20 and Poly1305", ab_chacha_level(*k), ab_chacha_is_usable(*k, &cpu)))
            for (size_t i = ct_scope.is_whole ? 0 : BRIEF; i < sizeof(lens) / sizeof(lens[0]); i++) {
                t_where.len = lens[i];
                check_stream(*k, lens[i]);
                check_poly1305(*k, lens[i]);
                check_message(*k, lens[i], i % 2 == 0 ? 13 : MAX_AAD);
                check_pieces(*k, lens[i]);
            }
    t_where.level = NULL;
}
