/* Printing the difference between two texts. */
#include "cli/text/diff.h"

#include <stdio.h>
#include <string.h>

/* One of the two texts, line by line; a line keeps its newline. */
struct side {
    const char *start, *end; /* of the part that differs */
    unsigned long first;     /* lines before it */
};

static const char *next_line(const char *line, const char *end)
{
    const char *newline = memchr(line, '\n', (size_t)(end - line));

    return newline == NULL ? end : newline + 1;
}

static void skip_common_head(struct side *a, struct side *b)
{
    while (a->start < a->end && b->start < b->end) {
        const char *a_next = next_line(a->start, a->end), *b_next = next_line(b->start, b->end);
        size_t len = (size_t)(a_next - a->start);

        if (len != (size_t)(b_next - b->start) || memcmp(a->start, b->start, len) != 0)
            return;
        a->start = a_next;
        b->start = b_next;
        a->first++;
        b->first++;
    }
}

/* The start of the line that ends at `end`. */
static const char *last_line(const char *start, const char *end)
{
    const char *line = end - 1;

    while (line > start && line[-1] != '\n')
        line--;
    return line;
}

static void skip_common_tail(struct side *a, struct side *b)
{
    while (a->start < a->end && b->start < b->end) {
        const char *a_last = last_line(a->start, a->end), *b_last = last_line(b->start, b->end);
        size_t len = (size_t)(a->end - a_last);

        if (len != (size_t)(b->end - b_last) || memcmp(a_last, b_last, len) != 0)
            return;
        a->end = a_last;
        b->end = b_last;
    }
}

static unsigned long count_lines(const struct side *s)
{
    unsigned long n = 0;

    for (const char *line = s->start; line < s->end; line = next_line(line, s->end))
        n++;
    return n;
}

static void print_lines(const struct side *s, char sign)
{
    for (const char *line = s->start, *next; line < s->end; line = next) {
        next = next_line(line, s->end);
        printf("%c%.*s", sign, (int)(next - line), line);
    }
}

static int is_unended(const struct ab_text *text)
{
    return text->len > 0 && text->data[text->len - 1] != '\n';
}

/* Copy a text, with a newline at its end. */
static struct side end_lines(const struct ab_text *text, struct ab_text *copy)
{
    ab_text_add(copy, text->len == 0 ? "" : text->data, text->len);
    if (is_unended(text))
        ab_text_add(copy, "\n", 1);
    return (struct side){ copy->data, copy->data + copy->len, 0 };
}

static void print_hunk(const char *path, const struct side *a, const struct side *b)
{
    unsigned long a_lines = count_lines(a), b_lines = count_lines(b);

    if (a_lines == 0 && b_lines == 0)
        return;
    /* An empty side is numbered by the line before it. */
    printf("--- %s\n+++ %s\n@@ -%lu,%lu +%lu,%lu @@\n", path, path, a->first + (a_lines > 0), a_lines,
           b->first + (b_lines > 0), b_lines);
    print_lines(a, '-');
    print_lines(b, '+');
}

void ab_diff_print(const char *path, const struct ab_text *old_text, const struct ab_text *new_text)
{
    struct ab_text a_copy = { 0 }, b_copy = { 0 };
    struct side a = end_lines(old_text, &a_copy), b = end_lines(new_text, &b_copy);

    skip_common_head(&a, &b);
    skip_common_tail(&a, &b);
    print_hunk(path, &a, &b);
    if (is_unended(old_text))
        puts("\\ The last line of the file has no newline, and gets one");
    if (is_unended(new_text))
        puts("\\ The last line of the file loses its newline, which it did not have at first");
    ab_text_free(&a_copy);
    ab_text_free(&b_copy);
}
