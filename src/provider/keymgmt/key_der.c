/* DER of ML-KEM and ML-DSA keys. */
#include "provider/keymgmt/key_der.h"

#include <string.h>
#include <strings.h>

#include "provider/der.h"

enum { ALGORITHM_LEN = 2 + 2 + AB_KEY_OID_LEN, VERSION_LEN = 3 };

/* What a form consists of. */
static const struct {
    const char *name;
    uint8_t has_seed, has_private, has_public;
    uint8_t is_bare;   /* no tag and no length */
    uint8_t seed_tag;  /* 0: none */
    uint8_t is_nested; /* in a SEQUENCE */
} forms_of_key[AB_NUM_KEY_FORMS] = {
    [AB_KEY_SEED_PRIV] = { "seed-priv", 1, 1, 0, 0, AB_DER_OCTET_STRING, 1 },
    [AB_KEY_PRIV_ONLY] = { "priv-only", 0, 1, 0, 0, 0, 0 },
    [AB_KEY_OQS_KEYPAIR] = { "oqskeypair", 0, 1, 1, 0, 0, 0 },
    [AB_KEY_SEED_ONLY] = { "seed-only", 1, 0, 0, 0, AB_DER_PRIMITIVE_0, 0 },
    [AB_KEY_BARE_PRIV] = { "bare-priv", 0, 1, 0, 1, 0, 0 },
    [AB_KEY_BARE_SEED] = { "bare-seed", 1, 0, 0, 1, 0, 0 },
};

int ab_key_form_has_seed(enum ab_key_form form)
{
    return forms_of_key[form].has_seed;
}

/* ---- lists of forms ---- */

static int has_form(const struct ab_key_forms *forms, unsigned form)
{
    for (unsigned i = 0; i < forms->num; i++)
        if ((unsigned)forms->list[i] == form)
            return 1;
    return 0;
}

/* Append the first form that is not in the list and whose name begins with the word. */
static void add_form(struct ab_key_forms *forms, const char *word, size_t len)
{
    for (unsigned form = 0; form < AB_NUM_KEY_FORMS; form++)
        if (!has_form(forms, form) && strncasecmp(forms_of_key[form].name, word, len) == 0) {
            forms->list[forms->num++] = (enum ab_key_form)form;
            return;
        }
}

int ab_key_forms_read(struct ab_key_forms *forms, const char *text)
{
    static const char separators[] = "\t ,";

    forms->num = 0;
    if (text == NULL)
        for (unsigned form = 0; form < AB_NUM_KEY_FORMS; form++)
            forms->list[forms->num++] = (enum ab_key_form)form;
    else
        for (size_t len; *(text += strspn(text, separators)) != '\0'; text += len) {
            len = strcspn(text, separators);
            add_form(forms, text, len);
        }
    return forms->num != 0;
}

/* ---- reading ---- */

static int read_version(struct ab_der *r, uint8_t *version)
{
    const uint8_t *content;

    if (!ab_der_read_sized(r, AB_DER_INTEGER, 1, &content) || content[0] > 1)
        return 0;
    *version = content[0];
    return 1;
}

/* AlgorithmIdentifier; RFC 9935 sec. 3 and RFC 9881 sec. 2 have no parameters. */
static int read_algorithm(struct ab_der *r, const struct ab_key_set *set)
{
    const uint8_t *oid;
    struct ab_der in;

    return ab_der_read(r, AB_DER_SEQUENCE, &in) && ab_der_read_sized(&in, AB_DER_OID, AB_KEY_OID_LEN, &oid)
           && in.len == 0 && memcmp(oid, set->oid, AB_KEY_OID_LEN) == 0;
}

size_t ab_key_der_recognise(const struct ab_key_set *set, enum ab_key_structure structure, const uint8_t *start,
                            size_t len)
{
    struct ab_der r = { start, len };
    size_t head, content;
    uint8_t version;

    if (!ab_der_peek(&r, AB_DER_SEQUENCE, &head, &content))
        return 0;
    r.at += head;
    r.len -= head;
    if (structure == AB_KEY_PRIVATE_KEY_INFO && !read_version(&r, &version))
        return 0;
    return read_algorithm(&r, set) ? head + content : 0;
}

static int read_public(const struct ab_key_set *set, struct ab_der r, struct ab_key_parts *parts)
{
    const uint8_t *content;

    if (!read_algorithm(&r, set) || !ab_der_read_sized(&r, AB_DER_BIT_STRING, 1 + set->public_len, &content)
        || r.len != 0 || content[0] != 0) /* bits that are not used */
        return 0;
    parts->public_key = content + 1;
    return 1;
}

static size_t key_len(const struct ab_key_set *set, enum ab_key_form form)
{
    return forms_of_key[form].has_public ? set->private_len + set->public_len : set->private_len;
}

static int read_bare(const struct ab_key_set *set, enum ab_key_form form, const struct ab_der *in,
                     struct ab_key_parts *parts)
{
    if (in->len != (forms_of_key[form].has_seed ? set->seed_len : set->private_len))
        return 0;
    *(forms_of_key[form].has_seed ? &parts->seed : &parts->private_key) = in->at;
    return 1;
}

