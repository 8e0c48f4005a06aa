/* The unit that doctor names, for paths of control groups as systemd makes them, and as others may make them. */
#include "cli/linux/unit.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *cgroup;
    enum ab_unit_kind kind;
    const char *name, *user;
} cases[] = {
    { "0::/system.slice/nginx.service\n", AB_UNIT_SYSTEM, "nginx.service", "" },
    { "0::/system.slice/system-postgresql.slice/postgresql@15-main.service\n", AB_UNIT_SYSTEM,
      "postgresql@15-main.service", "" },
    { "9:name=systemd:/system.slice/nginx.service\n8:pids:/x\n0::/\n", AB_UNIT_SYSTEM, "nginx.service", "" },
    { "8:pids:/x.service\n1:name=systemd:/system.slice/a.service\n", AB_UNIT_SYSTEM, "a.service", "" },
    { "0::/system.slice/own.service/system.slice/sshd.service\n", AB_UNIT_SYSTEM, "own.service", "" },
    { "0::/system.slice/own.service/1:name=systemd:/sshd.service\n", AB_UNIT_SYSTEM, "own.service", "" },
    { "0::/user.slice/user-1000.slice/user@1000.service/app.slice/my-app.service\n", AB_UNIT_USER, "my-app.service",
      "1000" },
    { "0::/user.slice/user-1000.slice/user@1000.service/init.scope\n", AB_UNIT_SCOPE, "init.scope", "1000" },
    { "0::/user.slice/user-1000.slice/session-3.scope\n", AB_UNIT_SCOPE, "session-3.scope", "" },
    { "0::/system.slice/docker-0123.scope\n", AB_UNIT_SCOPE, "docker-0123.scope", "" },
    { "0::/docker/0123\n", AB_UNIT_NONE, "0123", "" },
    { "0::/user.slice/user-1000.slice/user@1000.service/\n", AB_UNIT_NONE, "", "1000" },
    { "0::/\n", AB_UNIT_NONE, "", "" },
    { "", AB_UNIT_NONE, "", "" },
};

int main(void)
{
    int failed = 0;

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct ab_unit unit;

        ab_unit_read(cases[i].cgroup, &unit);
        if (unit.kind == cases[i].kind && strcmp(unit.user, cases[i].user) == 0
            && (unit.kind == AB_UNIT_NONE || strcmp(unit.name, cases[i].name) == 0))
            continue;
        printf("%s: kind %d, name %s, user %s\n", cases[i].cgroup, (int)unit.kind, unit.name, unit.user);
        failed = 1;
    }
    return failed;
}
