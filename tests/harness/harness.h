/*
 * The harness of the C tests: checks that report where they failed, reproducible random bytes, and buffers between
 * inaccessible pages. It needs no libc, so the same tests run hosted (platform_hosted.c) and on bare metal in the
 * emulator (tests/emulator/platform_bare.c).
 */
#ifndef AB_TESTS_HARNESS_H
#define AB_TESTS_HARNESS_H

#include <stddef.h>
#include <stdint.h>

/* What is being tested now; printed with every failure and every fault. Set the members that help to find the case. */
struct t_where {
    const char *subject, *level, *check;
    size_t key_len, len, extra;
};
extern struct t_where t_where;

/* The one kernel or mode that a suite of many is to test; NULL: each of them. */
extern const char *t_only;
/* Return 1 if the subject is to be tested. */
int t_is_wanted(const char *subject);
/* Return 1 if t_only is NULL or was the name of a subject. */
int t_found_only(void);

/* Count a check; if it fails, print its text, its place and t_where. */
#define CHECK(ok) t_check((ok) != 0, #ok, __FILE__, __LINE__)
/* The same for len bytes; print the first byte that differs. */
#define CHECK_BYTES(got, want, len) t_check_bytes(got, want, len, #got, __FILE__, __LINE__)

void t_count_check(int ok, const char *text, const char *file, unsigned line);
int t_check_bytes(const void *got, const void *want, size_t len, const char *text, const char *file, unsigned line);

/* Returns ok. Defined here so that the static analyzer knows what holds after `if (!CHECK(...)) return;`. */
static inline int t_check(int ok, const char *text, const char *file, unsigned line)
{
    t_count_check(ok, text, file, line);
    return ok;
}

/* From here on, checks count, or they do not. They count at the start. */
void t_count_checks(int count);

/* Print the number of checks. Returns the exit status of the test: 0, or 1 if a check failed or none was made. */
int t_finish(void);

/* Pseudo-random numbers (splitmix64), the same in every run unless AB_TEST_SEED is set. */
void t_seed(uint64_t seed);
uint64_t t_random(void);
void t_random_bytes(void *out, size_t len);
size_t t_random_below(size_t bound);

/*
 * T_NUM_REGIONS buffers of T_REGION_LEN bytes with an inaccessible page directly before and after each. Touching one of
 * these pages ends the test and prints t_where.
 */
enum { T_NUM_REGIONS = 4, T_REGION_LEN = 16384, T_MARGIN = 128 };
enum t_end { T_AT_START, T_AT_END };

/*
 * Returns the place of len bytes that start `offset` bytes after the page before region i, or end `offset` bytes before
 * the page after it.
 */
uint8_t *t_place(unsigned i, enum t_end end, size_t offset, size_t len);
/* Fill len bytes at p, a place in region i, and T_MARGIN bytes on both sides with poison. */
void t_poison(unsigned i, uint8_t *p, size_t len);
/* Returns 1 if the margins around len bytes at p still hold poison. */
int t_margins_intact(unsigned i, const uint8_t *p, size_t len);
/* Returns 1 if the len bytes at p still hold poison. */
int t_is_poison(const uint8_t *p, size_t len);

enum { T_LONG = 1100 }; /* every length up to this one is tested */
/*
 * Returns the length to test after this one: the next length, or, where tests are slow, every short one and then
 * samples of many residues.
 */
size_t t_next_len(size_t len);
/* Returns the number of messages at once to test after this one, likewise: 0 to 9, then 20, 31 ... */
unsigned t_next_count(unsigned num);
/* Returns how many of num random cases to test: all, or, where tests are slow, a twentieth. */
size_t t_num_cases(size_t num);

/* ---- what each platform provides ---- */

void t_put(const char *text);  /* to standard output or the serial port */
uint8_t *t_region(unsigned i); /* the first byte of region i */
int t_is_slow(void);           /* 1 in an emulator or under a sanitizer, where a sample suffices */
int t_is_emulated(void);       /* 1 if instructions that are right on silicon may be wrong here */
int t_is_brief(void);          /* 1 in the emulator's quick run: each path of the AVX-512 code once */
int t_is_memory_watched(void); /* 1 if the program ends when it uses memory that was not written */

void t_put_number(size_t value);
void t_put_hex(uint64_t value);
void t_print_where(void);

/*
 * Returns 1 if the vector registers have dirty upper halves (XINUSE, Intel SDM vol. 1 sec. 13.6). Returns 0 where the
 * processor cannot report it, and when built by gcc without optimisation, which does not clear them in every function.
 */
int t_upper_halves_dirty(void);
/* Make them dirty and clean again, where the processor has AVX. Returns 1 if t_upper_halves_dirty saw it. */
int t_can_tell_dirty(void);

/*
 * Call function(a, b, c, d, e). Returns 0 if every register that a function must preserve is unchanged.
 * t_spoil_registers is a function that changes some of them, t_spoiled_registers what is returned for it.
 */
typedef void t_any_fn(void);
uint64_t t_changed_registers(t_any_fn *function, void *a, const void *b, size_t c, uint64_t d, int e);
void t_spoil_registers(void);
extern const uint64_t t_spoiled_registers;

#endif
