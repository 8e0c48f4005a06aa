/* The part of the harness that needs instructions of x86-64. */
#include <cpuid.h>

#include "harness/harness.h"
#include "harness/sound.h"

enum { XINUSE_YMM_ZMM = 0x44 }; /* the upper halves of the sixteen registers that SSE shares */
#if defined(__OPTIMIZE__) || defined(__clang__)
enum { CLEARS_UPPER_HALVES = 1 };
#else
enum { CLEARS_UPPER_HALVES = 0 }; /* gcc does not clear them in every function at -O0 */
#endif

static int can_read_in_use(void)
{
    static int known; /* 0: not queried yet, 1: no, 2: yes */
    uint32_t a, b, c, d;

    if (known == 0) {
        known = 1;
        if (__get_cpuid(1, &a, &b, &c, &d) && (c >> 27 & 3) == 3 && __get_cpuid_count(13, 1, &a, &b, &c, &d)
            && a >> 2 & 1)
            known = 2;
    }
    return known == 2 && CLEARS_UPPER_HALVES;
}

int t_upper_halves_dirty(void)
{
    uint32_t low, high;

    if (!can_read_in_use())
        return 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
    return (low & XINUSE_YMM_ZMM) != 0;
}

int t_can_tell_dirty(void)
{
    int is_seen = 0;

    if (!can_read_in_use())
        return 0;
    __asm__ volatile("vcmptrueps %%ymm15, %%ymm15, %%ymm15" : : : "xmm15");
    is_seen = t_upper_halves_dirty();
    __asm__ volatile("vzeroupper" : : : "memory");
    return is_seen;
}

int t_is_adox_broken(void)
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

/* From zeros, the instruction leaves K rotated left by 30 in its lowest word: SDM vol. 2B. */
int t_is_sha1_sound(void)
{
    uint32_t words[4] __attribute__((aligned(16))) = { 0 };

    __asm__("movdqa %0, %%xmm0; movdqa %%xmm0, %%xmm1; sha1rnds4 $0, %%xmm1, %%xmm0; movdqa %%xmm0, %0"
            : "+m"(words)
            :
            : "xmm0", "xmm1");
    return !t_is_emulated() || words[0] == 0x56a09e66;
}
