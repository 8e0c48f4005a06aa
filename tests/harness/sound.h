/*
 * Detect instructions that an emulator gets wrong: code built on them cannot be tested there. On silicon a wrong result
 * would be a failure.
 */
#ifndef AB_TESTS_SOUND_H
#define AB_TESTS_SOUND_H

#include "harness/harness.h"

/*
 * Call this only on a processor with the SHA instructions. Bochs before 2.8 returns the four words of SHA1RNDS4 in the
 * wrong order (bochs-emu/Bochs#85). From zeros, the instruction leaves K rotated left by 30 in its lowest word: SDM
 * vol. 2B.
 */
static inline int t_is_sha1_sound(void)
{
    uint32_t words[4] __attribute__((aligned(16))) = { 0 };

    __asm__("movdqa %0, %%xmm0; movdqa %%xmm0, %%xmm1; sha1rnds4 $0, %%xmm1, %%xmm0; movdqa %%xmm0, %0"
            : "+m"(words)
            :
            : "xmm0", "xmm1");
    return !t_is_emulated() || words[0] == 0x56a09e66;
}

#endif
