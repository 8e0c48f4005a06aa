/* Freeing what was read about another process. */
#include "cli/system/process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void ab_process_free(struct ab_process *p)
{
    for (unsigned i = 0; i < p->num_files; i++)
        free(p->files[i].path);
    free(p->files);
    free(p->conf);
    free(p->conf_include);
    free(p->cpu);
    free(p->ia32cap);
    free(p->companion);
    free(p->cgroup);
    free(p->rights.groups);
    if (p->root >= 0)
        close(p->root);
    memset(p, 0, sizeof(*p));
}
