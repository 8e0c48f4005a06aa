/* Programs and libraries of Windows. */
#include <io.h>
#include <string.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "cli/system/binary_bytes.h"

enum { MAX_LEN = 1 << 30 };

int ab_bytes_map(int fd, struct ab_bytes *b)
{
    const HANDLE file = (HANDLE)_get_osfhandle(fd), mapping = CreateFileMappingA(file, NULL, PAGE_READONLY, 0, 0, NULL);
    LARGE_INTEGER size;

    *b = (struct ab_bytes){ 0 };
    if (mapping == NULL)
        return 0;
    if (GetFileSizeEx(file, &size) && size.QuadPart <= MAX_LEN)
        b->data = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    CloseHandle(mapping);
    b->len = b->data == NULL ? 0 : (size_t)size.QuadPart;
    return b->data != NULL;
}

void ab_bytes_unmap(struct ab_bytes *b)
{
    UnmapViewOfFile(b->data);
}

static int is_whole(const struct ab_bytes *b, size_t at, const IMAGE_NT_HEADERS64 *headers)
{
    const size_t sections = at + offsetof(IMAGE_NT_HEADERS64, OptionalHeader)
                            + headers->FileHeader.SizeOfOptionalHeader;

    for (unsigned i = 0; i < headers->FileHeader.NumberOfSections; i++) {
        IMAGE_SECTION_HEADER section;

        if (sections + (i + 1) * sizeof(section) > b->len)
            return 0;
        memcpy(&section, b->data + sections + i * sizeof(section), sizeof(section));
        if (section.PointerToRawData > b->len || section.SizeOfRawData > b->len - section.PointerToRawData)
            return 0;
    }
    return 1;
}

enum ab_elf ab_bytes_judge(const struct ab_bytes *b)
{
    IMAGE_DOS_HEADER dos;
    IMAGE_NT_HEADERS64 headers;

    if (b->len < sizeof(dos))
        return AB_ELF_NOT;
    memcpy(&dos, b->data, sizeof(dos));
    if (dos.e_magic != IMAGE_DOS_SIGNATURE || dos.e_lfanew < 0)
        return AB_ELF_NOT;
    if ((size_t)dos.e_lfanew + sizeof(headers) > b->len)
        return AB_ELF_CUT_SHORT;
    memcpy(&headers, b->data + dos.e_lfanew, sizeof(headers));
    if (headers.Signature != IMAGE_NT_SIGNATURE || (headers.FileHeader.Characteristics & IMAGE_FILE_DLL) == 0)
        return AB_ELF_NOT;
    if (headers.FileHeader.Machine != IMAGE_FILE_MACHINE_AMD64)
        return AB_ELF_OTHER_MACHINE;
    return is_whole(b, (size_t)dos.e_lfanew, &headers) ? AB_ELF_64 : AB_ELF_CUT_SHORT;
}
