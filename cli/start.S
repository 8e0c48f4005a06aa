/*
 * _start: where the command begins. The start files of the C library do the same, but Debian builds them without
 * _CET_ENDBR, and the loader jumps here through a register: one such file takes the mark of indirect branch tracking
 * from the whole program. System V ABI, x86-64 supplement, sec. 3.4.1: argc is at rsp, argv above it, and rdx is what
 * to call at the end. Calls __libc_start_main(main, argc, argv, init, fini, rdx, stack_end), which does not return;
 * with no init, the C library runs the constructors by itself (glibc from 2.34 on).
 */
#include <cet.h>

    .intel_syntax noprefix
    .text
    .globl _start
    .type _start, @function
_start:
    .cfi_startproc
    .cfi_undefined rip
    _CET_ENDBR
    xor ebp, ebp
    mov r9, rdx
    pop rsi
    mov rdx, rsp
    and rsp, -16
    push rax
    push rsp
    xor r8d, r8d
    xor ecx, ecx
    lea rdi, main[rip]
    call [rip + __libc_start_main@GOTPCREL]
    hlt
    .cfi_endproc
    .size _start, . - _start

    .section .note.GNU-stack, "", @progbits
