/* UTF-8, and what a terminal acts on. */
#include "cli/text/filter.h"

#include <string.h>

/* RFC 3629, with the overlong forms, surrogates and values past U+10FFFF that it forbids. */
static int is_allowed(unsigned long value, size_t len)
{
    static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };

    return value >= least[len] && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
}

size_t ab_utf8_read(const char *text, unsigned long *value)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t len = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 0;

    *value = len < 2 ? *s : *s & (0x7fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        *value = *value << 6 | (s[i] & 0x3f);
    }
    return is_allowed(*value, len) ? len : 0;
}

/* C0 and C1 controls, line and paragraph separators, and directional marks (Unicode 15, sections 23.1 and 23.2). */
static int acts_on_terminal(unsigned long value)
{
    return value < ' ' || (value >= 0x7f && value < 0xa0) || value == 0x61c || value == 0x200e || value == 0x200f
           || (value >= 0x2028 && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069);
}

void ab_filter(char *text)
{
    unsigned long value;

    for (size_t len; *text != '\0'; text += len) {
        len = ab_utf8_read(text, &value);
        if (len > 0 && !acts_on_terminal(value))
            continue;
        len = len == 0 ? 1 : len;
        memset(text, '?', len);
    }
}
