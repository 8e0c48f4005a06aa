#include <string.h>

#include "lab.h"

const struct lab_kind *const lab_kinds[] = {
    &lab_kind_cipher, &lab_kind_record, &lab_kind_digest, &lab_kind_mac, &lab_kind_kdf, &lab_kind_rand,
    &lab_kind_signature, &lab_kind_exchange, &lab_kind_kem, &lab_kind_asym_cipher, &lab_kind_keymgmt, NULL,
};

static int does(const struct lab_kind *kind, const char *operation)
{
    for (const char *const *o = kind->operations; *o != NULL; o++)
        if (strcmp(*o, operation) == 0)
            return 1;
    return 0;
}

const struct lab_kind *lab_kind_find(const char *name, const char *operation)
{
    for (const struct lab_kind *const *k = lab_kinds; *k != NULL; k++)
        if (strcmp((*k)->name, name) == 0 && does(*k, operation))
            return *k;
    return NULL;
}
