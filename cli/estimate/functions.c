/* Reading symbols and the table for unwinding of an ELF file (System V ABI; LSB 5, 10.6 for .eh_frame_hdr). */
#define _GNU_SOURCE
#include "cli/estimate/functions.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/linux/own_elf.h"

enum { MOST_BYTES = 256 << 20, MOST_SECTIONS = 4096, MOST_SEGMENTS = 256 };

struct elf {
    int fd;
    uint64_t len;
    elf_header header;
    elf_section *sections;
    elf_segment *segments;
};

/* A part of the file in memory of its own, or NULL: it is not there, or of an unlikely size. */
static void *read_part(const struct elf *elf, uint64_t offset, uint64_t len)
{
    char *part;

    if (len == 0 || len > MOST_BYTES || offset > elf->len || len > elf->len - offset)
        return NULL;
    part = malloc((size_t)len + 1);
    if (part != NULL && pread(elf->fd, part, (size_t)len, (off_t)offset) != (ssize_t)len) {
        free(part);
        return NULL;
    }
    if (part != NULL)
        part[len] = '\0'; /* ends the last name */
    return part;
}

static int open_elf(struct elf *elf, int fd)
{
    struct stat st;
    const elf_header *h = &elf->header;

    memset(elf, 0, sizeof(*elf));
    elf->fd = fd;
    if (fstat(fd, &st) != 0 || pread(fd, &elf->header, sizeof(*h), 0) != (ssize_t)sizeof(*h))
        return 0;
    elf->len = (uint64_t)st.st_size;
    if (memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 || h->e_ident[EI_CLASS] != AB_OWN_CLASS
        || h->e_machine != AB_OWN_MACHINE || h->e_shentsize != sizeof(elf_section)
        || h->e_phentsize != sizeof(elf_segment) || h->e_shnum > MOST_SECTIONS || h->e_phnum > MOST_SEGMENTS)
        return 0;
    elf->sections = read_part(elf, h->e_shoff, (uint64_t)h->e_shnum * sizeof(elf_section));
    elf->segments = read_part(elf, h->e_phoff, (uint64_t)h->e_phnum * sizeof(elf_segment));
    return elf->segments != NULL;
}

static void close_elf(struct elf *elf)
{
    free(elf->sections);
    free(elf->segments);
}

static void read_code(const struct elf *elf, struct ab_functions *f)
{
    for (unsigned i = 0; i < elf->header.e_phnum && f->num_code < AB_MOST_CODE; i++) {
        const elf_segment *p = &elf->segments[i];

        if (p->p_type == PT_LOAD && (p->p_flags & PF_X) != 0)
            f->code[f->num_code++] = (struct ab_code){ p->p_offset, p->p_vaddr, p->p_filesz };
    }
}

static int compare(const void *a, const void *b)
{
    const struct ab_function *x = a, *y = b;

    return (x->start > y->start) - (x->start < y->start);
}

/* ---- symbols ---- */

static const elf_section *find_section(const struct elf *elf, uint32_t type)
{
    for (unsigned i = 0; elf->sections != NULL && i < elf->header.e_shnum; i++)
        if (elf->sections[i].sh_type == type && elf->sections[i].sh_link < elf->header.e_shnum)
            return &elf->sections[i];
    return NULL;
}

/* Assemblers leave labels without a type; sections and files are no functions. */
static int is_function(const elf_symbol *symbol)
{
    unsigned type = ELF64_ST_TYPE(symbol->st_info);

    return (type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC) && symbol->st_shndx != SHN_UNDEF
           && symbol->st_shndx < SHN_LORESERVE;
}

static int add_symbols(const elf_symbol *symbols, size_t num, uint64_t names_len, struct ab_functions *f)
{
    f->all = calloc(num, sizeof(*f->all));
    if (f->all == NULL)
        return 0;
    for (size_t i = 0; i < num; i++)
        if (is_function(&symbols[i]) && symbols[i].st_name < names_len)
            f->all[f->num++] = (struct ab_function){ symbols[i].st_value, symbols[i].st_size,
                                                     f->names + symbols[i].st_name };
    qsort(f->all, f->num, sizeof(*f->all), compare);
    return f->num > 0;
}

