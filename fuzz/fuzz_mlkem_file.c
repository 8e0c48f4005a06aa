/*
 * Read files of ML-KEM keys. Input: the parameter set, plus 3 for SubjectPublicKeyInfo; then the file. What is accepted
 * lies within the file and is recognised by its first bytes. It is not accepted with a byte less or more. A public key
 * or a seed is written as the file that it comes from.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "provider/keymgmt/mlkem_der.h"

static uint8_t der[AB_MLKEM_DER_MAX], longer[AB_MLKEM_DER_MAX + 1];

static void expect_inside(const uint8_t *part, size_t part_len, const uint8_t *file, size_t len)
{
    expect(part == NULL || (part >= file && part_len <= len && part <= file + len - part_len));
}

/* The version, which may be 0 or 1, follows a head of two bytes. A longer file has attributes or a public key. */
static int is_written(const struct ab_mlkem_key *key, enum ab_mlkem_form form, const uint8_t *file, size_t len)
{
    enum { VERSION = 4 };
    size_t written = ab_mlkem_der_write_private(key, form, der);

    der[VERSION] = file[VERSION];
    return len > written || (len == written && memcmp(der, file, len) == 0);
}

static void check_written(const struct ab_mlkem_params *sizes, const struct ab_key_parts *parts, const uint8_t *file,
                          size_t len)
{
    static struct ab_mlkem_key key;
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    ab_mlkem_init(&key, sizes, ab_mlkem_pick(&cpu));
    if (parts->public_key != NULL && ab_mlkem_set_public(&key, parts->public_key, sizes->public_len))
        expect(ab_mlkem_der_write_public(&key, der) == len && memcmp(der, file, len) == 0);
    if (parts->seed == NULL || parts->private_key != NULL)
        return;
    ab_mlkem_set_seed(&key, parts->seed);
    expect(is_written(&key, AB_MLKEM_SEED_ONLY, file, len) || is_written(&key, AB_MLKEM_BARE_SEED, file, len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    const struct ab_mlkem_params *sizes;
    enum ab_mlkem_structure structure;
    struct ab_mlkem_forms forms;
    struct ab_key_parts parts;
    uint8_t *file;

    if (len < 2 || len > AB_MLKEM_DER_MAX)
        return 0;
    sizes = ab_mlkem_params((enum ab_mlkem_id)(data[0] % AB_NUM_MLKEM));
    structure = data[0] % 6 < AB_NUM_MLKEM ? AB_MLKEM_PRIVATE_KEY_INFO : AB_MLKEM_SUBJECT_PUBLIC_KEY_INFO;
    expect(ab_mlkem_forms_read(&forms, NULL));
    len--;
    file = malloc(len); /* so that the sanitizer sees a read beyond it */
    expect(file != NULL);
    memcpy(file, data + 1, len);
    memcpy(longer, file, len);
    if (ab_mlkem_der_read(sizes, structure, &forms, file, len, &parts)) {
        expect_inside(parts.seed, AB_MLKEM_SEED_LEN, file, len);
        expect_inside(parts.private_key, sizes->private_len, file, len);
        expect_inside(parts.public_key, sizes->public_len, file, len);
        expect(ab_mlkem_der_recognise(sizes, structure, file, AB_MLKEM_DER_START) == len);
        check_written(sizes, &parts, file, len);
        expect(!ab_mlkem_der_read(sizes, structure, &forms, file, len - 1, &parts));
        expect(!ab_mlkem_der_read(sizes, structure, &forms, longer, len + 1, &parts));
    }
    free(file);
    return 0;
}
