#include "harness/levels.h"

#include "harness/harness.h"
#include "harness/sound.h"

void t_each_level(void (*test)(const struct ab_aes_kernels *kernels))
{
    const struct ab_aes_kernels *const *list = ab_aes_list();
    struct ab_cpu cpu;
    size_t num = 0;

    ab_cpu_detect(&cpu);
    while (list[num] != NULL)
        num++;
    while (num-- > 0) {
        int is_usable = ab_aes_is_usable(list[num], &cpu);

        t_where.level = ab_aes_level(list[num]);
        if (!t_level_wanted(t_where.level))
            continue;
        t_put(t_where.level);
        t_put(is_usable ? ": tested\n" : ": not on this processor, left to the emulator\n");
        if (is_usable)
            test(list[num]);
    }
    t_where.level = NULL;
}

uint32_t t_untested_bits(const struct ab_cpu *cpu)
{
    if ((cpu->bits & AB_BIT_ADX) == 0 || !t_is_emulated() || !t_is_adox_broken())
        return 0;
    t_put("ADOX is wrong here (Bochs 2.7): code that uses it is not tested\n");
    return AB_BIT_ADX;
}

int t_is_left_to_silicon(const struct ab_needs *needs)
{
    return t_is_brief() && needs->level < AB_LEVEL_AVX512;
}
