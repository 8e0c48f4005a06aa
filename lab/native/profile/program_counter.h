/* Where a thread was that a signal interrupted. */
#ifndef AB_LAB_PROGRAM_COUNTER_H
#define AB_LAB_PROGRAM_COUNTER_H

#ifdef __x86_64__
# define LAB_PROGRAM_COUNTER REG_RIP
# define LAB_SYSTEM_CALL { 0x0f, 0x05 } /* syscall */
#else
# define LAB_PROGRAM_COUNTER REG_EIP
# define LAB_SYSTEM_CALL { 0xcd, 0x80 } /* int 0x80, behind which the kernel goes on */
#endif

#endif