/* .symtab has all of .dynsym. */
static int read_symbols(const struct elf *elf, struct ab_functions *f)
{
    const elf_section *table = find_section(elf, SHT_SYMTAB), *names;
    elf_symbol *symbols;
    int ok;

    table = table == NULL ? find_section(elf, SHT_DYNSYM) : table;
    if (table == NULL)
        return 0;
    names = &elf->sections[table->sh_link];
    symbols = read_part(elf, table->sh_offset, table->sh_size);
    f->names = read_part(elf, names->sh_offset, names->sh_size);
    ok = symbols != NULL && f->names != NULL
         && add_symbols(symbols, table->sh_size / sizeof(*symbols), names->sh_size, f);
    free(symbols);
    return ok;
}

/* ---- the table for unwinding ---- */

enum { ENTRY_BYTES = 8, HEAD_BYTES = 12 };

/*
 * The head: version 1; the encodings of the pointer to .eh_frame (0x1b: relative to itself, 4 bytes), of the number of
 * entries (0x03: 4 bytes) and of the entries (0x3b: two of 4 bytes each, relative to the head), the only ones that
 * linkers write. The entries are in the order of the functions' starts.
 */
static int add_entries(const unsigned char *table, uint64_t len, uint64_t address, struct ab_functions *f)
{
    static const unsigned char head[] = { 1, 0x1b, 0x03, 0x3b };
    uint32_t num;
    int32_t start;

    if (len < HEAD_BYTES || memcmp(table, head, sizeof(head)) != 0)
        return 0;
    memcpy(&num, table + 8, sizeof(num));
    if (num == 0 || num > (len - HEAD_BYTES) / ENTRY_BYTES)
        return 0;
    f->all = calloc(num, sizeof(*f->all));
    if (f->all == NULL)
        return 0;
    for (; f->num < num; f->num++) {
        memcpy(&start, table + HEAD_BYTES + ENTRY_BYTES * f->num, sizeof(start));
        f->all[f->num].start = address + (uint64_t)(int64_t)start;
    }
    qsort(f->all, f->num, sizeof(*f->all), compare);
    return 1;
}

static int read_unwinding(const struct elf *elf, struct ab_functions *f)
{
    for (unsigned i = 0; i < elf->header.e_phnum; i++) {
        const elf_segment *p = &elf->segments[i];
        unsigned char *table = p->p_type == PT_GNU_EH_FRAME ? read_part(elf, p->p_offset, p->p_filesz) : NULL;
        int ok = table != NULL && add_entries(table, p->p_filesz, p->p_vaddr, f);

        free(table);
        if (ok)
            return 1;
    }
    return 0;
}

int ab_functions_read(int fd, enum ab_functions_of of, struct ab_functions *f)
{
    struct elf elf;
    int ok;

    memset(f, 0, sizeof(*f));
    ok = open_elf(&elf, fd);
    if (ok) {
        read_code(&elf, f);
        ok = of == AB_FUNCTIONS_OF_SYMBOLS ? read_symbols(&elf, f) : read_unwinding(&elf, f);
    }
    close_elf(&elf);
    if (!ok)
        ab_functions_free(f);
    return ok;
}

void ab_functions_free(struct ab_functions *f)
{
    free(f->all);
    free(f->names);
    memset(f, 0, sizeof(*f));
}

/* The last function that starts at or before the address. */
static long find_address(const struct ab_functions *f, uint64_t address)
{
    size_t low = 0, high = f->num;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (f->all[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return (long)low - 1;
}

long ab_functions_find(const struct ab_functions *f, uint64_t offset)
{
    for (unsigned i = 0; i < f->num_code; i++) {
        const struct ab_code *c = &f->code[i];
        uint64_t address = offset - c->offset + c->address;
        long found;

        if (offset < c->offset || offset - c->offset >= c->size)
            continue;
        found = find_address(f, address);
        if (found >= 0 && (f->all[found].size == 0 || address - f->all[found].start < f->all[found].size))
            return found;
    }
    return -1;
}
