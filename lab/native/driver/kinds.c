/* The list of all kinds of operations that the driver measures. */
#include "lab.h"

const struct lab_kind *const lab_kinds[] = {
    &lab_kind_cipher,
    &lab_kind_record,
    &lab_kind_digest,
    &lab_kind_mac,
    &lab_kind_kdf,
    &lab_kind_rand,
    &lab_kind_signature,
    &lab_kind_exchange,
    &lab_kind_kem,
    &lab_kind_asym_cipher,
    &lab_kind_keymgmt,
    &lab_kind_load,
    NULL,
};
