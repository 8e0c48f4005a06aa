/* The companion's environment variables. A process that runs with the rights of another user ignores them. */
#define _GNU_SOURCE
#include "settings.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned part;
} parts[] = { { "decoders", AB_PART_DECODERS }, { "names", AB_PART_NAMES }, { "fetches", AB_PART_FETCHES } };

enum { NUM_PARTS = sizeof(parts) / sizeof(parts[0]) };

/* The part whose name is text[0..len), or 0. */
static unsigned find_part(const char *text, size_t len)
{
    for (unsigned i = 0; i < NUM_PARTS; i++)
        if (strlen(parts[i].name) == len && memcmp(parts[i].name, text, len) == 0)
            return parts[i].part;
    ab_settings_log(1, "AFTERBURNER_COMPANION has no part '%.*s'", (int)len, text);
    return 0;
}

unsigned ab_settings_parts(void)
{
    const char *text = secure_getenv("AFTERBURNER_COMPANION");
    unsigned found = 0;

    if (text == NULL)
        return AB_ALL_PARTS;
    while (*text != '\0') {
        size_t len = strcspn(text, ", ");

        if (len > 0)
            found |= find_part(text, len);
        text += len;
        text += strspn(text, ", ");
    }
    return found;
}

/* The level that the environment asks for, read once. */
static unsigned long wanted_level(void)
{
    static _Atomic unsigned long above; /* the level and 1; 0: not read yet */
    unsigned long found = atomic_load_explicit(&above, memory_order_relaxed);
    const char *text;

    if (found == 0) {
        text = secure_getenv("AFTERBURNER_COMPANION_LOG");
        found = 1 + (text == NULL ? 0 : strtoul(text, NULL, 10));
        atomic_store_explicit(&above, found, memory_order_relaxed);
    }
    return found - 1;
}

void ab_settings_log(int level, const char *format, ...)
{
    char line[512];
    va_list args;

    if (wanted_level() < (unsigned long)level)
        return;
    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    fprintf(stderr, "afterburner-companion: %s\n", line);
}

void ab_settings_print(unsigned on, char *text, unsigned long size)
{
    size_t len = 0;

    snprintf(text, size, "nothing");
    for (unsigned i = 0; i < NUM_PARTS && len < size; i++)
        if ((on & parts[i].part) != 0)
            len += (size_t)snprintf(text + len, size - len, "%s%s", len > 0 ? "," : "", parts[i].name);
}
