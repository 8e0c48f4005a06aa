/* Who may change a file, or put another one in its place. */
#ifndef AB_CLI_WINDOWS_TRUST_H
#define AB_CLI_WINDOWS_TRUST_H

/*
 * What is wrong with a file or a folder, and how to mend it, if somebody other than the caller, the administrators and
 * the system may change it: "can be changed by others; ...". NULL if nobody may.
 */
const char *ab_trust_fault(const char *path);

#endif
