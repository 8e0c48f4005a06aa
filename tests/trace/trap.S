/*
 * The debug exception and the breakpoint on bare metal: put the registers into a struct registers (operand.h), call
 * ab_trace_trap and go on with the RIP and the flags that it leaves there. Vector registers stay as they are.
 */
.intel_syntax noprefix

.set REGISTERS_LEN, 19 * 8 /* one more than it has, to align the stack */
.set RIP_AT, 16 * 8
.set FLAGS_AT, 17 * 8
/* the frame of an exception, Intel SDM vol. 3 sec. 6.14.2, above the struct */
.set FRAME_RIP_AT, REGISTERS_LEN
.set FRAME_FLAGS_AT, REGISTERS_LEN + 16
.set FRAME_RSP_AT, REGISTERS_LEN + 24

.text
.align 16
.globl ab_trace_entry
ab_trace_entry:
    sub rsp, REGISTERS_LEN
    mov [rsp], rax
    mov [rsp + 8], rcx
    mov [rsp + 16], rdx
    mov [rsp + 24], rbx
    mov [rsp + 40], rbp
    mov [rsp + 48], rsi
    mov [rsp + 56], rdi
    mov [rsp + 64], r8
    mov [rsp + 72], r9
    mov [rsp + 80], r10
    mov [rsp + 88], r11
    mov [rsp + 96], r12
    mov [rsp + 104], r13
    mov [rsp + 112], r14
    mov [rsp + 120], r15
    mov rax, [rsp + FRAME_RSP_AT]
    mov [rsp + 32], rax
    mov rax, [rsp + FRAME_RIP_AT]
    mov [rsp + RIP_AT], rax
    mov rax, [rsp + FRAME_FLAGS_AT]
    mov [rsp + FLAGS_AT], rax
    cld
    mov rdi, rsp
    call ab_trace_trap
    mov rax, [rsp + RIP_AT]
    mov [rsp + FRAME_RIP_AT], rax
    mov rax, [rsp + FLAGS_AT]
    mov [rsp + FRAME_FLAGS_AT], rax
    mov rax, [rsp]
    mov rcx, [rsp + 8]
    mov rdx, [rsp + 16]
    mov rsi, [rsp + 48]
    mov rdi, [rsp + 56]
    mov r8, [rsp + 64]
    mov r9, [rsp + 72]
    mov r10, [rsp + 80]
    mov r11, [rsp + 88]
    add rsp, REGISTERS_LEN
    iretq

.section .note.GNU-stack, "", @progbits
