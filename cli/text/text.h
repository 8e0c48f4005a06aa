/* A growing piece of text, followed by a zero byte. Starts as { 0 }. If memory runs out, the process ends. */
#ifndef AB_CLI_TEXT_TEXT_H
#define AB_CLI_TEXT_TEXT_H

#include <stddef.h>

struct ab_text {
    char *data; /* NULL while empty */
    size_t len, room;
};

void ab_text_add(struct ab_text *t, const char *bytes, size_t len);
void ab_text_addf(struct ab_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ab_text_free(struct ab_text *t);

/* A copy of a string, in memory of its own. If memory runs out, the process ends. Free with free. */
char *ab_copy(const char *string);

/* What follows the last slash of a path; all of it if it has none. */
const char *ab_base_name(const char *path);

#endif
