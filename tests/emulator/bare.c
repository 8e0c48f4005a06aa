/* The harness on bare metal: see bare.h. */
#include "emulator/bare.h"

#include <string.h>

#include "afterburner/cpu_brand.h"
#include "harness/harness.h"
#include "harness/levels.h"

char *secure_getenv(const char *name); /* libc's headers are for hosted code */
_Noreturn void ab_bare_fault(uint64_t vector, uint64_t word0, uint64_t word1);

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

static int is_quiet;

void ab_bare_be_quiet(void)
{
    is_quiet = 1;
}

void t_put(const char *text)
{
    for (; *text != '\0' && !is_quiet; text++) {
        while (!(in_byte(LINE_STATUS) & HOLD_EMPTY)) {
        }
        out_byte(SERIAL, (uint8_t)*text);
    }
}

/* Bochs and QEMU switch off after the word "Shutdown" is written to port 0x8900. */
_Noreturn void ab_bare_power_off(void)
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
    is_quiet = 0;
    t_put("FAIL ");
    t_put(why);
    t_put(" in ");
    t_print_where();
    t_put("EMULATOR FAIL\n");
    ab_bare_power_off();
}

/* ---- faults: a gate for each exception, Intel SDM vol. 3 sec. 6.14.1 ---- */

struct gate {
    uint16_t low, selector, flags, middle;
    uint32_t high, zero;
};

static struct gate gates[32];

void ab_bare_catch(unsigned vector, const void *handler, unsigned stack)
{
    uint64_t at = (uintptr_t)handler;

    gates[vector] = (struct gate){ (uint16_t)at,         8, (uint16_t)(0x8e00 | stack), (uint16_t)(at >> 16),
                                   (uint32_t)(at >> 32), 0 };
}

static void catch_faults(void)
{
    struct {
        uint16_t size;
        uint64_t base;
    } __attribute__((packed)) table = { sizeof(gates) - 1, (uintptr_t)gates };

    for (unsigned i = 0; i < 32; i++)
        ab_bare_catch(i, ab_fault_stubs[i], 0);
    __asm__ volatile("lidt %0" : : "m"(table));
}

_Noreturn void ab_bare_fault(uint64_t vector, uint64_t word0, uint64_t word1)
{
    t_put("exception ");
    t_put_number(vector);
    t_put(" (6: unknown instruction, 14: guard page), stack ");
    t_put_hex(word0);
    t_put(" ");
    t_put_hex(word1);
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

/* ---- the command line ---- */

static char words[512]; /* each with a null at its end, and another one after the last */

static void read_command_line(const char *line)
{
    if (strlen(line) + 2 > sizeof(words))
        ab_bare_stop("the command line is too long");
    memcpy(words, line, strlen(line));
    for (size_t i = 0; words[i] != '\0'; i++)
        if (words[i] == ' ')
            words[i] = '\0';
}

/* Returns what follows this start of a word, or NULL. */
static const char *after(const char *start)
{
    size_t len = strlen(start);

    for (const char *at = words; *at != '\0'; at += strlen(at) + 1)
        if (strlen(at) >= len && memcmp(at, start, len) == 0)
            return at + len;
    return NULL;
}

int ab_bare_has_word(const char *word)
{
    const char *end = after(word);

    return end != NULL && *end == '\0';
}

const char *ab_bare_setting(const char *name)
{
    const char *at = after(name);

    return at != NULL && *at == '=' ? at + 1 : NULL;
}

char *secure_getenv(const char *name)
{
    return (char *)(uintptr_t)ab_bare_setting(name);
}

int t_level_wanted(const char *name)
{
    return ab_bare_has_word(name); /* never gfni256 or gfni512: Bochs 2.7 fails kernels that are right on silicon */
}

int t_is_memory_watched(void)
{
    return 0;
}

int t_is_brief(void)
{
    return !ab_bare_has_word("long");
}

/* ---- the start ---- */

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

void ab_bare_start(const uint32_t *multiboot_info)
{
    enum { COMMAND_LINE_GIVEN = 4 };

    start_serial();
    catch_faults();
    make_regions();
    if (multiboot_info[0] & COMMAND_LINE_GIVEN)
        read_command_line((const char *)(uintptr_t)multiboot_info[4]);
    print_processor();
}

_Noreturn void ab_bare_finish(int failed)
{
    t_put(failed ? "EMULATOR FAIL\n" : "EMULATOR PASS\n");
    ab_bare_power_off();
}
