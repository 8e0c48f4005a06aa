/* The systemd unit that a process belongs to, by its control group. */
#ifndef AB_CLI_LINUX_UNIT_H
#define AB_CLI_LINUX_UNIT_H

enum ab_unit_kind {
    AB_UNIT_NONE,
    AB_UNIT_SYSTEM, /* a service of the system */
    AB_UNIT_USER,   /* a service of a user's own manager */
    AB_UNIT_SCOPE   /* a login session, a container, or something else that systemd did not start */
};

struct ab_unit {
    enum ab_unit_kind kind;
    char name[256];
    char user[16]; /* the number of the user whose manager it is */
};

/*
 * cgroup: the text of /proc/PID/cgroup. Only the part of the path that systemd itself makes counts: the first component
 * that is no slice, and for a user's manager the next one. What a service makes below its own group may have any name.
 */
void ab_unit_read(const char *cgroup, struct ab_unit *unit);

#endif
