/* Write a ClientHello and read a ServerHello. */
#define _GNU_SOURCE
#include "cli/doctor/tls_hello.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/random.h>

#include "afterburner/curve25519.h"
#include "afterburner/mlkem.h"

enum { X25519MLKEM768 = 0x11ec, X25519 = 0x001d, MAX_NAME = 253 };

/* ---- writing ---- */

struct writer {
    uint8_t *at;
};

static void put(struct writer *w, const void *bytes, size_t len)
{
    memcpy(w->at, bytes, len);
    w->at += len;
}

static void put_number(struct writer *w, size_t number, unsigned num_bytes)
{
    while (num_bytes-- > 0)
        *w->at++ = (uint8_t)(number >> 8 * num_bytes);
}

/* Leave room for a length, to be filled in by end. */
static uint8_t *begin(struct writer *w, unsigned num_bytes)
{
    uint8_t *length = w->at;

    w->at += num_bytes;
    return length;
}

static void end(struct writer *w, uint8_t *length, unsigned num_bytes)
{
    struct writer l = { length };

    put_number(&l, (size_t)(w->at - length) - num_bytes, num_bytes);
}

static int is_address(const char *host)
{
    uint8_t address[16];

    return inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1;
}

static void put_name(struct writer *w, const char *host)
{
    size_t len = host == NULL ? 0 : strlen(host);

    if (len == 0 || len > MAX_NAME || is_address(host))
        return;
    put_number(w, 0, 2); /* server_name: RFC 6066 sec. 3 */
    put_number(w, len + 5, 2);
    put_number(w, len + 3, 2);
    put_number(w, 0, 1);
    put_number(w, len, 2);
    put(w, host, len);
}

/* A share of the hybrid is a key of ML-KEM, then one of X25519. The private keys are wiped. */
static int put_shares(struct writer *w)
{
    const struct ab_mlkem_params *params = ab_mlkem_params(AB_MLKEM_768);
    uint8_t random[AB_MLKEM_SEED_LEN + 2 * AB_X25519_LEN], *length;
    static struct ab_mlkem_key key;
    struct ab_cpu cpu;

    if (getrandom(random, sizeof(random), 0) != (ssize_t)sizeof(random))
        return 0;
    ab_cpu_detect(&cpu);
    ab_mlkem_init(&key, params, ab_mlkem_pick(&cpu));
    ab_mlkem_set_seed(&key, random);
    put_number(w, 51, 2);
    length = begin(w, 2);
    put_number(w, params->public_len + 2 * AB_X25519_LEN + 2 * 4, 2);
    put_number(w, X25519MLKEM768, 2);
    put_number(w, params->public_len + AB_X25519_LEN, 2);
    ab_mlkem_get_public(&key, begin(w, (unsigned)params->public_len));
    ab_x25519_public(ab_curve25519_pick(&cpu), begin(w, AB_X25519_LEN), random + AB_MLKEM_SEED_LEN);
    put_number(w, X25519, 2);
    put_number(w, AB_X25519_LEN, 2);
    ab_x25519_public(ab_curve25519_pick(&cpu), begin(w, AB_X25519_LEN), random + AB_MLKEM_SEED_LEN + AB_X25519_LEN);
    end(w, length, 2);
    ab_mlkem_clear(&key);
    explicit_bzero(random, sizeof(random));
    return 1;
}

static int put_extensions(struct writer *w, const char *host)
{
    static const uint8_t fixed[] = {
        0, 43, 0, 5,  4, 3,  4,    3,    3,                            /* TLS 1.3, 1.2 */
        0, 10, 0, 10, 0, 8,  0x11, 0xec, 0, 0x1d, 0,    0x17, 0, 0x18, /* groups, P-256 and P-384 too */
        0, 13, 0, 18, 0, 16, 4,    3,    8, 4,    4,    1,    5, 3,    8, 5, 5, 1, 8, 6, 6, 1, /* signatures */
        0, 45, 0, 2,  1, 1,                                                                    /* psk_dhe_ke */
        0, 11, 0, 2,  1, 0,  0,    23,   0, 0,    0xff, 1,    0, 1,    0,                      /* for TLS 1.2 */
    };

    put_name(w, host);
    put(w, fixed, sizeof(fixed));
    return put_shares(w);
}

