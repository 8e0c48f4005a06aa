/* The few functions of libc that the library and the suites call, for an image without libc. */
#include <stddef.h>
#include <stdint.h>

/* Declare only these prototypes: libc's headers are for hosted code. */
void *memcpy(void *to, const void *from, size_t len);
void *memmove(void *to, const void *from, size_t len);
void *memset(void *to, int value, size_t len);
int memcmp(const void *a, const void *b, size_t len);
int bcmp(const void *a, const void *b, size_t len);
int strcmp(const char *a, const char *b);
size_t strlen(const char *s);
char *strchr(const char *s, int c);
unsigned long long strtoull(const char *text, char **end, int base);
unsigned long long __isoc23_strtoull(const char *text, char **end, int base);
void *__memcpy_chk(void *to, const void *from, size_t len, size_t room);
void *__memmove_chk(void *to, const void *from, size_t len, size_t room);
void *__memset_chk(void *to, int value, size_t len, size_t room);
_Noreturn void __stack_chk_fail(void);
_Noreturn void ab_bare_stop(const char *why);

void *memcpy(void *to, const void *from, size_t len)
{
    void *d = to;

    size_t words = len / 8; /* under single-step each iteration is a step */

    len %= 8;
    __asm__ volatile("rep movsq" : "+D"(d), "+S"(from), "+c"(words) : : "memory");
    __asm__ volatile("rep movsb" : "+D"(d), "+S"(from), "+c"(len) : : "memory");
    return to;
}

void *memmove(void *to, const void *from, size_t len)
{
    uint8_t *d = to;
    const uint8_t *s = from;

    if (d <= s || d >= s + len)
        return memcpy(to, from, len);
    while (len-- > 0) {
        d[len] = s[len];
        __asm__ volatile("" : : : "memory"); /* keeps the compiler from recognising a memmove */
    }
    return to;
}

void *memset(void *to, int value, size_t len)
{
    void *d = to;

    size_t words = len / 8;
    uint64_t word = (uint8_t)value * 0x0101010101010101u;

    len %= 8;
    __asm__ volatile("rep stosq" : "+D"(d), "+c"(words) : "a"(word) : "memory");
    __asm__ volatile("rep stosb" : "+D"(d), "+c"(len) : "a"(word) : "memory");
    return to;
}

static uint64_t load(const uint8_t *p)
{
    uint64_t v;

    __builtin_memcpy(&v, p, sizeof(v));
    return v;
}

int memcmp(const void *a, const void *b, size_t len)
{
    const uint8_t *x = a, *y = b;
    size_t i = 0;

    while (i + 8 <= len && load(x + i) == load(y + i))
        i += 8;
    for (; i < len; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

/* clang calls this for a memcmp of which only zero or not matters. */
int bcmp(const void *a, const void *b, size_t len)
{
    return memcmp(a, b, len);
}

int strcmp(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

size_t strlen(const char *s)
{
    size_t n = 0;

    while (s[n] != '\0') {
        n++;
        __asm__ volatile("" : : : "memory");
    }
    return n;
}

char *strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return (char *)(uintptr_t)s;
        if (*s == '\0')
            return NULL;
    }
}

/* Numbers in base 16, as OPENSSL_ia32cap has them; 0 where there is none. */
unsigned long long strtoull(const char *text, char **end, int base)
{
    unsigned long long value = 0;

    if (base != 0 || end != NULL)
        ab_bare_stop("strtoull was called for another base");
    for (text += text[0] == '0' && text[1] == 'x' ? 2 : 0;; text++) {
        if (*text >= '0' && *text <= '9')
            value = value << 4 | (unsigned)(*text - '0');
        else if (*text >= 'a' && *text <= 'f')
            value = value << 4 | (unsigned)(*text - 'a' + 10);
        else
            return value;
    }
}

/* A newer libc's headers (C23), or a compiler that fortifies by default (Ubuntu), redirect the same calls to these. */
unsigned long long __isoc23_strtoull(const char *text, char **end, int base)
{
    return strtoull(text, end, base);
}

void *__memcpy_chk(void *to, const void *from, size_t len, size_t room)
{
    return len <= room ? memcpy(to, from, len) : (ab_bare_stop("memcpy overruns"), NULL);
}

void *__memmove_chk(void *to, const void *from, size_t len, size_t room)
{
    return len <= room ? memmove(to, from, len) : (ab_bare_stop("memmove overruns"), NULL);
}

void *__memset_chk(void *to, int value, size_t len, size_t room)
{
    return len <= room ? memset(to, value, len) : (ab_bare_stop("memset overruns"), NULL);
}

void __stack_chk_fail(void)
{
    ab_bare_stop("stack overrun");
}
