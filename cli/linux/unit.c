/* Reading a path of control groups: "0::/system.slice/nginx.service", or "1:name=systemd:/..." before version 2. */
#include "cli/linux/unit.h"

#include <stdio.h>
#include <string.h>

static int ends_with(const char *text, size_t len, const char *end)
{
    size_t end_len = strlen(end);

    return len > end_len && strncmp(text + len - end_len, end, end_len) == 0;
}

/* The next component of a path that is no slice; NULL at the end of the line. */
static const char *next_unit(const char *path, size_t *len)
{
    while (*path == '/') {
        path++;
        *len = strcspn(path, "/\n");
        if (*len == 0)
            return NULL;
        if (!ends_with(path, *len, ".slice"))
            return path;
        path += *len;
    }
    return NULL;
}

/* The path on the line "NUMBER:CONTROLLERS:PATH" of this hierarchy; NULL if there is none. */
static const char *find_path(const char *cgroup, const char *controllers)
{
    for (const char *line = cgroup; line != NULL && *line != '\0'; line = strchr(line, '\n')) {
        const char *rest;

        line += *line == '\n';
        rest = line + strspn(line, "0123456789");
        if (strncmp(rest, controllers, strlen(controllers)) == 0)
            return rest + strlen(controllers);
    }
    return NULL;
}

void ab_unit_read(const char *cgroup, struct ab_unit *unit)
{
    const char *path = find_path(cgroup, ":name=systemd:"), *name;
    size_t len = 0;

    if (path == NULL)
        path = find_path(cgroup, "::");
    memset(unit, 0, sizeof(*unit));
    name = path == NULL ? NULL : next_unit(path, &len);
    if (name == NULL)
        return;
    if (sscanf(name, "user@%15[0-9].service/", unit->user) == 1 && ends_with(name, len, ".service")) {
        name = next_unit(name + len, &len);
        if (name == NULL)
            return;
    }
    if (len >= sizeof(unit->name))
        return;
    snprintf(unit->name, sizeof(unit->name), "%.*s", (int)len, name);
    if (ends_with(name, len, ".service"))
        unit->kind = *unit->user == '\0' ? AB_UNIT_SYSTEM : AB_UNIT_USER;
    else if (ends_with(name, len, ".scope"))
        unit->kind = AB_UNIT_SCOPE;
}
