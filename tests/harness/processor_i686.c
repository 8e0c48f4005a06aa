/*
 * The same part on 32-bit x86. Its kernels neither use ADOX nor run in the emulator of bare machines, and are those of
 * x86-64, where the tests see whether upper halves of registers are cleared.
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
