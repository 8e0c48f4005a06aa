#define _GNU_SOURCE
#include "cli/binary.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum ab_elf ab_binary_elf(const char *path)
{
    Elf64_Ehdr header;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n;

    if (fd < 0)
        return AB_ELF_UNREADABLE;
    n = read(fd, &header, sizeof(header));
    close(fd);
    if (n < (ssize_t)sizeof(header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return n < 0 ? AB_ELF_UNREADABLE : AB_ELF_NOT;
    return header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == EM_X86_64 ? AB_ELF_OURS : AB_ELF_OTHER_MACHINE;
}

struct bytes {
    const char *data;
    size_t len;
};

static const char *find(const struct bytes *b, const char *from, const char *needle)
{
    return memmem(from, b->len - (size_t)(from - b->data), needle, strlen(needle));
}

/* The text up to the first of `ends`, if it fits. */
static void copy_until(const struct bytes *b, const char *from, const char *ends, char *out, size_t size)
{
    size_t left = b->len - (size_t)(from - b->data), len = 0;

    while (len < left && from[len] != '\0' && strchr(ends, from[len]) == NULL)
        len++;
    if (len > 0 && len < size && len < left)
        snprintf(out, size, "%.*s", (int)len, from);
}

/* OpenSSL_version(OPENSSL_VERSION), "OpenSSL 3.0.17 1 Jul 2025": a number with two dots, then the date. */
static void find_version(const struct bytes *b, char *out, size_t size)
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

static void search(const struct bytes *b, struct ab_openssl_inside *found)
{
    static const char dir[] = "OPENSSLDIR: \"";
    const char *hit = find(b, b->data, dir);

    if (hit == NULL) /* every libcrypto has it, and little else: spares the search for the version */
        return;
    copy_until(b, hit + sizeof(dir) - 1, "\"", found->openssldir, sizeof(found->openssldir));
    find_version(b, found->version, sizeof(found->version));
    found->can_load = find(b, b->data, "OSSL_provider_init") != NULL && find(b, b->data, "dlfcn_load") != NULL;
}

/* Maps the whole file; 0 if it is no readable regular file, or empty. */
static int map_file(const char *path, struct bytes *b)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    void *map = MAP_FAILED;

    if (fd < 0)
        return 0;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0)
        map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    b->data = map;
    b->len = map == MAP_FAILED ? 0 : (size_t)st.st_size;
    return map != MAP_FAILED;
}

int ab_binary_openssl(const char *path, struct ab_openssl_inside *found)
{
    struct bytes b;

    memset(found, 0, sizeof(*found));
    if (!map_file(path, &b))
        return 0;
    search(&b, found);
    munmap((void *)b.data, b.len);
    return 1;
}

int ab_binary_contains(const char *path, const char *text)
{
    struct bytes b;
    int found;

    if (!map_file(path, &b))
        return 0;
    found = find(&b, b.data, text) != NULL;
    munmap((void *)b.data, b.len);
    return found;
}
