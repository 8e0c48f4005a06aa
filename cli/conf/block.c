/* Adding and removing our marked blocks. */
#include "cli/conf/block.h"

#include <stdio.h>
#include <string.h>

struct marks {
    const char *begin, *end, *advice;
};

/* No mark begins with another. */
static const struct marks of_enable = {
    "# BEGIN afterburner", "# END afterburner",
    ": written by `afterburner enable`, taken out by `afterburner disable`; do not edit between the marks"
};
static const struct marks of_tune = {
    "# BEGIN tune of afterburner", "# END tune of afterburner",
    ": written by `afterburner tune`, taken out by `afterburner tune --undo`; do not edit between the marks"
};

/* The text before the block did not end its last line; taking the block out restores that, too. */
#define UNENDED " (no newline before)"
/* The file was made for the block, with so many folders; it goes with it. */
#define FRESH " (new file, new folders: %u)"

/* The first line that starts with the mark; NULL if there is none. */
static const char *find_line(const char *text, const char *mark)
{
    for (const char *hit = text; (hit = strstr(hit, mark)) != NULL; hit++)
        if (hit == text || hit[-1] == '\n')
            return hit;
    return NULL;
}

static const char *line_end(const char *line)
{
    const char *newline = strchr(line, '\n');

    return newline == NULL ? line + strlen(line) : newline + 1;
}

/* An empty line precedes our block, and one more newline if the text before it had none. */
static const char *text_end(const char *text, const char *begin, const char *mark)
{
    int unended = strncmp(begin + strlen(mark), UNENDED, strlen(UNENDED)) == 0;
    const char *end = begin;

    if (end - text >= 1 && (end - text == 1 || end[-2] == '\n'))
        end--;
    if (unended && end > text && end[-1] == '\n')
        end--;
    return end;
}

/* Where a block begins, and where its last line does. Both are NULL if there is none. */
struct place {
    const char *begin, *end;
};

static enum ab_block find_block(const struct ab_text *text, const struct marks *m, struct place *p)
{
    p->begin = text->len == 0 ? NULL : find_line(text->data, m->begin);
    p->end = text->len == 0 ? NULL : find_line(text->data, m->end);
    if (p->begin == NULL && p->end == NULL)
        return AB_BLOCK_NONE;
    if (p->begin == NULL || p->end == NULL || p->end < p->begin || find_line(p->begin + 1, m->begin) != NULL
        || find_line(p->end + 1, m->end) != NULL)
        return AB_BLOCK_BROKEN;
    return AB_BLOCK_FOUND;
}

static enum ab_block strip(const struct ab_text *text, const struct marks *m, struct ab_text *out)
{
    struct place p;
    enum ab_block found = find_block(text, m, &p);
    const char *after;

    ab_text_add(out, "", 0);
    if (found == AB_BLOCK_NONE && text->len > 0)
        ab_text_add(out, text->data, text->len);
    if (found != AB_BLOCK_FOUND)
        return found;
    after = line_end(p.end);
    ab_text_add(out, text->data, (size_t)(text_end(text->data, p.begin, m->begin) - text->data));
    ab_text_add(out, after, text->len - (size_t)(after - text->data));
    return AB_BLOCK_FOUND;
}

int ab_block_origin(const struct ab_text *text)
{
    const char *begin = text->len == 0 ? NULL : find_line(text->data, of_enable.begin);
    unsigned num_folders;

    return begin != NULL && sscanf(begin + strlen(of_enable.begin), FRESH, &num_folders) == 1 ? (int)num_folders
                                                                                              : AB_BLOCK_OLD_FILE;
}

enum ab_block ab_tune_block_strip(const struct ab_text *text, struct ab_text *out)
{
    return strip(text, &of_tune, out);
}

enum ab_block ab_block_strip(const struct ab_text *text, struct ab_text *out)
{
    struct ab_text untuned = { 0 };
    enum ab_block found = strip(text, &of_tune, &untuned);

    if (found != AB_BLOCK_BROKEN)
        found = strip(&untuned, &of_enable, out);
    ab_text_free(&untuned);
    return found;
}

/* Repeat the header of the section that is open where the text ends, so that lines added after the block stay in it. */
static void reopen_section(const struct ab_text *text, struct ab_text *out)
{
    const char *header = NULL;

    for (const char *line = text->data; *line != '\0'; line = line_end(line))
        if (line[strspn(line, " \t")] == '[')
            header = line;
    if (header == NULL)
        ab_text_addf(out, "[default]\n");
    else
        ab_text_addf(out, "%.*s\n", (int)strcspn(header, "\r\n"), header);
}

/*
 * The empty line in front also ends a last line that was continued with a backslash, which would swallow the mark.
 */
static void append(const struct ab_text *text, const struct marks *m, const struct ab_text *lines, int origin,
                   struct ab_text *out)
{
    int unended = text->len > 0 && text->data[text->len - 1] != '\n';

    ab_text_add(out, text->len == 0 ? "" : text->data, text->len);
    ab_text_addf(out, "%s\n%s%s", unended ? "\n" : "", m->begin, unended ? UNENDED : "");
    if (origin != AB_BLOCK_OLD_FILE)
        ab_text_addf(out, FRESH, (unsigned)origin);
    ab_text_addf(out, "%s\n", m->advice);
    ab_text_add(out, lines->data, lines->len);
    if (text->len > 0)
        reopen_section(text, out);
    ab_text_addf(out, "%s\n", m->end);
}

void ab_block_append(const struct ab_text *text, const struct ab_text *lines, int origin, struct ab_text *out)
{
    append(text, &of_enable, lines, origin, out);
}

void ab_tune_block_append(const struct ab_text *text, const struct ab_text *lines, struct ab_text *out)
{
    append(text, &of_tune, lines, AB_BLOCK_OLD_FILE, out);
}

/* The last line of a block reopens the section that was open before it. */
void ab_tune_block_keep(const struct ab_text *old_text, struct ab_text *text)
{
    struct ab_text lines = { 0 }, out = { 0 };
    struct place p;
    const char *first, *last;

    if (text->len == 0 || find_block(old_text, &of_tune, &p) != AB_BLOCK_FOUND)
        return;
    first = line_end(p.begin);
    for (last = p.end > first ? p.end - 1 : first; last > first && last[-1] != '\n';)
        last--;
    ab_text_add(&lines, first, (size_t)(last - first));
    append(text, &of_tune, &lines, AB_BLOCK_OLD_FILE, &out);
    ab_text_free(&lines);
    ab_text_free(text);
    *text = out;
}
