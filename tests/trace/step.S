/*
 * Steps of a process (trace_processes.c). The code of one instruction has jumped here: put the registers into
 * ab_trace_registers (operand.h), call ab_trace_next, and go on where it says, with the same registers. Vector
 * registers stay as they are, and so does the program's stack, whose bytes below the stack pointer may be in use.
 */
.intel_syntax noprefix

.set FLAGS_AT, 17 * 8
.set STACK_LEN, 65536

.macro each_register do
    \do rax, 0
    \do rcx, 1
    \do rdx, 2
    \do rbx, 3
    \do rsp, 4
    \do rbp, 5
    \do rsi, 6
    \do rdi, 7
    \do r8, 8
    \do r9, 9
    \do r10, 10
    \do r11, 11
    \do r12, 12
    \do r13, 13
    \do r14, 14
    \do r15, 15
.endm
.macro put name, number
    mov [ab_trace_registers + 8 * \number], \name
.endm
.macro get name, number
    mov \name, [ab_trace_registers + 8 * \number]
.endm

.text
.align 16
.globl ab_trace_step
ab_trace_step:
    each_register put
    lea rsp, [stack + STACK_LEN]
    pushfq
    pop qword ptr [ab_trace_registers + FLAGS_AT]
    cld
    call ab_trace_next
    mov [go_to], rax
    push qword ptr [ab_trace_registers + FLAGS_AT]
    popfq
    each_register get
    jmp qword ptr ds:[go_to] /* without the segment, clang 14 jumps to the variable */

.data
.align 8
.globl ab_trace_step_at, ab_trace_scratch
ab_trace_step_at: .quad ab_trace_step
ab_trace_scratch: .quad 0
go_to: .quad 0

.local stack
.comm stack, STACK_LEN, 64

.section .note.GNU-stack, "", @progbits
