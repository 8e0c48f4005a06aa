/*
 * The harness on bare metal, and the main program of the image: run every suite at the levels named on the multiboot
 * command line, and print to the first serial port. The last line is "EMULATOR PASS" or "EMULATOR FAIL"; then the
 * machine is switched off. A fault prints the current case and switches the machine off, too.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "afterburner/cpu_brand.h"
#include "harness/harness.h"
#include "harness/levels.h"
#include "harness/suites.h"

_Noreturn void ab_bare_stop(const char *why);
_Noreturn void ab_bare_fault(uint64_t vector, uint64_t word0, uint64_t word1);
_Noreturn void ab_bare_main(const uint32_t *multiboot_info);

extern uint64_t ab_page_directory[512];
extern const uint8_t ab_fault_stubs[32][16];

/* ---- the serial port, a 16550 at 0x3f8 ---- */

enum { SERIAL = 0x3f8, LINE_CONTROL = SERIAL + 3, LINE_STATUS = SERIAL + 5, HOLD_EMPTY = 0x20, SEND_EMPTY = 0x40 };

static void out_byte(uint16_t port, uint8_t v)
{
    __asm__ volatile("outb %0, %1" : : "a"(v), "Nd"(port));
}

static uint8_t in_byte(uint16_t port)
{
    uint8_t v;

    __asm__ volatile("inb %1, %0" : "=a"(v) : "Nd"(port));
    return v;
}

static void start_serial(void)
{
    out_byte(LINE_CONTROL, 0x80); /* divisor 1 */
    out_byte(SERIAL, 1);
    out_byte(SERIAL + 1, 0);
    out_byte(LINE_CONTROL, 3); /* 8 bits, no parity */
    out_byte(SERIAL + 2, 7);   /* enable and clear the queue */
}

void t_put(const char *text)
{
    for (; *text != '\0'; text++) {
        while (!(in_byte(LINE_STATUS) & HOLD_EMPTY)) {
        }
        out_byte(SERIAL, (uint8_t)*text);
    }
}

static void put_hex(uint64_t v)
{
    char text[17] = { 0 };

    for (unsigned i = 0; i < 16; i++)
        text[i] = "0123456789abcdef"[v >> (60 - 4 * i) & 15];
    t_put(text);
}

/* Bochs and QEMU switch off after the word "Shutdown" is written to port 0x8900. */
static _Noreturn void power_off(void)
{
    while (!(in_byte(LINE_STATUS) & SEND_EMPTY)) {
    }
    for (const char *s = "Shutdown"; *s != '\0'; s++)
        out_byte(0x8900, (uint8_t)*s);
    for (;;)
        __asm__ volatile("hlt");
}

_Noreturn void ab_bare_stop(const char *why)
{
    t_put("FAIL ");
    t_put(why);
    t_put(" in ");
    t_print_where();
    t_put("EMULATOR FAIL\n");
    power_off();
}

/* ---- faults: a gate for each exception, Intel SDM vol. 3 sec. 6.14.1 ---- */

struct gate {
    uint16_t low, selector, flags, middle;
    uint32_t high, zero;
};

static struct gate gates[32];

static void catch_faults(void)
{
    struct {
        uint16_t size;
        uint64_t base;
    } __attribute__((packed)) table = { sizeof(gates) - 1, (uintptr_t)gates };

    for (unsigned i = 0; i < 32; i++) {
        uint64_t at = (uintptr_t)ab_fault_stubs[i];

        gates[i] = (struct gate){ (uint16_t)at, 8, 0x8e00, (uint16_t)(at >> 16), (uint32_t)(at >> 32), 0 };
    }
    __asm__ volatile("lidt %0" : : "m"(table));
}

_Noreturn void ab_bare_fault(uint64_t vector, uint64_t word0, uint64_t word1)
{
    t_put("exception ");
    t_put_number(vector);
    t_put(" (6: unknown instruction, 14: guard page), stack ");
    put_hex(word0);
    t_put(" ");
    put_hex(word1);
    t_put("\n");
    ab_bare_stop("an exception");
}

/* ---- the regions between guard pages: 2 MiB at GUARDED mapped in pages of 4 KiB, the guards absent ---- */

enum { PAGE = 4096, GUARDED = 128 << 20, REGION_STRIDE = T_REGION_LEN + PAGE };

