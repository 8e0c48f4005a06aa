/*
 * A program of another project: it encrypts and hashes with the installed kernel library, found by pkg-config (SP
 * 800-38A, F.5.1; FIPS 180-4's example "abc").
 */
#include <afterburner/aes.h>
#include <afterburner/hash.h>
#include <stdio.h>
#include <string.h>

static int hashes_right(const struct ab_cpu *cpu)
{
    static const uint8_t answer[8] = { 0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea };
    struct ab_hash_ctx hash;
    uint8_t digest[32];

    ab_hash_init(&hash, ab_hash_pick(AB_HASH_SHA256, cpu));
    ab_hash_update(&hash, (const uint8_t *)"abc", 3);
    ab_hash_final(&hash, digest);
    return memcmp(digest, answer, sizeof(answer)) == 0;
}

int main(void)
{
    static const uint8_t key[16] = { 0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                                     0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c };
    static const uint8_t iv[16] = { 0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7,
                                    0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff };
    static const uint8_t plain[16] = { 0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96,
                                       0xe9, 0x3d, 0x7e, 0x11, 0x73, 0x93, 0x17, 0x2a };
    static const uint8_t answer[16] = { 0x87, 0x4d, 0x61, 0x91, 0xb6, 0x20, 0xe3, 0x26,
                                        0x1b, 0xef, 0x68, 0x64, 0x99, 0x0d, 0xb6, 0xce };
    const struct ab_aes_kernels *kernels;
    struct ab_aes_ctr ctr;
    struct ab_cpu cpu;
    uint8_t out[16];

    ab_cpu_detect(&cpu);
    if (!hashes_right(&cpu))
        return 1;
    kernels = ab_aes_pick(&cpu);
    if (kernels == NULL) {
        puts("no AES instructions");
        return 77;
    }
    ab_aes_ctr_set_key(&ctr, kernels, key, sizeof(key));
    ab_aes_ctr_set_iv(&ctr, iv);
    ab_aes_ctr_update(&ctr, plain, out, sizeof(out));
    ab_aes_ctr_wipe(&ctr);
    puts(ab_aes_level(kernels));
    return memcmp(out, answer, sizeof(out)) != 0;
}
