/* Choose the one name of an algorithm that the lab shows, and list the names that a side offers. */
#include "names.h"

#include <ctype.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int is_plain(const char *name)
{
    static const char *const prefixes[] = { "id-", "ssl3-", "RSA-", "X942KDF-" };

    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
        if (strncasecmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return 0;
    return strpbrk(name, "/ ,") == NULL && !(isdigit((unsigned char)name[0]) && strchr(name, '.') != NULL);
}

static size_t worth(const char *name)
{
    return strlen(name) + (is_plain(name) ? sizeof(struct lab_name) : 0);
}

void lab_name_offer(const char *name, void *arg)
{
    struct lab_name *best = arg;
    size_t len = strlen(name), gain = worth(name), had = best->text[0] == '\0' ? 0 : worth(best->text);

    if (len >= sizeof(best->text) || gain < had || (gain == had && strcasecmp(name, best->text) >= 0))
        return;
    for (size_t i = 0; i <= len; i++)
        best->text[i] = (char)toupper((unsigned char)name[i]);
}

void lab_names_add(struct lab_names *names, const struct lab_name *name)
{
    struct lab_name *list;

    for (size_t i = 0; i < names->num; i++)
        if (strcmp(names->list[i].text, name->text) == 0)
            return;
    list = realloc(names->list, (names->num + 1) * sizeof(*list));
    if (list == NULL)
        return;
    names->list = list;
    list[names->num++] = *name;
}

void lab_names_free(struct lab_names *names)
{
    free(names->list);
}

LAB_COLLECT(CIPHER)
LAB_COLLECT(MD)

void lab_names_of_ciphers(const struct lab_side *side, struct lab_names *names)
{
    EVP_CIPHER_do_all_provided(side->libctx, collect_CIPHER, names);
}

void lab_names_of_digests(const struct lab_side *side, struct lab_names *names)
{
    EVP_MD_do_all_provided(side->libctx, collect_MD, names);
}
