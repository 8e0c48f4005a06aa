/* A growing piece of text. */
#include "cli/text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/say.h"

static void make_room(struct ab_text *t, size_t more)
{
    size_t room = t->len + more + 1;

    if (room <= t->room)
        return;
    if (room < 2 * t->room)
        room = 2 * t->room;
    t->data = realloc(t->data, room);
    if (t->data == NULL)
        ab_out_of_memory();
    t->room = room;
}

void ab_text_add(struct ab_text *t, const char *bytes, size_t len)
{
    make_room(t, len);
    if (len > 0)
        memcpy(t->data + t->len, bytes, len);
    t->len += len;
    t->data[t->len] = '\0';
}

void ab_text_addf(struct ab_text *t, const char *format, ...)
{
    va_list args;
    int len;

    va_start(args, format);
    len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len < 0)
        ab_out_of_memory();
    make_room(t, (size_t)len);
    va_start(args, format);
    vsnprintf(t->data + t->len, (size_t)len + 1, format, args);
    va_end(args);
    t->len += (size_t)len;
}

void ab_text_free(struct ab_text *t)
{
    free(t->data);
    *t = (struct ab_text){ 0 };
}

char *ab_copy(const char *string)
{
    char *twin = strdup(string);

    if (twin == NULL)
        ab_out_of_memory();
    return twin;
}

const char *ab_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}
