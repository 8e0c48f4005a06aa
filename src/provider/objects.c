/* Registers object identifiers that libcrypto lacks. */
#include "provider/objects.h"

#include "provider/offer.h"
#include "provider/oids.h"

/* The family of a parameter set. */
#define MLKEM(id) AB_FAMILY_MLKEM + AB_MLKEM_##id
#define MLDSA(id) AB_FAMILY_MLDSA + AB_MLDSA_##id
#define SLHDSA(id) AB_FAMILY_SLHDSA + AB_SLHDSA_##id

static const struct {
    const char *oid, *short_name, *long_name; /* the names that OpenSSL 3.5 has for it */
    uint16_t family;
    unsigned since; /* the first release that registers it: one with a lock, or 0 for any (objects.h) */
    int is_signature;
} objects[] = {
    { AB_OID_MLKEM_512, "id-alg-ml-kem-512", "ML-KEM-512", MLKEM(512), AB_RELEASE(3, 2), 0 },
    { AB_OID_MLKEM_768, "id-alg-ml-kem-768", "ML-KEM-768", MLKEM(768), AB_RELEASE(3, 2), 0 },
    { AB_OID_MLKEM_1024, "id-alg-ml-kem-1024", "ML-KEM-1024", MLKEM(1024), AB_RELEASE(3, 2), 0 },
    { AB_OID_MLDSA_44, "id-ml-dsa-44", "ML-DSA-44", MLDSA(44), 0, 1 },
    { AB_OID_MLDSA_65, "id-ml-dsa-65", "ML-DSA-65", MLDSA(65), 0, 1 },
    { AB_OID_MLDSA_87, "id-ml-dsa-87", "ML-DSA-87", MLDSA(87), 0, 1 },
    { AB_OID_SLHDSA_SHA2_128S, "id-slh-dsa-sha2-128s", "SLH-DSA-SHA2-128s", SLHDSA(SHA2_128S), 0, 1 },
    { AB_OID_SLHDSA_SHA2_128F, "id-slh-dsa-sha2-128f", "SLH-DSA-SHA2-128f", SLHDSA(SHA2_128F), 0, 1 },
    { AB_OID_SLHDSA_SHA2_192S, "id-slh-dsa-sha2-192s", "SLH-DSA-SHA2-192s", SLHDSA(SHA2_192S), 0, 1 },
    { AB_OID_SLHDSA_SHA2_192F, "id-slh-dsa-sha2-192f", "SLH-DSA-SHA2-192f", SLHDSA(SHA2_192F), 0, 1 },
    { AB_OID_SLHDSA_SHA2_256S, "id-slh-dsa-sha2-256s", "SLH-DSA-SHA2-256s", SLHDSA(SHA2_256S), 0, 1 },
    { AB_OID_SLHDSA_SHA2_256F, "id-slh-dsa-sha2-256f", "SLH-DSA-SHA2-256f", SLHDSA(SHA2_256F), 0, 1 },
    { AB_OID_SLHDSA_SHAKE_128S, "id-slh-dsa-shake-128s", "SLH-DSA-SHAKE-128s", SLHDSA(SHAKE_128S), 0, 1 },
    { AB_OID_SLHDSA_SHAKE_128F, "id-slh-dsa-shake-128f", "SLH-DSA-SHAKE-128f", SLHDSA(SHAKE_128F), 0, 1 },
    { AB_OID_SLHDSA_SHAKE_192S, "id-slh-dsa-shake-192s", "SLH-DSA-SHAKE-192s", SLHDSA(SHAKE_192S), 0, 1 },
    { AB_OID_SLHDSA_SHAKE_192F, "id-slh-dsa-shake-192f", "SLH-DSA-SHAKE-192f", SLHDSA(SHAKE_192F), 0, 1 },
    { AB_OID_SLHDSA_SHAKE_256S, "id-slh-dsa-shake-256s", "SLH-DSA-SHAKE-256s", SLHDSA(SHAKE_256S), 0, 1 },
    { AB_OID_SLHDSA_SHAKE_256F, "id-slh-dsa-shake-256f", "SLH-DSA-SHAKE-256f", SLHDSA(SHAKE_256F), 0, 1 },
};

/* A signature algorithm has no digest, and its keys have the same object identifier. */
static void register_one(const struct ab_core *core, unsigned i)
{
    if (core->obj_create(core->handle, objects[i].oid, objects[i].short_name, objects[i].long_name)
        && objects[i].is_signature && core->obj_add_sigid != NULL)
        core->obj_add_sigid(core->handle, objects[i].oid, "", objects[i].oid);
}

static int is_to_register(const struct ab_provctx *prov, unsigned i)
{
    return prov->release >= objects[i].since && ab_offer_has_family(prov, AB_TABLE_KEYMGMT, objects[i].family);
}

/*
 * What the program registered under the same name is no error of ours: leave the error queue as it was. Its first mark
 * in a process loads all of libcrypto's error strings, which takes longer than everything else here, so set none in
 * vain.
 */
void ab_objects_register(const struct ab_provctx *prov)
{
    const struct ab_core *core = &prov->core;
    int is_marked = 0;

    if (prov->release >= AB_RELEASE(3, 5) || core->obj_create == NULL || core->set_error_mark == NULL
        || core->pop_error_to_mark == NULL)
        return;
    for (unsigned i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
        if (is_to_register(prov, i)) {
            is_marked = is_marked || core->set_error_mark(core->handle);
            register_one(core, i);
        }
    if (is_marked)
        core->pop_error_to_mark(core->handle);
}
