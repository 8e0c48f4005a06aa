/*
 * Read files of ML-KEM and ML-DSA keys. Input: the number of the parameter set (those of ML-DSA from 6 on), plus 3 for
 * SubjectPublicKeyInfo; then the file. What is accepted lies within the file and is recognised by its first bytes. It
 * is not accepted with a byte less or more, and what was read is written as the file that it comes from.
 */
#include <stdlib.h>
#include <string.h>

#include "afterburner/mldsa.h"
#include "afterburner/mlkem.h"
#include "fuzz.h"
#include "provider/keymgmt/key_der.h"
#include "provider/oids.h"

enum { NUM_SETS = 3 };

static uint8_t der[AB_KEY_DER_MAX], longer[AB_KEY_DER_MAX + 1];

static void expect_inside(const uint8_t *part, size_t part_len, const uint8_t *file, size_t len)
{
    expect(part == NULL || (part >= file && part_len <= len && part <= file + len - part_len));
}

static struct ab_key_set find_set(unsigned id, int is_mldsa)
{
    struct ab_key_set set = { "", { 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04 }, 0, 0, 0 };

    set.oid[AB_KEY_OID_LEN - 2] = is_mldsa ? 3 : 4;
    set.oid[AB_KEY_OID_LEN - 1] = (uint8_t)((is_mldsa ? AB_ARC_MLDSA : AB_ARC_MLKEM) + id);
    set.seed_len = is_mldsa ? (size_t)AB_MLDSA_SEED_LEN : (size_t)AB_MLKEM_SEED_LEN;
    set.private_len = is_mldsa ? ab_mldsa_params((enum ab_mldsa_id)id)->private_len
                               : ab_mlkem_params((enum ab_mlkem_id)id)->private_len;
    set.public_len = is_mldsa ? ab_mldsa_params((enum ab_mldsa_id)id)->public_len
                              : ab_mlkem_params((enum ab_mlkem_id)id)->public_len;
    return set;
}

/* The version, which may be 0 or 1, follows the first head. A longer file has attributes or a public key. */
static int is_written(const struct ab_key_set *set, enum ab_key_form form, const struct ab_key_parts *parts,
                      const uint8_t *file, size_t len)
{
    size_t written = ab_key_der_write_private(set, form, parts, der);
    size_t version = (file[1] < 0x80 ? 2 : 2 + (file[1] & 0x7f)) + 2u;

    der[version] = file[version];
    return len > written || (len == written && memcmp(der, file, len) == 0);
}

static void check_written(const struct ab_key_set *set, const struct ab_key_parts *parts, const uint8_t *file,
                          size_t len)
{
    if (parts->public_key != NULL)
        expect(ab_key_der_write_public(set, parts, der) == len && memcmp(der, file, len) == 0);
    else if (parts->seed != NULL && parts->private_key != NULL)
        expect(is_written(set, AB_KEY_SEED_PRIV, parts, file, len));
    else if (parts->seed != NULL)
        expect(is_written(set, AB_KEY_SEED_ONLY, parts, file, len)
               || is_written(set, AB_KEY_BARE_SEED, parts, file, len));
    else
        expect(is_written(set, AB_KEY_PRIV_ONLY, parts, file, len)
               || is_written(set, AB_KEY_BARE_PRIV, parts, file, len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    enum ab_key_structure structure;
    struct ab_key_forms forms;
    struct ab_key_parts parts;
    struct ab_key_set set;
    uint8_t *file;

    if (len < 2 || len > AB_KEY_DER_MAX)
        return 0;
    set = find_set(data[0] % NUM_SETS, data[0] % (4 * NUM_SETS) >= 2 * NUM_SETS);
    structure = data[0] % (2 * NUM_SETS) < NUM_SETS ? AB_KEY_PRIVATE_KEY_INFO : AB_KEY_SUBJECT_PUBLIC_KEY_INFO;
    expect(ab_key_forms_read(&forms, NULL));
    len--;
    file = malloc(len); /* so that the sanitizer sees a read beyond it */
    expect(file != NULL);
    memcpy(file, data + 1, len);
    memcpy(longer, file, len);
    if (ab_key_der_read(&set, structure, &forms, file, len, &parts)) {
        expect_inside(parts.seed, set.seed_len, file, len);
        expect_inside(parts.private_key, set.private_len, file, len);
        expect_inside(parts.public_key, set.public_len, file, len);
        expect(ab_key_der_recognise(&set, structure, file, AB_KEY_DER_START) == len);
        check_written(&set, &parts, file, len);
        expect(!ab_key_der_read(&set, structure, &forms, file, len - 1, &parts));
        expect(!ab_key_der_read(&set, structure, &forms, longer, len + 1, &parts));
    }
    free(file);
    return 0;
}
