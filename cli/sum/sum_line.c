/* afterburner sum: writing and parsing the lines of a list of checksums. */
#include <limits.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>

#include "cli/sum/sum.h"

void ab_sum_escape(struct ab_text *t, const char *name)
{
    for (; *name != '\0'; name++)
        switch (*name) {
        case '\n': ab_text_add(t, "\\n", 2); break;
        case '\r': ab_text_add(t, "\\r", 2); break;
        case '\\': ab_text_add(t, "\\\\", 2); break;
        default: ab_text_add(t, name, 1);
        }
}

/* The opposite of ab_sum_escape, in place. Return 0 if a backslash stands before anything else. */
static int unescape(char *name)
{
    char *out = name;

    for (; *name != '\0'; name++) {
        if (*name != '\\') {
            *out++ = *name;
            continue;
        }
        switch (*++name) {
        case 'n': *out++ = '\n'; break;
        case 'r': *out++ = '\r'; break;
        case '\\': *out++ = '\\'; break;
        default: return 0;
        }
    }
    *out = '\0';
    return 1;
}

void ab_sum_add_hex(struct ab_text *t, const uint8_t *digest, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    char hex[2 * AB_HASH_MAX_DIGEST];

    for (size_t i = 0; i < len; i++) {
        hex[2 * i] = digits[digest[i] >> 4];
        hex[2 * i + 1] = digits[digest[i] & 15];
    }
    ab_text_add(t, hex, 2 * len);
}

void ab_sum_put(const struct ab_text *lines)
{
    if (__fpending(stdout) + lines->len > PIPE_BUF)
        fflush(stdout);
    fwrite(lines->data, 1, lines->len, stdout);
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int read_hex(const char *s, uint8_t *digest, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        int high = hex_value(s[2 * i]), low = high < 0 ? -1 : hex_value(s[2 * i + 1]);

        if (low < 0)
            return 0;
        digest[i] = (uint8_t)(high << 4 | low);
    }
    return 1;
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static char *skip_blanks(char *s)
{
    while (is_blank(*s))
        s++;
    return s;
}

/* "(name) = HASH": the name ends at the last parenthesis. */
static int parse_tagged(char *s, int is_escaped, size_t digest_len, struct ab_sum_line *out)
{
    char *end = strrchr(s, ')');

    if (end == NULL)
        return 0;
    *end++ = '\0';
    out->name = s;
    end = skip_blanks(end);
    if (*end++ != '=')
        return 0;
    end = skip_blanks(end);
    return strlen(end) == 2 * digest_len && read_hex(end, out->wanted, digest_len) && (!is_escaped || unescape(s));
}

/* Parse what follows the hash and one blank: a mark and a name, or in the reversed layout the name alone. */
static int parse_name(char *s, enum ab_sum_layout *layout, struct ab_sum_line *out)
{
    int has_mark = (*s == ' ' || *s == '*') && s[1] != '\0';

    if (!has_mark && *layout == AB_SUM_STANDARD)
        return 0;
    if (*layout == AB_SUM_UNKNOWN)
        *layout = has_mark ? AB_SUM_STANDARD : AB_SUM_REVERSED;
    out->name = *layout == AB_SUM_STANDARD ? s + 1 : s;
    return 1;
}

int ab_sum_parse_line(char *line, const char *tag, size_t digest_len, enum ab_sum_layout *layout,
                      struct ab_sum_line *out)
{
    size_t hex_len = 2 * digest_len, tag_len = strlen(tag);
    char *s = skip_blanks(line);
    int is_escaped = *s == '\\';

    s += is_escaped;
    if (strncmp(s, tag, tag_len) == 0) {
        s += tag_len;
        s += *s == ' ';
        return *s == '(' && parse_tagged(s + 1, is_escaped, digest_len, out);
    }
    if (strlen(s) < hex_len + 2 || !is_blank(s[hex_len]) || !read_hex(s, out->wanted, digest_len))
        return 0;
    return parse_name(s + hex_len + 1, layout, out) && (!is_escaped || unescape(out->name));
}
