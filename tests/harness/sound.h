/*
 * Detect instructions that an emulator gets wrong: code built on them cannot be tested there. On silicon a wrong result
 * would be a failure.
 */
#ifndef AB_TESTS_SOUND_H
#define AB_TESTS_SOUND_H

#include "harness/harness.h"

/*
 * Call this only on a processor with the SHA instructions. Bochs before 2.8 returns the four words of SHA1RNDS4 in the
 * wrong order (bochs-emu/Bochs#85).
 */
int t_is_sha1_sound(void);

/* Call this only on a processor with ADX. Bochs 2.7 computes the carry of ADOX wrongly. */
int t_is_adox_broken(void);

#endif
