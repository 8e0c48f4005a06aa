/*
 * The same part on other processors. arm64 has neither upper halves of registers nor instructions that the suites test
 * for. On 32-bit x86 the kernels are among those of x86-64, where the tests see whether upper halves are cleared; they
 * do not use ADOX, nor run in the emulator of bare machines.
 */
#include "harness/harness.h"
#include "harness/sound.h"

int t_upper_halves_dirty(void)
{
    return 0;
}

int t_can_tell_dirty(void)
{
    return 0;
}

int t_is_adox_broken(void)
{
    return 0;
}

int t_is_sha1_sound(void)
{
    return 1;
}
