/* ELF files of this program's own processor and word size. */
#ifndef AB_CLI_OWN_ELF_H
#define AB_CLI_OWN_ELF_H

#include <elf.h>
#include <link.h>

#ifdef __x86_64__
enum { AB_OWN_CLASS = ELFCLASS64, AB_OWN_MACHINE = EM_X86_64 };
#else
enum { AB_OWN_CLASS = ELFCLASS32, AB_OWN_MACHINE = EM_386 };
#endif

typedef ElfW(Ehdr) elf_header;
typedef ElfW(Shdr) elf_section;
typedef ElfW(Phdr) elf_segment;
typedef ElfW(Sym) elf_symbol;

#endif
