/* The image that runs every suite, at the levels named on the command line; "long" asks for a run that is not brief. */
#include "emulator/bare.h"
#include "harness/harness.h"
#include "harness/suites.h"

/* The emulator's time stamp counts its instructions. */
static uint64_t count_instructions(void)
{
    uint32_t low, high;

    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

/* Run a suite and print its cost, which is the same on a busy machine. */
static void run(const char *name, void (*suite)(void))
{
    uint64_t start = count_instructions();

    t_put("suite ");
    t_put(name);
    t_put("\n");
    suite();
    t_put("  ");
    t_put_number((count_instructions() - start) / 1000000);
    t_put(" million instructions\n");
}

/*
 * With "!" or "?" on the command line, the image proves that it catches a touched guard page or an unknown instruction.
 */
static void offend(void)
{
    t_where.subject = "deliberate offender";
    if (ab_bare_has_word("!"))
        *(volatile uint8_t *)(t_region(0) + T_REGION_LEN) = 1;
    if (ab_bare_has_word("?"))
        __asm__ volatile("ud2");
}

void ab_bare_main(const uint32_t *multiboot_info)
{
    ab_bare_start(multiboot_info);
    offend();
    run("pick", ab_suite_pick);
    run("known answers", ab_suite_kats);
    run("kernels", ab_suite_kernels);
    run("lanes", ab_suite_lanes);
    run("modes", ab_suite_modes);
    run("authenticated modes", ab_suite_aead);
    run("hash functions", ab_suite_hash);
    run("curve25519", ab_suite_curve25519);
    run("ec", ab_suite_ec);
    run("curve448", ab_suite_curve448);
    run("ML-KEM", ab_suite_mlkem);
    run("ML-DSA", ab_suite_mldsa);
    run("SLH-DSA", ab_suite_slhdsa);
    run("ChaCha20 and Poly1305", ab_suite_chacha);
    run("Argon2", ab_suite_argon2);
    run("bignum", ab_suite_bignum);
    run("DSA and Diffie-Hellman", ab_suite_ffc);
    run("CBC with HMAC", ab_suite_cbc_hmac);
    ab_bare_finish(t_finish());
}
