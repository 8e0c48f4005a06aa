/* Writing JSON. */
#include "cli/text/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/text/filter.h"

/* Names of files need not be text: a byte that is not part of UTF-8 becomes the replacement character, U+FFFD. */
static void put_string(const char *text)
{
    unsigned long value;
    size_t len;

    putchar('"');
    for (; *text != '\0'; text += len) {
        len = ab_utf8_read(text, &value);
        if (len == 0)
            fputs("\\ufffd", stdout);
        else if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if (value < ' ' || (value >= 0x7f && value < 0xa0))
            printf("\\u%04lx", value);
        else
            printf("%.*s", (int)len, text);
        len = len == 0 ? 1 : len;
    }
    putchar('"');
}

static void new_line(const struct ab_json *j)
{
    printf("\n%*s", (int)(2 * j->depth), "");
}

static void lead_in(struct ab_json *j, const char *key)
{
    if (j->has_member)
        putchar(',');
    if (j->depth > 0)
        new_line(j);
    if (key != NULL) {
        put_string(key);
        fputs(": ", stdout);
    }
    j->has_member = 1;
}

void ab_json_open(struct ab_json *j, const char *key, char bracket)
{
    lead_in(j, key);
    putchar(bracket);
    j->depth++;
    j->has_member = 0;
}

void ab_json_close(struct ab_json *j, char bracket)
{
    j->depth--;
    if (j->has_member)
        new_line(j);
    putchar(bracket);
    j->has_member = 1;
    if (j->depth == 0)
        putchar('\n');
}

void ab_json_text(struct ab_json *j, const char *key, const char *value)
{
    lead_in(j, key);
    if (value == NULL)
        fputs("null", stdout);
    else
        put_string(value);
}

void ab_json_number(struct ab_json *j, const char *key, uint64_t value)
{
    lead_in(j, key);
    printf("%" PRIu64, value);
}

void ab_json_ratio(struct ab_json *j, const char *key, double value)
{
    lead_in(j, key);
    if (isfinite(value))
        printf("%.4g", value);
    else
        fputs("null", stdout);
}

void ab_json_bool(struct ab_json *j, const char *key, int value)
{
    lead_in(j, key);
    fputs(value ? "true" : "false", stdout);
}
