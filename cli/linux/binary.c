/* Looking into a program or library without loading it. */
#define _GNU_SOURCE
#include "cli/system/binary.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { MAX_LEN = 1 << 30 };

struct bytes {
    const char *data;
    size_t len;
};

/* Maps the whole file; 0 if it is empty, or too long to be a program. */
static int map_file(int fd, struct bytes *b)
{
    struct stat st;
    void *map = MAP_FAILED;

    if (fstat(fd, &st) == 0 && st.st_size > 0 && st.st_size <= MAX_LEN)
        map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    b->data = map;
    b->len = map == MAP_FAILED ? 0 : (size_t)st.st_size;
    return map != MAP_FAILED;
}

/* Do all segments, and their table, lie within the file? */
static int is_whole(const struct bytes *b, const Elf64_Ehdr *header)
{
    Elf64_Phdr segment;

    if (header->e_phentsize != sizeof(segment) || header->e_phoff > b->len
        || header->e_phnum > (b->len - header->e_phoff) / sizeof(segment))
        return 0;
    for (unsigned i = 0; i < header->e_phnum; i++) {
        memcpy(&segment, b->data + header->e_phoff + i * sizeof(segment), sizeof(segment));
        if (segment.p_offset > b->len || segment.p_filesz > b->len - segment.p_offset)
            return 0;
    }
    return 1;
}

static enum ab_elf judge(const struct bytes *b)
{
    Elf64_Ehdr header;

    if (b->len < sizeof(header))
        return AB_ELF_NOT;
    memcpy(&header, b->data, sizeof(header));
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return AB_ELF_NOT;
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64)
        return AB_ELF_OTHER_MACHINE;
    return is_whole(b, &header) ? AB_ELF_OURS : AB_ELF_CUT_SHORT;
}

enum ab_elf ab_binary_elf(int fd)
{
    struct bytes b;
    enum ab_elf elf;

    if (!map_file(fd, &b))
        return AB_ELF_NOT;
    elf = judge(&b);
    munmap((void *)b.data, b.len);
    return elf;
}

static const char *find(const struct bytes *b, const char *from, const char *needle)
{
    return memmem(from, b->len - (size_t)(from - b->data), needle, strlen(needle));
}

/* Copy the text up to the first of `ends`, if it fits. */
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

    if (hit == NULL) /* every libcrypto has this text, and little else does: skip the search for the version */
        return;
    copy_until(b, hit + sizeof(dir) - 1, "\"", found->openssldir, sizeof(found->openssldir));
    find_version(b, found->version, sizeof(found->version));
    found->can_load = find(b, b->data, "OSSL_provider_init") != NULL && find(b, b->data, "dlfcn_load") != NULL;
}

int ab_binary_openssl(int fd, struct ab_openssl_inside *found)
{
    struct bytes b;

    memset(found, 0, sizeof(*found));
    if (!map_file(fd, &b))
        return 0;
    search(&b, found);
    munmap((void *)b.data, b.len);
    return 1;
}

int ab_binary_contains(int fd, const char *text)
{
    struct bytes b;
    int found;

    if (!map_file(fd, &b))
        return 0;
    found = find(&b, b.data, text) != NULL;
    munmap((void *)b.data, b.len);
    return found;
}
