#include "harness/levels.h"

#include "harness/harness.h"

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

/* Bochs 2.7 computes the carry of ADOX wrongly. */
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
    t_put("ADOX is wrong here (Bochs 2.7): code that uses it is not tested\n");
    return AB_BIT_ADX;
}

int t_is_left_to_silicon(const struct ab_needs *needs)
{
    return t_is_brief() && needs->level < AB_LEVEL_AVX512;
}
