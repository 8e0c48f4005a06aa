/* What the key managements of ML-KEM, ML-DSA and SLH-DSA do alike: export, forms, and the load of a decoder's key. */
#include "provider/keymgmt/key_files.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "ct/ct.h"
#include "provider/param.h"
#include "provider/setting.h"

static OSSL_PARAM *add(OSSL_PARAM *p, const char *name, const uint8_t *part, size_t len)
{
    if (part != NULL)
        *p++ = (OSSL_PARAM)OSSL_PARAM_octet_string(name, (void *)part, len);
    return p;
}

int ab_key_export(const struct ab_key_files *files, const void *keydata, int selection, OSSL_CALLBACK *callback,
                  void *arg)
{
    const struct ab_key_set set = files->set_of(keydata);
    struct ab_key_room room;
    struct ab_key_parts parts;
    OSSL_PARAM params[4], *p = params;
    int ok;

    files->get(keydata, selection, &room, &parts);
    p = add(p, AB_PARAM_SEED, parts.seed, set.seed_len);
    p = add(p, OSSL_PKEY_PARAM_PRIV_KEY, parts.private_key, set.private_len);
    p = add(p, OSSL_PKEY_PARAM_PUB_KEY, parts.public_key, set.public_len);
    *p = (OSSL_PARAM)OSSL_PARAM_END;
    ok = (p != params || files->exports_empty) && callback(params, arg);
    ab_wipe(&room, sizeof(room));
    return ok;
}

int ab_key_files_forms(struct ab_provctx *prov, const char *setting, struct ab_key_forms *forms)
{
    if (setting != NULL)
        return ab_key_forms_read(forms, ab_setting_read(prov, setting));
    *forms = (struct ab_key_forms){ .list = { AB_KEY_BARE_PRIV }, .num = 1 };
    return 1;
}

void *ab_key_load(const void *reference, size_t size)
{
    void **at = (void **)reference, *key; /* a variable of the decoder */

    if (size != sizeof(void *))
        return NULL;
    key = *at;
    *at = NULL;
    return key;
}
