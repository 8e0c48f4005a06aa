/* 32-bit x86, as measured against OpenSSL 3.0 of Debian i386: docs/platforms.md. */
#include "provider/gains.h"

/* Families `first` to `last`, at this level and above, with these instruction sets. */
struct gain {
    unsigned first, last;
    enum ab_level level;
    uint32_t bits;
};

enum { VECTOR_AES = AB_BIT_VAES | AB_BIT_VPCLMUL, VECTOR_WORDS = AB_BIT_ADX | AB_BIT_IFMA };

static const struct gain gains[] = {
    { AB_FAMILY_AES_ECB, AB_FAMILY_AES_CBC_CTS, AB_LEVEL_AVX2, VECTOR_AES },
    { AB_FAMILY_AES_CFB, AB_FAMILY_AES_OFB, AB_LEVEL_SSE41, AB_BIT_AES },
    { AB_FAMILY_AES_CTR, AB_FAMILY_AES_XTS, AB_LEVEL_AVX2, VECTOR_AES },
    { AB_FAMILY_AES_CCM, AB_FAMILY_AES_WRAP, AB_LEVEL_SSE41, AB_BIT_AES },
    { AB_FAMILY_AES_GCM, AB_FAMILY_AES_GCM, AB_LEVEL_AVX2, VECTOR_AES },
    { AB_FAMILY_AES_CMAC, AB_FAMILY_AES_CMAC, AB_LEVEL_SSE41, AB_BIT_AES },
    { AB_FAMILY_ARIA_ECB, AB_FAMILY_ARIA_CTR, AB_LEVEL_SSE41, AB_BIT_AES },
    { AB_FAMILY_ARIA_GCM, AB_FAMILY_ARIA_GCM, AB_LEVEL_SSE41, AB_BIT_AES },
    { AB_FAMILY_SM4_ECB, AB_FAMILY_SM4_ECB, AB_LEVEL_AVX512, VECTOR_AES | AB_BIT_GFNI },
    { AB_FAMILY_HASH + AB_HASH_RIPEMD160, AB_FAMILY_HASH + AB_HASH_RIPEMD160, AB_LEVEL_NONE, 0 },
    { AB_FAMILY_HASH + AB_HASH_SM3, AB_FAMILY_HASH + AB_HASH_SM3, AB_LEVEL_AVX512, 0 },
    { AB_FAMILY_RSA, AB_FAMILY_FFC, AB_LEVEL_AVX2, 0 },
    { AB_FAMILY_CURVE25519, AB_FAMILY_CURVE25519, AB_LEVEL_AVX512, VECTOR_WORDS },
    { AB_FAMILY_CURVE448, AB_FAMILY_CURVE448, AB_LEVEL_AVX512, AB_BIT_IFMA },
    { AB_FAMILY_CURVE + AB_P256, AB_FAMILY_CURVE + AB_P256, AB_LEVEL_AVX512, VECTOR_WORDS },
    { AB_FAMILY_CURVE + AB_P384, AB_FAMILY_CURVE + AB_P384, AB_LEVEL_AVX512, VECTOR_WORDS },
    { AB_FAMILY_CURVE + AB_P521, AB_FAMILY_CURVE + AB_P521, AB_LEVEL_AVX512, VECTOR_WORDS },
};

int ab_family_gains(unsigned family, const struct ab_cpu *cpu)
{
    for (size_t i = 0; i < sizeof(gains) / sizeof(gains[0]); i++)
        if (family >= gains[i].first && family <= gains[i].last && cpu->level >= gains[i].level
            && (cpu->bits & gains[i].bits) == gains[i].bits)
            return 1;
    return 0;
}

size_t ab_rsa_least_bits(void)
{
    return 1024;
}

/* What powers in vectors have; by words they take 1.4 to 1.6 times as long as in OpenSSL. */
size_t ab_power_most_bits(void)
{
    return 4096;
}
