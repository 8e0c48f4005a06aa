/* afterburner sum --check: reading lists of checksums, and saying which files match. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/quote.h"
#include "cli/text/say.h"
#include "cli/sum/sum.h"

struct check {
    const struct ab_sum_check_options *options;
    size_t digest_len;
    uint64_t num_malformed, num_unread, num_wrong;
    int has_lines, has_match;
};

/* As coreutils does it from 9.11 on: a name that a shell would not take as it is, or that has a colon, is quoted. */
static void print_result(const char *name, const char *result)
{
    struct ab_text t = { 0 };

    ab_text_add_quoted(&t, name, ":");
    ab_text_addf(&t, ": %s\n", result);
    ab_sum_put(&t);
    ab_text_free(&t);
}

static void report_unread(struct check *c, const struct ab_sum_file *file)
{
    if (c->options->ignore_missing && file->error == ENOENT)
        return;
    ab_say_error("%s: %s", file->name, strerror(file->error));
    c->num_unread++;
    if (!c->options->status)
        print_result(file->name, "FAILED open or read");
}

static void report(void *context, const struct ab_sum_file *file)
{
    struct check *c = context;
    int is_right = file->error == 0 && memcmp(file->digest, file->wanted, c->digest_len) == 0;

    if (file->error != 0) {
        report_unread(c, file);
        return;
    }
    c->has_match |= is_right;
    c->num_wrong += !is_right;
    if (!c->options->status && !(is_right && c->options->quiet))
        print_result(file->name, is_right ? "OK" : "FAILED");
}

/* Cut off the line feed, and a carriage return in front of it, which lists from other systems have. */
static size_t cut_end(char *line, size_t len)
{
    if (len > 0 && line[len - 1] == '\n')
        len--;
    if (len > 0 && line[len - 1] == '\r')
        len--;
    line[len] = '\0';
    return len;
}

static int read_lines(struct check *c, FILE *in, const char *path, const char *tag, enum ab_sum_layout *layout,
                      struct ab_sum_files *files)
{
    struct ab_sum_line parsed;
    char *line = NULL;
    size_t room = 0;
    ssize_t len;

    for (uint64_t number = 1; (len = getline(&line, &room, in)) > 0; number++) {
        if (line[0] == '#' || cut_end(line, (size_t)len) == 0)
            continue;
        if (ab_sum_parse_line(line, tag, c->digest_len, layout, &parsed)
            && !(in == stdin && strcmp(parsed.name, "-") == 0)) {
            c->has_lines = 1;
            ab_sum_files_add(files, parsed.name, parsed.wanted);
            continue;
        }
        c->num_malformed++;
        if (c->options->warn)
            ab_say_error("%s: %" PRIu64 ": improperly formatted %s checksum line", path, number, tag);
    }
    free(line);
    return !ferror(in);
}

static void warn_of(uint64_t num, const char *one, const char *many)
{
    if (num != 0)
        ab_say_error("WARNING: %" PRIu64 " %s", num, num == 1 ? one : many);
}

static void sum_up(const struct check *c, const char *path)
{
    if (!c->has_lines) {
        ab_say_error("%s: no properly formatted checksum lines found", path);
        return;
    }
    if (c->options->status)
        return;
    warn_of(c->num_malformed, "line is improperly formatted", "lines are improperly formatted");
    warn_of(c->num_unread, "listed file could not be read", "listed files could not be read");
    warn_of(c->num_wrong, "computed checksum did NOT match", "computed checksums did NOT match");
    if (c->options->ignore_missing && !c->has_match)
        ab_say_error("%s: no file was verified", path);
}

static int is_well(const struct check *c)
{
    return c->has_lines && c->has_match && c->num_wrong == 0 && c->num_unread == 0
           && !(c->options->strict && c->num_malformed != 0);
}

int ab_sum_check(const char *path, const struct ab_hash *hash, const char *tag, const struct ab_sum_check_options *o,
                 enum ab_sum_layout *layout)
{
    struct check c = { .options = o, .digest_len = hash->algorithm->digest_len };
    int is_stdin = strcmp(path, "-") == 0, was_read;
    FILE *in = is_stdin ? stdin : fopen(path, "r");
    const char *shown = is_stdin ? "standard input" : path;
    struct ab_sum_files *files;

    if (in == NULL) {
        ab_say_error("%s: %s", shown, strerror(errno));
        return 0;
    }
    files = ab_sum_files_new(hash, report, &c);
    was_read = read_lines(&c, in, shown, tag, layout, files);
    ab_sum_files_finish(files);
    ab_sum_files_free(files);
    if (is_stdin)
        clearerr(stdin);
    else
        fclose(in);
    if (was_read)
        sum_up(&c, shown);
    else
        ab_say_error("%s: read error", shown);
    return was_read && is_well(&c);
}
