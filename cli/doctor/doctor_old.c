/*
 * afterburner doctor, its last part: which processes go on with a module that was replaced or removed. Names of
 * programs and files are theirs, and are quoted. A child with a time limit looks, since a file system may not answer.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/system/child.h"
#include "cli/doctor/doctor.h"
#include "cli/system/place.h"
#include "cli/text/quote.h"
#include "cli/text/say.h"
#include "cli/linux/unit.h"

enum { TIME_LIMIT = 30, MAX_OUTPUT = 1 << 20 };

/* Processes that are restarted together: those of one unit, or of one program. */
struct group {
    char *fix, *program, *module;
    pid_t first;
    unsigned num;
};

struct groups {
    struct group *all;
    unsigned num;
};

static void add(struct groups *g, const struct ab_process *p, const char *module, const char *fix)
{
    for (unsigned i = 0; i < g->num; i++)
        if (strcmp(g->all[i].fix, fix) == 0 && strcmp(g->all[i].program, p->exe) == 0
            && strcmp(g->all[i].module, module) == 0) {
            g->all[i].num++;
            return;
        }
    g->all = ab_grow(g->all, g->num, sizeof(*g->all));
    g->all[g->num++] = (struct group){ ab_copy(fix), ab_copy(p->exe), ab_copy(module), p->pid, 1 };
}

/* Is another file at its place now? On file systems that show other devices to stat(2), nothing is claimed. */
static int is_replaced(const struct ab_process *p, const struct ab_mapped_file *f)
{
    struct ab_place place;
    char error[512];
    int is_other;

    if (p->has_own_root || !ab_place_find(&ab_our_trusted_view, f->path, &place, error, sizeof(error)))
        return 0;
    is_other = place.stat.st_dev == f->device && place.stat.st_ino != f->inode;
    ab_place_free(&place);
    return is_other;
}

void ab_restart_fix(const struct ab_process *p, char *fix, size_t size)
{
    struct ab_unit unit;

    ab_unit_read(p->cgroup == NULL ? "" : p->cgroup, &unit);
    if (unit.kind == AB_UNIT_SYSTEM)
        snprintf(fix, size, "systemctl restart %s", ab_quoted(unit.name));
    else if (unit.kind == AB_UNIT_USER)
        snprintf(fix, size, "as user %s, systemctl --user restart %s", unit.user, ab_quoted(unit.name));
    else
        snprintf(fix, size, "restart %s", p->has_own_root ? "its container" : "it");
}

static void look_at(struct groups *g, const struct ab_process *p)
{
    char fix[2048];

    for (unsigned i = 0; i < p->num_files; i++) {
        const struct ab_mapped_file *f = &p->files[i];

        if (!ab_is_module(f) || (!f->is_deleted && !is_replaced(p, f)))
            continue;
        ab_restart_fix(p, fix, sizeof(fix));
        add(g, p, f->path, fix);
        return;
    }
}

static void look_at_all(struct groups *g)
{
    DIR *dir = opendir("/proc");

    for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        pid_t pid = ab_process_number(e->d_name);
        struct ab_process p;

        if (pid == 0 || !ab_process_glance(pid, &p))
            continue;
        look_at(g, &p);
        ab_process_free(&p);
    }
    if (dir != NULL)
        closedir(dir);
}

static void print(const struct group *g)
{
    printf("restart: process %ld (%s)", (long)g->first, ab_quoted(g->program));
    if (g->num > 1)
        printf(" and %u more of it", g->num - 1);
    printf(" still %s %s as it was before it was replaced or removed; fix: %s\n", g->num > 1 ? "use" : "uses",
           ab_quoted(g->module), g->fix);
}

/* Runs in the child. */
static int look_in_child(void *unused, int out)
{
    struct groups g = { 0 };

    (void)unused;
    if (dup2(out, STDOUT_FILENO) < 0)
        return AB_EXIT_ERROR;
    look_at_all(&g);
    for (unsigned i = 0; i < g.num; i++)
        print(&g.all[i]);
    return fflush(stdout) == 0 ? AB_EXIT_OK : AB_EXIT_ERROR;
}

void ab_doctor_old(void)
{
    struct ab_text output = { 0 };
    char error[256] = "it failed";

    if (ab_child_run(look_in_child, NULL, TIME_LIMIT, MAX_OUTPUT, &output, error, sizeof(error)) == AB_EXIT_OK)
        fwrite(output.data == NULL ? "" : output.data, 1, output.len, stdout);
    else
        printf("restart: cannot tell which processes still use an old module: %s\n", error);
    ab_text_free(&output);
}
