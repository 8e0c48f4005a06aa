/* The cases of tests/ct as traces instead of under memcheck. */
#include <stdlib.h>
#include <string.h>

#include "ct/ct_case.h"
#include "harness/harness.h"
#include "heap.h"
#include "offenders.h"
#include "platform.h"
#include "trace.h"

enum { MAX_SEEN = 1 << 14, SEED = 1000 };

static const size_t brief_lens[] = { 337 }, brief_sizes[] = { 8 };

/*
 * The brief run, for the emulator, has the first case of a kind, and leaves these to the silicon: other cases run their
 * kernels, or they take too long.
 */
static const char *const left_out[] = {
    "many messages",
    "TLS13-KDF",
    "TLS1-PRF",
    "PBKDF2",
    "HKDF",
    "derivation",
    "generated key",
    "public key",
    "deterministic signature",
    "X25519 key",
    "Ed25519 key and signature",
    "batch of X25519 and Ed25519",
    "batch of keys, exchanges and signatures",
    "X448 key and secret",
    "Ed448 key and signature",
    "powers",
    "sums, products, remainders, an inverse",
    "generation",
    "import",
    "PKCS#1 signature",
    "X9.31 signature",
    "PSS signature",
    "PKCS#1 decryption",
    "premaster secret",
    "implicit rejection",
    "PKCS#1 encryption",
    "OAEP encryption",
    "OAEP decryption",
    "OAEP decryption of anything",
    "RSASVE",
    "signatures of DSA",
    "pairs over finite fields",
    "Diffie-Hellman",
    "ML-KEM private key",
    "ML-KEM decapsulation of a wrong ciphertext",
    "ML-DSA key of a seed",
    "ML-DSA private key",
};

static int is_traced, is_brief, is_verbose;
static int is_wide; /* only implementations with AVX-512 are traced */
static uint64_t seed;
static unsigned num_traced;
static const char *only; /* the one subject that is traced, or NULL: all */

int ct_start(void)
{
    const char *text = trace_setting("AB_TEST_SEED");

    is_brief = trace_setting("AB_TRACE_BRIEF") != NULL;
    only = trace_setting("AB_TRACE_ONLY");
    is_verbose = trace_setting("AB_TRACE_VERBOSE") != NULL;
    is_wide = trace_setting("AB_TRACE_WIDE") != NULL;
    ct_scope.is_whole = trace_setting("AB_TRACE_LONG") != NULL;
    if (is_brief)
        ct_scope = (struct ct_scope){ brief_lens, 1, brief_sizes, 1, 0, 0 };
    if (!trace_start())
        return 0;
    seed = SEED + (text == NULL ? 0 : strtoull(text, NULL, 0) << 32);
    ct_draw_as(-1);
    trace_offend();
    return 1;
}

void ct_stop(void)
{
    CHECK(trace_finish());
    t_put_number(num_traced);
    t_put(" cases, ");
    t_put_number(trace_steps());
    t_put(" instructions on each side\n");
}

/* The numbers that each side draws by itself after this call are new ones each time. */
void ct_draw_as(int which)
{
    static uint64_t num_calls;

    t_seed(seed + num_calls++ * 16 + (unsigned)(which < 0 ? trace_side() : which));
}

void ct_start_subject(void)
{
    trace_heap_renew();
}

int ct_either(int a, int b)
{
    return trace_side() == 0 ? a : b;
}

/* FNV-1a, by characters. */
static uint64_t hash_text(uint64_t h, const char *text)
{
    for (; text != NULL && *text != '\0'; text++)
        h = (h ^ (uint8_t)*text) * 0x100000001b3;
    return (h ^ 0xff) * 0x100000001b3;
}

static int is_left_out(void)
{
    size_t i = 0;

    while (i < sizeof(left_out) / sizeof(left_out[0]) && strcmp(left_out[i], t_where.check) != 0)
        i++;
    return i < sizeof(left_out) / sizeof(left_out[0]);
}

static int has_avx512(const char *level)
{
    size_t len = level == NULL ? 0 : strlen(level);

    return len >= 4 && (memcmp(level, "ifma", 4) == 0 || memcmp(level + len - 3, "512", 3) == 0);
}

static int is_wanted(void)
{
    return (only == NULL || strcmp(t_where.subject, only) == 0) && (!is_wide || has_avx512(t_where.level));
}

/* Returns 1 for the first case of a kind: of a subject, level and check. */
static int is_new(void)
{
    static uint64_t seen[MAX_SEEN];
    uint64_t kind = hash_text(0xcbf29ce484222325, t_where.subject);
    size_t i;

    kind = hash_text(hash_text(kind, t_where.level), t_where.check);
    kind = kind * 0x9e3779b97f4a7c15 | 1;
    for (i = kind >> 50; seen[i] != 0 && seen[i] != kind; i = (i + 1) % MAX_SEEN)
        ;
    if (seen[i] == kind)
        return 0;
    seen[i] = kind;
    return 1;
}

void ct_begin(const char *check)
{
    t_where.check = check;
    is_traced = strcmp(t_where.subject, "deliberate offender") == 0
                || (is_wanted() && (!is_brief || only != NULL || (!is_left_out() && is_new())));
    t_count_checks(is_traced || trace_side() == 0); /* with unlike secrets, what is not traced may end otherwise */
    if (is_traced)
        trace_begin();
}

static void print_at(const char *what, uint64_t address)
{
    t_put(what);
    t_put_hex(address);
    t_put("\n"); /* name_addresses.sh adds a name */
}

static void print(const struct trace_difference *d)
{
    static const char *const kinds[] = { "",
                                         "another instruction follows",
                                         "another address in memory",
                                         "another operand of an instruction whose time depends on it",
                                         "another length of what is declared public",
                                         "an instruction of which nothing is known" };

    t_put("after ");
    t_put_number(d->step);
    t_put(" instructions: ");
    t_put(kinds[d->kind]);
    t_put(": ");
    t_put_hex(d->here[0]);
    t_put(", ");
    t_put_hex(d->here[1]);
    t_put("\n");
    print_at("  after ", d->from);
    print_at("  at ", d->at);
    t_put("  in ");
    t_print_where();
}

unsigned ct_errors(void)
{
    struct trace_difference d;
    uint64_t steps;

    if (!is_traced)
        return 0;
    is_traced = 0;
    steps = trace_steps();
    d = trace_end();
    num_traced++;
    if (is_verbose && trace_is_reporting()) {
        t_put_number(trace_steps() - steps);
        t_put(" instructions: ");
        t_print_where();
    }
    if (d.kind != TRACE_EQUAL && trace_is_reporting())
        print(&d);
    return d.kind != TRACE_EQUAL;
}
