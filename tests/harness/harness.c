/* Checks, random bytes and guarded buffers for all C tests: see harness.h. */
#include "harness/harness.h"

#include <string.h>

enum { MAX_PRINTED = 20 };

struct t_where t_where;
const char *t_only;
static int was_only_found, is_idle;

int t_is_wanted(const char *subject)
{
    if (t_only == NULL)
        return 1;
    if (strcmp(subject, t_only) != 0)
        return 0;
    was_only_found = 1;
    return 1;
}

int t_found_only(void)
{
    return t_only == NULL || was_only_found;
}
static size_t num_checks, num_failures;
static uint64_t random_state = 1;

static void put_pair(const char *name, size_t value)
{
    t_put(name);
    t_put_number(value);
}

void t_put_number(size_t value)
{
    char text[24];
    size_t at = sizeof(text) - 1;

    text[at] = '\0';
    do
        text[--at] = (char)('0' + value % 10);
    while ((value /= 10) != 0);
    t_put(text + at);
}

void t_put_hex(uint64_t value)
{
    char text[19] = "0x";

    for (unsigned i = 0; i < 16; i++)
        text[2 + i] = "0123456789abcdef"[value >> (60 - 4 * i) & 15];
    t_put(text);
}

void t_print_where(void)
{
    t_put(t_where.subject == NULL ? "?" : t_where.subject);
    t_put(", ");
    t_put(t_where.level == NULL ? "any level" : t_where.level);
    t_put(", ");
    t_put(t_where.check == NULL ? "?" : t_where.check);
    put_pair(", key ", t_where.key_len);
    put_pair(", len ", t_where.len);
    put_pair(", extra ", t_where.extra);
    t_put("\n");
}

void t_count_checks(int count)
{
    is_idle = !count;
}

void t_count_check(int ok, const char *text, const char *file, unsigned line)
{
    if (is_idle)
        return;
    num_checks++;
    if (ok || num_failures++ >= MAX_PRINTED)
        return;
    t_put("FAIL ");
    t_put(file);
    put_pair(":", line);
    t_put(": ");
    t_put(text);
    t_put("\n     in ");
    t_print_where();
}

int t_check_bytes(const void *got, const void *want, size_t len, const char *text, const char *file, unsigned line)
{
    const uint8_t *g = got, *w = want;
    size_t i = 0;

    if (len == 0 || memcmp(got, want, len) == 0)
        return t_check(1, text, file, line);
    while (g[i] == w[i])
        i++;
    if (num_failures < MAX_PRINTED)
        put_pair("byte ", i), put_pair(" is ", g[i]), put_pair(" and not ", w[i]), t_put("\n");
    return t_check(0, text, file, line);
}

int t_finish(void)
{
    t_put_number(num_checks);
    t_put(" checks, ");
    t_put_number(num_failures);
    t_put(" failed\n");
    return num_failures != 0 || num_checks == 0;
}

void t_seed(uint64_t seed)
{
    random_state = seed;
}

uint64_t t_random(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void t_random_bytes(void *out, size_t len)
{
    uint8_t *p = out;
    uint64_t v;

    for (; len >= 8; len -= 8, p += 8) {
        v = t_random();
        memcpy(p, &v, 8);
    }
    v = t_random();
    memcpy(p, &v, len);
}

size_t t_random_below(size_t bound)
{
    return (size_t)(t_random() % bound);
}

size_t t_next_len(size_t len)
{
    return !t_is_slow() || len < 18 ? len + 1 : len < 300 ? len + 37 : len + 267;
}

unsigned t_next_count(unsigned num)
{
    return !t_is_slow() || num < 9 ? num + 1 : num + 11;
}

size_t t_num_cases(size_t num)
{
    return t_is_slow() ? num / 20 : num;
}

uint8_t *t_place(unsigned i, enum t_end end, size_t offset, size_t len)
{
    return t_region(i) + (end == T_AT_START ? offset : T_REGION_LEN - len - offset);
}

static uint8_t poison_at(const uint8_t *p)
{
    return (uint8_t)(0xa7 + 0x1d * ((uintptr_t)p & 63));
}

static size_t margin_before(unsigned i, const uint8_t *p)
{
    size_t room = (size_t)(p - t_region(i));

    return room < T_MARGIN ? room : T_MARGIN;
}

static size_t margin_after(unsigned i, const uint8_t *p, size_t len)
{
    size_t room = (size_t)(t_region(i) + T_REGION_LEN - p) - len;

    return room < T_MARGIN ? room : T_MARGIN;
}

void t_poison(unsigned i, uint8_t *p, size_t len)
{
    uint8_t *end = p + len + margin_after(i, p, len);

    for (uint8_t *q = p - margin_before(i, p); q < end; q++)
        *q = poison_at(q);
}

int t_is_poison(const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (p[i] != poison_at(p + i))
            return 0;
    return 1;
}

int t_margins_intact(unsigned i, const uint8_t *p, size_t len)
{
    size_t before = margin_before(i, p);

    return t_is_poison(p - before, before) && t_is_poison(p + len, margin_after(i, p, len));
}
