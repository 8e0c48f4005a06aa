/* The kernels that this processor can run: see levels.h. */
#include "harness/levels.h"

#include <string.h>

#include "afterburner/aria.h"
#include "afterburner/camellia.h"
#include "afterburner/sm4.h"
#include "harness/harness.h"
#include "harness/sound.h"

typedef void test_fn(const struct ab_aes_kernels *kernels);

static void each_of_list(const struct ab_aes_kernels *const *list, test_fn *test)
{
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

void t_each_level(test_fn *test)
{
    each_of_list(ab_aes_list(), test);
}

void t_each_level_of(enum ab_ref_cipher cipher, test_fn *test)
{
    switch (cipher) {
    case AB_REF_AES: t_each_level(test); return;
    case AB_REF_SM4:
        t_put("SM4, ");
        each_of_list(ab_sm4_list(), test);
        return;
    case AB_REF_ARIA:
        t_put("ARIA, ");
        each_of_list(ab_aria_list(), test);
        return;
    default: t_put("Camellia, "); each_of_list(ab_camellia_list(), test);
    }
}

/*
 * Modes and kernels that SM4 and ARIA have, those that SM4 has besides, those that SM4 alone has, those that ARIA has
 * besides, and those of either that Camellia lacks.
 */
static const char *const of_both[] = { "ECB",         "CBC",         "CFB",         "OFB",         "CTR",
                                       "CCM",         "GCM",         "ecb_encrypt", "ecb_decrypt", "cbc_encrypt",
                                       "cbc_decrypt", "cfb_encrypt", "cfb_decrypt", "ofb",         "ctr",
                                       "cbc_mac",     "ccm_encrypt", "ccm_decrypt", "gcm_encrypt", "gcm_decrypt",
                                       NULL };
static const char *const of_sm4[] = { "XTS", "XTS-GB", "xts_encrypt", "xts_decrypt", "xts_gb_encrypt", "xts_gb_decrypt",
                                      NULL };
static const char *const only_of_sm4[] = { "XTS-GB", "xts_gb_encrypt", "xts_gb_decrypt", NULL };
static const char *const of_aria[] = { "CFB8", "CFB1", "cfb8_encrypt", "cfb1_encrypt", NULL };
static const char *const not_of_camellia[] = { "CCM",         "GCM",         "cbc_mac",     "ccm_encrypt",
                                               "ccm_decrypt", "gcm_encrypt", "gcm_decrypt", NULL };

static int is_among(const char *name, const char *const *names)
{
    while (*names != NULL && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

int t_has_mode(enum ab_ref_cipher cipher, const char *name)
{
    switch (cipher) {
    case AB_REF_AES: return !is_among(name, only_of_sm4);
    case AB_REF_SM4: return is_among(name, of_both) || is_among(name, of_sm4);
    case AB_REF_ARIA: return is_among(name, of_both) || is_among(name, of_aria);
    default: return (is_among(name, of_both) && !is_among(name, not_of_camellia)) || is_among(name, of_aria);
    }
}

int t_has_key_len(enum ab_ref_cipher cipher, size_t key_len)
{
    return cipher != AB_REF_SM4 || key_len == 16;
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
