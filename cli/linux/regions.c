/* Reading the map of a process. */
#define _GNU_SOURCE
#include "cli/linux/regions.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "cli/conf/file.h"
#include "cli/text/say.h"

/* A line is "start-end perms offset device inode   path". 0: it is not of a file that is mapped as code. */
static int read_line(const char *line, struct ab_region *region)
{
    char perms[5] = "";
    unsigned major_number, minor_number;
    uint64_t inode;
    int len = 0;

    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 " %n", &region->start, &region->end,
               perms, &region->offset, &major_number, &minor_number, &inode, &len)
            < 7
        || perms[2] != 'x' || line[len] != '/')
        return 0;
    region->inode = (ino_t)inode;
    region->device = makedev(major_number, minor_number);
    region->path = ab_copy(line + len);
    return 1;
}

void ab_regions_add(struct ab_regions *r, char *maps)
{
    struct ab_region region;

    for (char *line = maps, *next; line != NULL && *line != '\0'; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        if (!read_line(line, &region))
            continue;
        r->all = ab_grow(r->all, r->num, sizeof(*r->all));
        r->all[r->num++] = region;
    }
}

int ab_maps_read(pid_t pid, struct ab_text *maps)
{
    char path[64];
    int fd, ok;

    snprintf(path, sizeof(path), "/proc/%ld/maps", (long)pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ok = ab_file_read_all(fd, maps) && maps->len > 0;
    close(fd);
    return ok;
}

int ab_regions_read(pid_t pid, struct ab_regions *r)
{
    struct ab_text maps = { 0 };
    int ok = ab_maps_read(pid, &maps);

    memset(r, 0, sizeof(*r));
    if (ok)
        ab_regions_add(r, maps.data);
    ab_text_free(&maps);
    return ok;
}

void ab_regions_free(struct ab_regions *r)
{
    for (unsigned i = 0; i < r->num; i++)
        free(r->all[i].path);
    free(r->all);
    memset(r, 0, sizeof(*r));
}

const struct ab_region *ab_regions_find(const struct ab_regions *r, uint64_t address)
{
    for (unsigned i = 0; i < r->num; i++)
        if (address >= r->all[i].start && address < r->all[i].end)
            return &r->all[i];
    return NULL;
}

const struct ab_region *ab_regions_named(const struct ab_regions *r, const char *name)
{
    for (unsigned i = 0; i < r->num; i++)
        if (strncmp(strrchr(r->all[i].path, '/') + 1, name, strlen(name)) == 0)
            return &r->all[i];
    return NULL;
}

int ab_region_is_same_file(const struct ab_region *a, const struct ab_region *b)
{
    return a->inode == b->inode && a->device == b->device;
}
