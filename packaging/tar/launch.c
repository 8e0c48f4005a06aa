/*
 * bin/afterburner of the archive for any Linux: becomes the command that is linked for the C library of this machine.
 * The kernel refuses a program whose loader is not there, so the first one that it accepts is the right one. This
 * program needs no loader and no library.
 */
#include <elf.h>

#include "../kernel_calls.h"

enum { MAX_PATH = 4096, CANNOT_RUN = 2 };

/* glibc first: a machine with glibc may have musl's loader, too, but not OpenSSL for musl. */
static const char *const commands[] = { "/libexec/afterburner/glibc/afterburner",
                                        "/libexec/afterburner/musl/afterburner" };

static char path[MAX_PATH + 64];

/* Put a text into path. Returns the length of both. */
static long append(long len, const char *text)
{
    for (long i = 0; i <= text_length(text); i++)
        path[len + i] = text[i];
    return len + text_length(text);
}

/* Put the name of this program into path: without links by /proc, or else as it was started. Returns its length. */
static long find_self(const Elf64_auxv_t *vector)
{
    long len = call(SYS_readlink, (long)"/proc/self/exe", (long)path, MAX_PATH);
    const char *started;

    if (len > 0)
        return len;
    while (vector->a_type != AT_EXECFN && vector->a_type != AT_NULL)
        vector++;
    started = vector->a_type == AT_NULL ? "" : (const char *)vector->a_un.a_val;
    return text_length(started) > MAX_PATH ? 0 : append(0, started);
}

/* Returns the length of what is before the last slash; -1 if there is none. */
static long cut(long len)
{
    do
        len--;
    while (len >= 0 && path[len] != '/');
    return len;
}

/* argc, arguments, NULL, environment, NULL, auxiliary vector: System V ABI, x86-64 supplement, sec. 3.4.1. */
__attribute__((noreturn, used)) void launch(const long *stack)
{
    const long *arguments = stack + 1, *environment = arguments + *stack + 1, *end = environment;
    long len;

    while (*end != 0)
        end++;
    len = cut(find_self((const Elf64_auxv_t *)(end + 1)));
    if (len < 0)
        len = append(0, ".");
    len = append(len, "/..");
    for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        append(len, commands[i]);
        call(SYS_execve, (long)path, (long)arguments, (long)environment);
    }
    say("afterburner: neither program in libexec/afterburner runs here; it needs glibc 2.17 or later, or musl\n");
    call(SYS_exit_group, CANNOT_RUN, 0, 0);
    __builtin_unreachable();
}

__asm__(".globl _start\n"
        "_start:\n"
        "    xor %ebp, %ebp\n"
        "    mov %rsp, %rdi\n"
        "    and $-16, %rsp\n"
        "    call launch\n");
