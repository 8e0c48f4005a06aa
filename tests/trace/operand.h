/*
 * What one instruction may reveal, as formulas over the registers. decode.py makes them; the layout is that of its
 * struct.pack.
 */
#ifndef AB_TESTS_TRACE_OPERAND_H
#define AB_TESTS_TRACE_OPERAND_H

#include <stddef.h>
#include <stdint.h>

/* What an instruction starts with. trap.S, step.S and decode.py know the layout. */
struct registers {
    uint64_t general[16]; /* as the processor numbers them: RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8 ... */
    uint64_t rip, flags;
};

enum operand_kind {
    OPERAND_ADDRESS = 1, /* base + index * scale + displacement */
    OPERAND_LANES,       /* one such address for each lane of a vector of indices */
    OPERAND_REGISTER,    /* the value of general register `base` */
    OPERAND_VECTOR,      /* the value of vector register `base` */
    OPERAND_MASK,        /* the value of mask register `base` */
    OPERAND_LOADED,      /* the value in memory at base + index * scale + displacement */
    OPERAND_UNKNOWN      /* nothing is known of this instruction: a difference in itself */
};

enum { OPERAND_NO_REGISTER = 16, MAX_OPERANDS = 6 };

struct operand {
    uint8_t kind, base, index, scale;
    uint8_t len;      /* bytes of the value, or of an index */
    uint8_t lanes;    /* number of indices */
    uint8_t is_32bit; /* the address has 32 bits */
    uint8_t unused;
    int64_t displacement;
};

struct instruction {
    uint32_t len, num_operands;
    struct operand operands[MAX_OPERANDS];
};

/*
 * Returns the value of an operand before the instruction runs. What is longer than eight bytes is hashed.
 */
uint64_t operand_value(const struct operand *o, const struct registers *r);

/* Provided by the platform: returns the vector and mask registers by the layout of XSAVE. */
const uint8_t *trace_vectors(void);

/* memcpy for code that runs while vector registers hold what is traced: the C library's may use them. */
static inline void copy_bytes(void *to, const void *from, size_t len)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(len) : : "memory");
}

#endif