uint8_t *t_region(unsigned i)
{
    return (uint8_t *)(uintptr_t)(GUARDED + PAGE + i * REGION_STRIDE);
}

static void make_regions(void)
{
    static _Alignas(PAGE) uint64_t pages[512];
    uint64_t root;

    for (unsigned r = 0; r < T_NUM_REGIONS; r++)
        for (unsigned p = 0; p < T_REGION_LEN / PAGE; p++) {
            uint64_t at = (uintptr_t)t_region(r) + p * PAGE;

            pages[at / PAGE % 512] = at | 3;
        }
    ab_page_directory[GUARDED >> 21] = (uintptr_t)pages | 3;
    __asm__ volatile("mov %%cr3, %0; mov %0, %%cr3" : "=r"(root) : : "memory");
}

/* The emulator runs about ten million instructions a second. */
int t_is_slow(void)
{
    return 1;
}

int t_is_emulated(void)
{
    return 1;
}

/* ---- the command line: levels, and "long" for a run that is not brief ---- */

static const char *command_line = "";

static int has_word(const char *word)
{
    size_t len = strlen(word);

    for (const char *at = command_line; at != NULL; at = strchr(at, ' '), at += at != NULL)
        if (strlen(at) >= len && memcmp(at, word, len) == 0 && (at[len] == ' ' || at[len] == '\0'))
            return 1;
    return 0;
}

int t_level_wanted(const char *name)
{
    return has_word(name); /* never gfni256 or gfni512: Bochs 2.7 fails kernels that are right on silicon */
}

int t_is_brief(void)
{
    return !has_word("long");
}

/* ---- the main program ---- */

/* The emulator's time stamp counts its instructions. */
static uint64_t count_instructions(void)
{
    uint32_t low, high;

    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

/* Run a suite and print its cost, which is the same on a busy machine. */
static void run(const char *name, void (*suite)(void))
{
    uint64_t start = count_instructions();

    t_put("suite ");
    t_put(name);
    t_put("\n");
    suite();
    t_put("  ");
    t_put_number((count_instructions() - start) / 1000000);
    t_put(" million instructions\n");
}

static void print_processor(void)
{
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    ab_cpu_read_brand(&cpu);
    t_put("processor ");
    t_put(cpu.brand);
    t_put(", level ");
    t_put(ab_level_name(cpu.level));
    t_put("\n");
}

/*
 * With "!" or "?" on the command line, the image proves that it catches a touched guard page or an unknown instruction.
 */
static void offend(void)
{
    t_where.subject = "deliberate offender";
    if (strchr(command_line, '!') != NULL)
        *(volatile uint8_t *)(t_region(0) + T_REGION_LEN) = 1;
    if (strchr(command_line, '?') != NULL)
        __asm__ volatile("ud2");
}

void ab_bare_main(const uint32_t *multiboot_info)
{
    enum { COMMAND_LINE_GIVEN = 4 };
    int failed;

    start_serial();
    catch_faults();
    make_regions();
    if (multiboot_info[0] & COMMAND_LINE_GIVEN)
        command_line = (const char *)(uintptr_t)multiboot_info[4];
    print_processor();
    offend();
    run("pick", ab_suite_pick);
    run("known answers", ab_suite_kats);
    run("kernels", ab_suite_kernels);
    run("lanes", ab_suite_lanes);
    run("modes", ab_suite_modes);
    run("authenticated modes", ab_suite_aead);
    run("hash functions", ab_suite_hash);
    run("curve25519", ab_suite_curve25519);
    run("ec", ab_suite_ec);
    run("curve448", ab_suite_curve448);
    run("ML-KEM", ab_suite_mlkem);
    run("ML-DSA", ab_suite_mldsa);
    run("SLH-DSA", ab_suite_slhdsa);
    run("ChaCha20 and Poly1305", ab_suite_chacha);
    run("Argon2", ab_suite_argon2);
    run("bignum", ab_suite_bignum);
    run("DSA and Diffie-Hellman", ab_suite_ffc);
    run("CBC with HMAC", ab_suite_cbc_hmac);
    failed = t_finish();
    t_put(failed ? "EMULATOR FAIL\n" : "EMULATOR PASS\n");
    power_off();
}
