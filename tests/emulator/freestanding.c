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
void *malloc(size_t len);
void *calloc(size_t num, size_t len);
void free(void *ptr);
size_t strlen(const char *s);
char *strchr(const char *s, int c);
char *secure_getenv(const char *name);
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

    __asm__ volatile("rep stosb" : "+D"(d), "+c"(len) : "a"(value) : "memory");
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

/* Memory is allocated in order, and all of it is free again once every block is freed. */
static _Alignas(64) uint8_t heap[1 << 20];
static size_t heap_used, heap_held;

void *malloc(size_t len)
{
    void *ptr = heap + heap_used;

    len = (len + 63) / 64 * 64;
    if (len > sizeof(heap) - heap_used)
        return NULL;
    heap_used += len;
    heap_held++;
    return ptr;
}

void *calloc(size_t num, size_t len)
{
    void *ptr = malloc(num * len);

    __asm__ volatile("" : "+r"(ptr)); /* keeps the compiler from recognising a calloc */
    return ptr == NULL ? NULL : memset(ptr, 0, num * len);
}

void free(void *ptr)
{
    if (ptr != NULL && --heap_held == 0)
        heap_used = 0;
}

/* There is no environment, so cpu_x86.c never parses a mask. */
char *secure_getenv(const char *name)
{
    (void)name;
    return NULL;
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    (void)text, (void)end, (void)base;
    ab_bare_stop("strtoull was called");
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
