/* Adding and removing our marked block. */
#include "block.h"

#include <stdio.h>
#include <string.h>

#define BEGIN "# BEGIN afterburner"
#define END "# END afterburner"
/* The text before the block did not end its last line; taking the block out restores that, too. */
#define UNENDED " (no newline before)"
/* The file was made for the block, with so many folders; it goes with it. */
#define FRESH " (new file, new folders: %u)"
#define ADVICE ": written by `afterburner enable`, taken out by `afterburner disable`; do not edit between the marks"

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
static const char *text_end(const char *text, const char *begin)
{
    int unended = strncmp(begin + strlen(BEGIN), UNENDED, strlen(UNENDED)) == 0;
    const char *end = begin;

    if (end - text >= 1 && (end - text == 1 || end[-2] == '\n'))
        end--;
    if (unended && end > text && end[-1] == '\n')
        end--;
    return end;
}

enum ab_block ab_block_strip(const struct ab_text *text, struct ab_text *out)
{
    const char *begin, *end, *after, *kept;

    ab_text_add(out, "", 0);
    if (text->len == 0)
        return AB_BLOCK_NONE;
    begin = find_line(text->data, BEGIN);
    end = find_line(text->data, END);
    if (begin == NULL && end == NULL) {
        ab_text_add(out, text->data, text->len);
        return AB_BLOCK_NONE;
    }
    if (begin == NULL || end == NULL || end < begin || find_line(begin + 1, BEGIN) != NULL
        || find_line(end + 1, END) != NULL)
        return AB_BLOCK_BROKEN;
    after = line_end(end);
    kept = text_end(text->data, begin);
    ab_text_add(out, text->data, (size_t)(kept - text->data));
    ab_text_add(out, after, text->len - (size_t)(after - text->data));
    return AB_BLOCK_FOUND;
}

int ab_block_origin(const struct ab_text *text)
{
    const char *begin = text->len == 0 ? NULL : find_line(text->data, BEGIN);
    unsigned num_folders;

    return begin != NULL && sscanf(begin, BEGIN FRESH, &num_folders) == 1 ? (int)num_folders : AB_BLOCK_OLD_FILE;
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
void ab_block_append(const struct ab_text *text, const struct ab_text *lines, int origin, struct ab_text *out)
{
    int unended = text->len > 0 && text->data[text->len - 1] != '\n';

    ab_text_add(out, text->len == 0 ? "" : text->data, text->len);
    ab_text_addf(out, "%s\n" BEGIN "%s", unended ? "\n" : "", unended ? UNENDED : "");
    if (origin != AB_BLOCK_OLD_FILE)
        ab_text_addf(out, FRESH, (unsigned)origin);
    ab_text_addf(out, ADVICE "\n");
    ab_text_add(out, lines->data, lines->len);
    if (text->len > 0)
        reopen_section(text, out);
    ab_text_addf(out, END "\n");
}
