/* ELF files. */
#include <elf.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "cli/system/binary_bytes.h"

enum { MAX_LEN = 1 << 30 };

int ab_bytes_map(int fd, struct ab_bytes *b)
{
    struct stat st;
    void *map = MAP_FAILED;

    if (fstat(fd, &st) == 0 && st.st_size > 0 && st.st_size <= MAX_LEN)
        map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    b->data = map;
    b->len = map == MAP_FAILED ? 0 : (size_t)st.st_size;
    return map != MAP_FAILED;
}

void ab_bytes_unmap(struct ab_bytes *b)
{
    munmap((void *)b->data, b->len);
}

/* The table of segments, and the machine, of a header of either class. */
struct head {
    unsigned machine;
    uint64_t table, num, entry_len;
};

static struct head read_head(const struct ab_bytes *b, int is_64)
{
    Elf64_Ehdr h64;
    Elf32_Ehdr h32;

    if (is_64) {
        memcpy(&h64, b->data, sizeof(h64));
        return (struct head){ h64.e_machine, h64.e_phoff, h64.e_phnum, h64.e_phentsize };
    }
    memcpy(&h32, b->data, sizeof(h32));
    return (struct head){ h32.e_machine, h32.e_phoff, h32.e_phnum, h32.e_phentsize };
}

/* Does the segment whose entry is at `entry` lie within the file? */
static int has_segment(const struct ab_bytes *b, const char *entry, int is_64)
{
    Elf64_Phdr s64;
    Elf32_Phdr s32;

    if (is_64) {
        memcpy(&s64, entry, sizeof(s64));
        return s64.p_offset <= b->len && s64.p_filesz <= b->len - s64.p_offset;
    }
    memcpy(&s32, entry, sizeof(s32));
    return s32.p_offset <= b->len && s32.p_filesz <= b->len - s32.p_offset;
}

/* Do all segments, and their table, lie within the file? */
static int is_whole(const struct ab_bytes *b, const struct head *h, int is_64)
{
    if (h->entry_len != (is_64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr)) || h->table > b->len
        || h->num > (b->len - h->table) / h->entry_len)
        return 0;
    for (unsigned i = 0; i < h->num; i++)
        if (!has_segment(b, b->data + h->table + i * h->entry_len, is_64))
            return 0;
    return 1;
}

enum ab_elf ab_bytes_judge(const struct ab_bytes *b)
{
    struct head h;
    int is_64;

    if (b->len < sizeof(Elf64_Ehdr) || memcmp(b->data, ELFMAG, SELFMAG) != 0)
        return AB_ELF_NOT;
    is_64 = b->data[EI_CLASS] == ELFCLASS64;
    h = read_head(b, is_64);
    if (h.machine != (is_64 ? EM_X86_64 : EM_386))
        return AB_ELF_OTHER_MACHINE;
    if (!is_whole(b, &h, is_64))
        return AB_ELF_CUT_SHORT;
    return is_64 ? AB_ELF_64 : AB_ELF_32;
}
