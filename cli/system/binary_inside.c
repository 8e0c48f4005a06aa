/* Looking into a program or library without loading it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli/system/binary_bytes.h"

enum ab_elf ab_binary_elf(int fd)
{
    struct ab_bytes b;
    enum ab_elf elf;

    if (!ab_bytes_map(fd, &b))
        return AB_ELF_NOT;
    elf = ab_bytes_judge(&b);
    ab_bytes_unmap(&b);
    return elf;
}

static const char *find(const struct ab_bytes *b, const char *from, const char *needle)
{
    return memmem(from, b->len - (size_t)(from - b->data), needle, strlen(needle));
}

/* Copy the text up to the first of `ends`, if it fits. */
static void copy_until(const struct ab_bytes *b, const char *from, const char *ends, char *out, size_t size)
{
    size_t left = b->len - (size_t)(from - b->data), len = 0;

    while (len < left && from[len] != '\0' && strchr(ends, from[len]) == NULL)
        len++;
    if (len > 0 && len < size && len < left)
        snprintf(out, size, "%.*s", (int)len, from);
}

/* OpenSSL_version(OPENSSL_VERSION), "OpenSSL 3.0.17 1 Jul 2025": a number with two dots, then the date. */
static void find_version(const struct ab_bytes *b, char *out, size_t size)
{
    static const char lead[] = "OpenSSL ";

    for (const char *hit = b->data; out[0] == '\0' && (hit = find(b, hit, lead)) != NULL; hit += sizeof(lead) - 1) {
        char word[48] = "";
        unsigned major, minor, patch;
        int used = 0;

        copy_until(b, hit + sizeof(lead) - 1, "\n", word, sizeof(word));
        if (sscanf(word, "%u.%u.%u%n", &major, &minor, &patch, &used) == 3 && strchr(word + used, ' ') != NULL)
            snprintf(out, size, "%.*s", (int)strcspn(word, " "), word);
    }
}

/* The functions that load a module, on Linux and on Windows, raise errors by their names. */
static int has_loader(const struct ab_bytes *b)
{
    return find(b, b->data, "dlfcn_load") != NULL || find(b, b->data, "win32_load") != NULL;
}

static void search(const struct ab_bytes *b, struct ab_openssl_inside *found)
{
    static const char dir[] = "OPENSSLDIR: \"";
    const char *hit = find(b, b->data, dir);

    if (hit == NULL) /* every libcrypto has this text, and little else does: skip the search for the version */
        return;
    copy_until(b, hit + sizeof(dir) - 1, "\"", found->openssldir, sizeof(found->openssldir));
    find_version(b, found->version, sizeof(found->version));
    found->can_load = find(b, b->data, "OSSL_provider_init") != NULL && has_loader(b);
}

int ab_binary_openssl(int fd, struct ab_openssl_inside *found)
{
    struct ab_bytes b;

    memset(found, 0, sizeof(*found));
    if (!ab_bytes_map(fd, &b))
        return 0;
    search(&b, found);
    ab_bytes_unmap(&b);
    return 1;
}

int ab_binary_contains(int fd, const char *text)
{
    struct ab_bytes b;
    int found;

    if (!ab_bytes_map(fd, &b))
        return 0;
    found = find(&b, b.data, text) != NULL;
    ab_bytes_unmap(&b);
    return found;
}
