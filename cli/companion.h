/* The companion (companion/): where it is, and the ways to have it in a process. */
#ifndef AB_CLI_COMPANION_H
#define AB_CLI_COMPANION_H

/* Is this the companion's file, by its name? */
int ab_companion_is(const char *path);

/*
 * The absolute path of the companion that goes with the module at this path: beside it in a build tree, otherwise in
 * the folder afterburner next to the module's. Prints one line and returns NULL if there is none. Free with free.
 */
char *ab_companion_find(const char *module);

/* Puts the companion before whatever LD_PRELOAD names. Prints one line and returns 0 on failure. */
int ab_companion_preload(const char *path);

/* Prints how to preload the companion for a service, a program or the machine, and what each way risks. */
void ab_companion_print_ways(const char *path);

#endif
