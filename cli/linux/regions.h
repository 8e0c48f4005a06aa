/* What code a process has mapped, and from which files: /proc/PID/maps (proc_pid_maps(5)). */
#ifndef AB_CLI_LINUX_REGIONS_H
#define AB_CLI_LINUX_REGIONS_H

#include <stdint.h>
#include <sys/types.h>

#include "cli/text/text.h"

struct ab_region {
    uint64_t start, end, offset;
    dev_t device;
    ino_t inode;
    char *path; /* as the process sees it: not to be trusted */
};

struct ab_regions {
    struct ab_region *all;
    unsigned num;
};

/* Append /proc/PID/maps. 0 and errno if that is not allowed or there is no such process. */
int ab_maps_read(pid_t pid, struct ab_text *maps);

/* Read the regions of files that are mapped as code. 0 and errno if that is not allowed or there is no such process. */
int ab_regions_read(pid_t pid, struct ab_regions *r);

/* Add the regions that the text of such a map has; the text is overwritten. */
void ab_regions_add(struct ab_regions *r, char *maps);

void ab_regions_free(struct ab_regions *r);

/* The region that has this address, or NULL. */
const struct ab_region *ab_regions_find(const struct ab_regions *r, uint64_t address);

/* The region of a file with this name, "libcrypto.so.3", or that begins with it; NULL if there is none. */
const struct ab_region *ab_regions_named(const struct ab_regions *r, const char *name);

int ab_region_is_same_file(const struct ab_region *a, const struct ab_region *b);

#endif
