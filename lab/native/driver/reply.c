/* Write an answer to stdout as one line of JSON. */
#include "reply.h"

#include <stdio.h>

static unsigned depth;
static int comma; /* to be written before the next member */

static void put_string(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < ' ' || c == 0x7f)
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

static void lead_in(const char *key)
{
    if (comma)
        putchar(',');
    if (key != NULL) {
        put_string(key);
        putchar(':');
    }
    comma = 1;
}

void lab_reply_open(const char *key, char bracket)
{
    lead_in(key);
    putchar(bracket);
    comma = 0;
    depth++;
}

void lab_reply_close(char bracket)
{
    putchar(bracket);
    comma = --depth > 0;
    if (depth == 0) {
        putchar('\n');
        fflush(stdout);
    }
}

void lab_reply_text(const char *key, const char *value)
{
    lead_in(key);
    if (value == NULL)
        fputs("null", stdout);
    else
        put_string(value);
}

void lab_reply_number(const char *key, double value)
{
    lead_in(key);
    printf("%.10g", value);
}

void lab_reply_bool(const char *key, int value)
{
    lead_in(key);
    fputs(value ? "true" : "false", stdout);
}

void lab_reply_error(const char *why)
{
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 0);
    lab_reply_text("error", why);
    lab_reply_close('}');
}
