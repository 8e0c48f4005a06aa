/*
 * A module for 64-bit programs and one for 32-bit programs, side by side, and the path that names both: glibc's loader
 * puts a folder of its own in the place of $LIB (ld.so(8), "Dynamic string tokens"), lib/x86_64-linux-gnu or lib64 for
 * programs of 64 bits, lib/i386-linux-gnu or lib for those of 32.
 */
#ifndef AB_CLI_MULTIARCH_H
#define AB_CLI_MULTIARCH_H

#include "cli/system/binary.h"
#include "cli/system/place.h"

/*
 * The file that a program of this kind, AB_ELF_32 or AB_ELF_64, loads for a path of a configuration. `view`: the
 * program's, since which folder $LIB is depends on the distribution. Free with free.
 */
char *ab_multiarch_expand(const struct ab_view *view, const char *path, enum ab_elf kind);

/*
 * The path with $LIB if it names this module here, and at the same time the module for programs of the other kind,
 * which nobody but root and the caller may change; else NULL. Free with free. Loads the module.
 */
char *ab_multiarch_common(const char *path);

#endif
