/* clang-format off */
/* The end of registers_*.S: t_spoiled_registers, with the bits SPOILED. */
#ifdef __ELF__
        .section .rodata
        .type   t_spoiled_registers, %object
        .size   t_spoiled_registers, 8
#else
        .section .rdata, "dr"
#endif
        .globl  t_spoiled_registers
        .balign 8
t_spoiled_registers:
        .quad   SPOILED

#ifdef __ELF__
        .section .note.GNU-stack, "", %progbits
#endif
