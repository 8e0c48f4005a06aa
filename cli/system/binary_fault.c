/* What to say of a file that cannot be loaded. */
#include "cli/system/binary.h"

#include <stddef.h>

const char *ab_binary_fault(enum ab_elf elf, enum ab_elf wanted)
{
    if (elf == wanted)
        return NULL;
    switch (elf) {
    case AB_ELF_NOT: return "is no shared object";
    case AB_ELF_OTHER_MACHINE: return "is of another architecture";
    case AB_ELF_CUT_SHORT: return "is cut short";
    case AB_ELF_32: return "is for 32-bit programs";
    case AB_ELF_64: return "is for 64-bit programs";
    }
    return NULL;
}