size_t ab_hello_make(uint8_t out[AB_HELLO_MAX], const char *host)
{
    static const uint8_t suites[] = {
        0, 18, 0x13, 1, 0x13, 2, 0x13, 3, 0xc0, 0x2b, 0xc0, 0x2f, 0xc0, 0x2c, 0xc0, 0x30, 0xcc, 0xa9, 0xcc, 0xa8, 1, 0
    }; /* and no compression */
    struct writer w = { out };
    uint8_t random[64], *record, *message, *extensions;
    int ok;

    if (getrandom(random, sizeof(random), 0) != (ssize_t)sizeof(random))
        return 0;
    put(&w, "\x16\x03\x01", 3); /* a record of the handshake */
    record = begin(&w, 2);
    put_number(&w, 1, 1); /* ClientHello */
    message = begin(&w, 3);
    put_number(&w, 0x0303, 2);
    put(&w, random, 32);
    put_number(&w, 32, 1); /* a random session identifier, as browsers send it: RFC 8446 app. D.4 */
    put(&w, random + 32, 32);
    put(&w, suites, sizeof(suites));
    extensions = begin(&w, 2);
    ok = put_extensions(&w, host);
    end(&w, extensions, 2);
    end(&w, message, 3);
    end(&w, record, 2);
    return ok ? (size_t)(w.at - out) : 0;
}

/* ---- reading ---- */

/* The unread rest of a message. Reading past its end sets is_bad; each read after that yields zero. */
struct reader {
    const uint8_t *at;
    size_t left;
    int is_bad;
};

static const uint8_t *take(struct reader *r, size_t len)
{
    const uint8_t *bytes = r->at;

    if (len > r->left)
        r->is_bad = 1;
    if (r->is_bad)
        return NULL;
    r->at += len;
    r->left -= len;
    return bytes;
}

static size_t take_number(struct reader *r, unsigned num_bytes)
{
    const uint8_t *bytes = take(r, num_bytes);
    size_t number = 0;

    for (unsigned i = 0; bytes != NULL && i < num_bytes; i++)
        number = number << 8 | bytes[i];
    return number;
}

/* Take a vector: its length, then so many bytes. */
static struct reader take_piece(struct reader *r, unsigned num_bytes)
{
    size_t len = take_number(r, num_bytes);
    const uint8_t *bytes = take(r, len);

    return (struct reader){ bytes, bytes == NULL ? 0 : len, r->is_bad };
}

/* *number := the 16 bits that an extension begins with; unchanged if it is not there. */
static void find_extension(struct reader extensions, size_t wanted, unsigned *number)
{
    while (extensions.left > 0 && !extensions.is_bad) {
        size_t type = take_number(&extensions, 2);
        struct reader body = take_piece(&extensions, 2);
        size_t value = take_number(&body, 2);

        if (type == wanted && !body.is_bad)
            *number = (unsigned)value;
    }
}

/* RFC 8446 sec. 4.1.3: in place of the random bytes of a ServerHello that demands another one. */
static const uint8_t retry_random[32] = { 0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c,
                                          0x02, 0x1e, 0x65, 0xb8, 0x91, 0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb,
                                          0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c };

static enum ab_hello_answer read_server_hello(struct reader m, unsigned *number)
{
    const unsigned none = 0x10000;
    unsigned version = none, group = none;
    const uint8_t *random;
    struct reader extensions;

    take(&m, 2);
    random = take(&m, 32);
    take_piece(&m, 1); /* the session */
    take(&m, 3);       /* cipher suite and compression */
    if (m.is_bad)
        return AB_HELLO_NOT_TLS;
    if (m.left == 0)
        return AB_HELLO_OLD;
    extensions = take_piece(&m, 2);
    if (extensions.is_bad)
        return AB_HELLO_NOT_TLS;
    find_extension(extensions, 43, &version);
    find_extension(extensions, 51, &group);
    if (version != 0x0304)
        return AB_HELLO_OLD;
    if (group == none)
        return AB_HELLO_NOT_TLS;
    *number = group;
    return memcmp(random, retry_random, sizeof(retry_random)) == 0 ? AB_HELLO_RETRY : AB_HELLO_GROUP;
}

static enum ab_hello_answer read_message(struct reader body, unsigned *number)
{
    size_t type = take_number(&body, 1);
    struct reader message = take_piece(&body, 3);

    if (body.is_bad || type != 2)
        return AB_HELLO_NOT_TLS; /* every server's ServerHello fits one record */
    return read_server_hello(message, number);
}

enum ab_hello_answer ab_hello_read(const uint8_t *in, size_t len, unsigned *number)
{
    enum { HEADER = 5, ALERT = 21, HANDSHAKE = 22 };
    struct reader r = { in, len, 0 }, body;
    size_t type = take_number(&r, 1), version = take_number(&r, 2);

    if (len > 0 && type != ALERT && type != HANDSHAKE)
        return AB_HELLO_NOT_TLS;
    if (len < HEADER)
        return AB_HELLO_INCOMPLETE;
    if (version >> 8 != 3)
        return AB_HELLO_NOT_TLS;
    body = take_piece(&r, 2);
    if (body.is_bad)
        return AB_HELLO_INCOMPLETE;
    if (type == HANDSHAKE)
        return read_message(body, number);
    take(&body, 1);
    *number = (unsigned)take_number(&body, 1);
    return body.is_bad ? AB_HELLO_NOT_TLS : AB_HELLO_ALERT;
}