static int read_form(const struct ab_key_set *set, enum ab_key_form form, struct ab_der in, struct ab_key_parts *parts)
{
    struct ab_der outer = in;

    memset(parts, 0, sizeof(*parts));
    if (forms_of_key[form].is_bare)
        return read_bare(set, form, &in, parts);
    if (forms_of_key[form].is_nested && (!ab_der_read(&outer, AB_DER_SEQUENCE, &in) || outer.len != 0))
        return 0;
    if (forms_of_key[form].has_seed
        && !ab_der_read_sized(&in, forms_of_key[form].seed_tag, set->seed_len, &parts->seed))
        return 0;
    if (forms_of_key[form].has_private
        && !ab_der_read_sized(&in, AB_DER_OCTET_STRING, key_len(set, form), &parts->private_key))
        return 0;
    return in.len == 0;
}

/* Attributes, and from version 1 on a public key, which the private key has as well. */
static int skip_rest(struct ab_der r, uint8_t version)
{
    struct ab_der skipped;

    ab_der_read(&r, AB_DER_CONSTRUCTED_0, &skipped);
    if (version == 1)
        ab_der_read(&r, AB_DER_PRIMITIVE_1, &skipped);
    return r.len == 0;
}

static int read_private(const struct ab_key_set *set, const struct ab_key_forms *forms, struct ab_der r,
                        struct ab_key_parts *parts)
{
    struct ab_der key;
    uint8_t version;

    if (!read_version(&r, &version) || !read_algorithm(&r, set) || !ab_der_read(&r, AB_DER_OCTET_STRING, &key)
        || !skip_rest(r, version))
        return 0;
    for (unsigned i = 0; i < forms->num; i++)
        if (read_form(set, forms->list[i], key, parts))
            return 1;
    return 0;
}

int ab_key_der_read(const struct ab_key_set *set, enum ab_key_structure structure, const struct ab_key_forms *forms,
                    const uint8_t *der, size_t len, struct ab_key_parts *parts)
{
    struct ab_der whole = { der, len }, r;

    memset(parts, 0, sizeof(*parts));
    if (!ab_der_read(&whole, AB_DER_SEQUENCE, &r) || whole.len != 0)
        return 0;
    return structure == AB_KEY_PRIVATE_KEY_INFO ? read_private(set, forms, r, parts) : read_public(set, r, parts);
}

/* ---- writing ---- */

static uint8_t *write_algorithm(uint8_t *at, const struct ab_key_set *set)
{
    at = ab_der_write_head(at, AB_DER_SEQUENCE, ab_der_element_len(AB_KEY_OID_LEN));
    return ab_der_write(at, AB_DER_OID, set->oid, AB_KEY_OID_LEN);
}

size_t ab_key_der_write_public(const struct ab_key_set *set, const struct ab_key_parts *parts, uint8_t *out)
{
    uint8_t *at = ab_der_write_head(out, AB_DER_SEQUENCE, ALGORITHM_LEN + ab_der_element_len(1 + set->public_len));

    at = write_algorithm(at, set);
    at = ab_der_write_head(at, AB_DER_BIT_STRING, 1 + set->public_len);
    *at++ = 0;
    memcpy(at, parts->public_key, set->public_len);
    return (size_t)(at - out) + set->public_len;
}

/* The length of the parts of a form, without the SEQUENCE around them. */
static size_t parts_len(const struct ab_key_set *set, enum ab_key_form form)
{
    size_t seed = set->seed_len, key = key_len(set, form);

    if (!forms_of_key[form].is_bare) {
        seed = ab_der_element_len(seed);
        key = ab_der_element_len(key);
    }
    return (forms_of_key[form].has_seed ? seed : 0) + (forms_of_key[form].has_private ? key : 0);
}

static uint8_t *write_seed(uint8_t *at, const struct ab_key_set *set, enum ab_key_form form, const uint8_t *seed)
{
    if (!forms_of_key[form].is_bare)
        at = ab_der_write_head(at, forms_of_key[form].seed_tag, set->seed_len);
    memcpy(at, seed, set->seed_len);
    return at + set->seed_len;
}

static uint8_t *write_key(uint8_t *at, const struct ab_key_set *set, enum ab_key_form form,
                          const struct ab_key_parts *parts)
{
    if (!forms_of_key[form].is_bare)
        at = ab_der_write_head(at, AB_DER_OCTET_STRING, key_len(set, form));
    memcpy(at, parts->private_key, set->private_len);
    if (forms_of_key[form].has_public)
        memcpy(at + set->private_len, parts->public_key, set->public_len);
    return at + key_len(set, form);
}

size_t ab_key_der_write_private(const struct ab_key_set *set, enum ab_key_form form, const struct ab_key_parts *parts,
                                uint8_t *out)
{
    static const uint8_t version = 0;
    size_t len = parts_len(set, form);
    size_t content = forms_of_key[form].is_nested ? ab_der_element_len(len) : len;
    uint8_t *at = ab_der_write_head(out, AB_DER_SEQUENCE, VERSION_LEN + ALGORITHM_LEN + ab_der_element_len(content));

    at = ab_der_write(at, AB_DER_INTEGER, &version, 1);
    at = write_algorithm(at, set);
    at = ab_der_write_head(at, AB_DER_OCTET_STRING, content);
    if (forms_of_key[form].is_nested)
        at = ab_der_write_head(at, AB_DER_SEQUENCE, len);
    if (forms_of_key[form].has_seed)
        at = write_seed(at, set, form, parts->seed);
    if (forms_of_key[form].has_private)
        at = write_key(at, set, form, parts);
    return (size_t)(at - out);
}
