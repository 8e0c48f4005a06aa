/* clang-format off */
/*
 * What registers_*.S of x86 share: CHECK sets bit number `bit` of eax if a register is not what it was. It changes edx.
 */
        .intel_syntax noprefix

        .macro CHECK reg, value, bit
        xor     edx, edx
        cmp     \reg, \value
        setne   dl
        shl     edx, \bit
        or      eax, edx
        .endm
