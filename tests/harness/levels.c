#include "harness/levels.h"

#include "harness/harness.h"

void t_each_level(void (*test)(const struct ab_aes_kernels *kernels))
{
    static const enum ab_level levels[] = { AB_LEVEL_AESNI, AB_LEVEL_VAES256, AB_LEVEL_VAES512 };
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        if (!t_level_wanted(levels[i]))
            continue;
        t_where.level = ab_level_name(levels[i]);
        t_put(t_where.level);
        t_put(levels[i] <= cpu.level ? ": tested\n" : ": not on this processor, left to the emulator\n");
        if (levels[i] <= cpu.level)
            test(ab_aes_pick(levels[i]));
    }
    t_where.level = NULL;
}

/* Bochs 2.7 gets the carry of ADOX wrong. */
static int has_broken_adox(void)
{
    uint64_t all = UINT64_MAX, one = 1, over;

    __asm__("xorl %%eax, %%eax\n\t"
            "adoxq %[one], %[all]\n\t"
            "seto %%al\n\t"
            "movzbl %%al, %k[over]"
            : [all] "+&r"(all), [over] "=&r"(over)
            : [one] "r"(one)
            : "rax", "cc");
    return all != 0 || over != 1;
}

uint32_t t_untested_bits(const struct ab_cpu *cpu)
{
    if ((cpu->bits & AB_BIT_ADX) == 0 || !t_is_emulated() || !has_broken_adox())
        return 0;
    t_put("ADOX is wrong here (Bochs 2.7): what uses it is not tested\n");
    return AB_BIT_ADX;
}
