/* Quoting for the shell. */
#include "cli/text/quote.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* One character of a name. */
struct character {
    size_t len;
    int is_printable;
};

static struct character read_character(const char *s)
{
    mbstate_t state;
    wchar_t wide;
    size_t len;

    if ((unsigned char)*s < 0x80)
        return (struct character){ 1, *s >= ' ' && *s < 0x7f };
    memset(&state, 0, sizeof(state));
    len = mbrtowc(&wide, s, strlen(s), &state);
    if (len == 0 || len > strlen(s)) /* 0, (size_t)-1 and (size_t)-2: not a character in this locale */
        return (struct character){ 1, 0 };
    return (struct character){ len, iswprint((wint_t)wide) != 0 };
}

/* Characters that are special to a shell wherever they stand. */
static int is_special(char c)
{
    return strchr(" !\"$&'()*;<=>?[\\^`|", c) != NULL;
}

/* Characters that are special only at the start of a word, or only as a whole word. */
static int is_special_here(const char *name, const char *at)
{
    if (*at == '#' || *at == '~')
        return at == name;
    return (*at == '{' || *at == '}') && name[1] == '\0';
}

/* Characters that mean the same inside "" as inside ''. */
static int is_same_in_double_quotes(const char *name, const char *at)
{
    return isalnum((unsigned char)*at) || strchr("%+,-./:]_' ", *at) != NULL || is_special_here(name, at);
}

struct shape {
    int needs_quotes, has_single_quote, has_unprintable, fits_double_quotes;
};

static struct shape find_shape(const char *name, const char *also)
{
    struct shape shape = { .needs_quotes = *name == '\0', .fits_double_quotes = 1 };
    struct character c;

    for (const char *at = name; *at != '\0'; at += c.len) {
        c = read_character(at);
        shape.has_unprintable |= !c.is_printable;
        shape.has_single_quote |= *at == '\'';
        shape.needs_quotes |= !c.is_printable || is_special(*at) || is_special_here(name, at)
                              || strchr(also, *at) != NULL;
        shape.fits_double_quotes &= c.len == 1 && c.is_printable && is_same_in_double_quotes(name, at);
    }
    return shape;
}

static void add_escape(struct ab_text *t, unsigned char c)
{
    static const char letters[] = "abtnvfr"; /* of 7 to 13 */

    if (c >= 7 && c <= 13)
        ab_text_addf(t, "\\%c", letters[c - 7]);
    else
        ab_text_addf(t, "\\%03o", (unsigned)c);
}

/* Single quotes, with $'' in between for what cannot be printed. */
static void add_single_quoted(struct ab_text *t, const char *name)
{
    struct character c;
    int in_escapes = 0;

    ab_text_add(t, "'", 1);
    for (; *name != '\0'; name += c.len) {
        c = read_character(name);
        if (!c.is_printable) {
            ab_text_addf(t, "%s", in_escapes ? "" : "'$'");
            for (size_t i = 0; i < c.len; i++)
                add_escape(t, (unsigned char)name[i]);
            in_escapes = 1;
            continue;
        }
        if (*name == '\'')
            ab_text_addf(t, "'\\''");
        else
            ab_text_addf(t, "%s%.*s", in_escapes ? "''" : "", (int)c.len, name);
        in_escapes = 0;
    }
    ab_text_add(t, "'", 1);
}

void ab_text_add_quoted(struct ab_text *t, const char *name, const char *also)
{
    struct shape shape = find_shape(name, also);

    if (!shape.needs_quotes)
        ab_text_addf(t, "%s", name);
    else if (shape.has_single_quote && !shape.has_unprintable && shape.fits_double_quotes)
        ab_text_addf(t, "\"%s\"", name);
    else
        add_single_quoted(t, name);
}

const char *ab_quoted(const char *name)
{
    enum { NUM = 8 };
    static struct ab_text kept[NUM];
    static unsigned next;
    struct ab_text *t = &kept[next++ % NUM];

    ab_text_free(t);
    ab_text_add_quoted(t, name, "{}~#");
    return t->data;
}
