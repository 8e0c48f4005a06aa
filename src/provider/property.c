/* A parser of property queries, as far as the module needs one. */
#include "provider/property.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* A part of the query. */
struct word {
    const char *text;
    size_t len;
    int is_quoted; /* case-sensitive then */
};

/* One clause: [?]name, -name, [?]name=value, [?]name!=value. */
struct clause {
    struct word name, value;
    int is_optional, is_unequal;
};

static const char *skip_spaces(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

static int is_word(const struct word *w, const char *text)
{
    size_t len = strlen(text);

    return w->len == len && (w->is_quoted ? strncmp(w->text, text, len) : strncasecmp(w->text, text, len)) == 0;
}

/* Read a name of letters, digits, '_' and '.'. Returns NULL if there is none. */
static const char *read_name(const char *at, struct word *w)
{
    *w = (struct word){ .text = at };
    if (!isalpha((unsigned char)*at))
        return NULL;
    while (isalnum((unsigned char)*at) || *at == '_' || *at == '.')
        at++;
    w->len = (size_t)(at - w->text);
    return skip_spaces(at);
}

/* Read a value in quotes of either kind, or up to a space or comma. */
static const char *read_value(const char *at, struct word *w)
{
    char quote = *at;

    if (quote != '\'' && quote != '"') {
        *w = (struct word){ .text = at, .len = strcspn(at, ", \t\n\v\f\r") };
        return skip_spaces(at + w->len);
    }
    *w = (struct word){ .text = at + 1, .is_quoted = 1 };
    at = strchr(at + 1, quote);
    if (at == NULL)
        return NULL;
    w->len = (size_t)(at - w->text);
    return skip_spaces(at + 1);
}

/* Returns the end of the clause, or NULL if it is not valid. */
static const char *read_clause(const char *at, struct clause *c)
{
    int takes_back = *at == '-';

    *c = (struct clause){ .value = { "yes", 3, 0 }, .is_optional = takes_back || *at == '?' };
    at = read_name(skip_spaces(at + c->is_optional), &c->name);
    if (at == NULL || takes_back)
        return at;
    c->is_unequal = *at == '!' && at[1] == '=';
    if (*at == '=' || c->is_unequal)
        return read_value(skip_spaces(at + 1 + c->is_unequal), &c->value);
    return at;
}

static int is_met(const struct clause *c)
{
    int is_equal = is_word(&c->value, is_word(&c->name, "provider") ? "afterburner" : "no");

    return c->is_optional || is_equal != c->is_unequal;
}

int ab_property_is_met(const char *query)
{
    int all = 1;
    struct clause c;

    if (query == NULL)
        return 1;
    for (query = skip_spaces(query); *query != '\0';) {
        query = read_clause(query, &c);
        if (query == NULL || (*query != '\0' && *query != ','))
            return 1;
        all &= is_met(&c);
        query = skip_spaces(query + (*query == ','));
    }
    return all;
}
