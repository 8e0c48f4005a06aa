/* Registers object identifiers that libcrypto lacks. */
#include "provider/objects.h"

#include "provider/offer.h"

static const struct {
    const char *oid, *short_name, *long_name; /* the names that OpenSSL 3.5 has for it */
} objects[] = {
    { "2.16.840.1.101.3.4.4.1", "id-alg-ml-kem-512", "ML-KEM-512" },
    { "2.16.840.1.101.3.4.4.2", "id-alg-ml-kem-768", "ML-KEM-768" },
    { "2.16.840.1.101.3.4.4.3", "id-alg-ml-kem-1024", "ML-KEM-1024" },
};

/* What the program registered under the same name is no error of ours: leave the error queue as it was. */
void ab_objects_register(const struct ab_provctx *prov)
{
    const struct ab_core *core = &prov->core;

    if (prov->release < AB_RELEASE(3, 2) || prov->release >= AB_RELEASE(3, 5) || core->obj_create == NULL
        || core->set_error_mark == NULL || core->pop_error_to_mark == NULL)
        return;
    core->set_error_mark(core->handle);
    for (unsigned i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
        if (ab_offer_has(prov, OSSL_OP_KEYMGMT, objects[i].long_name))
            core->obj_create(core->handle, objects[i].oid, objects[i].short_name, objects[i].long_name);
    core->pop_error_to_mark(core->handle);
}
