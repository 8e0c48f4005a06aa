/* The threads of this process, as the kernel lists them. Include it in files that define _GNU_SOURCE. */
#ifndef AB_TESTS_TASKS_H
#define AB_TESTS_TASKS_H

#include <dirent.h>
#include <stddef.h>
#include <unistd.h>

/* Return how many there are; 0 if /proc cannot be read. */
static inline unsigned num_tasks(void)
{
    DIR *tasks = opendir("/proc/self/task");
    unsigned num = 0;

    for (struct dirent *e; tasks != NULL && (e = readdir(tasks)) != NULL;)
        num += e->d_name[0] != '.';
    if (tasks != NULL)
        closedir(tasks);
    return num;
}

/* Return whether there are `num` once threads that were joined are gone, which are listed for a moment longer. */
static inline int num_tasks_becomes(unsigned num)
{
    for (unsigned i = 0; i < 1000 && num_tasks() != num; i++)
        usleep(10000);
    return num_tasks() == num;
}

#endif
