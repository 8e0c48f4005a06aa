/* The environment of the process. */
#ifndef AB_OS_ENVIRONMENT_H
#define AB_OS_ENVIRONMENT_H

/*
 * Return the value of an environment variable, or NULL if it is not set or if the process has more rights than the user
 * who started it (set-user-id and the like). The text belongs to the environment.
 */
const char *ab_environment(const char *name);

#endif
