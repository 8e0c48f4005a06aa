/*
 * Includes of a configuration. A line is recognised as OpenSSL's parser does it (config(5)); the value of an .include
 * line, which may have variables and quotes in it, is worked out by that parser: the text so far is parsed with the
 * line turned into a setting.
 */
#define _GNU_SOURCE
#include "cli/conf/include.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/conf/conf.h"
#include "cli/conf/file.h"
#include "cli/text/quote.h"
#include "cli/system/system.h"

#define PROBE "afterburner-include"
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

enum { MAX_DEPTH = 16, MAX_FILES = 1000, MAX_TOTAL = 16 << 20 };

struct reader {
    const struct ab_include *include;
    struct ab_text *out;
    char *dir;         /* .pragma includedir, which OPENSSL_CONF_INCLUDE overrides; NULL: not set */
    int only_absolute; /* .pragma abspath */
    int in_directory;  /* reading the files of an included directory, in which no other directory is included */
    unsigned depth, num_files;
    char *error;
    size_t size;
};

struct ab_include ab_our_includes(enum ab_trust trust)
{
    return (struct ab_include){ .view = trust == AB_TRUST_OWNERS ? ab_our_trusted_view : ab_our_view,
                                .dir = secure_getenv("OPENSSL_CONF_INCLUDE") };
}

static int read_text(struct reader *r, const struct ab_text *text);

static int fail(struct reader *r, const char *path, const char *why)
{
    snprintf(r->error, r->size, "it includes %s: %s", ab_quoted(path), why);
    errno = EPERM;
    return 0;
}

/* ---- lines ---- */

/* A line that ends in one backslash goes on in the next. */
static int is_continued(const char *line, size_t len)
{
    return len > 0 && line[len - 1] == '\\' && (len == 1 || line[len - 2] != '\\');
}

/*
 * Takes the next line off *rest, joined with those that continue it. The whole of it in the text ends where *rest
 * begins.
 */
static int next_line(const char **rest, struct ab_text *joined)
{
    int is_going_on = 1;

    ab_text_free(joined);
    ab_text_add(joined, "", 0);
    if (**rest == '\0')
        return 0;
    while (is_going_on && **rest != '\0') {
        size_t whole = strcspn(*rest, "\n"), len = whole;

        while (len > 0 && (*rest)[len - 1] == '\r')
            len--;
        is_going_on = is_continued(*rest, len);
        ab_text_add(joined, *rest, len - (is_going_on ? 1 : 0));
        *rest += whole + ((*rest)[whole] == '\n');
    }
    return 1;
}

static const char *skip_blanks(const char *s)
{
    return s + strspn(s, " \t");
}

/* The value behind a directive such as ".include"; NULL if the line is no such directive. */
static const char *directive_value(const char *line, const char *directive)
{
    static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_!.%&*+,/;?@^~|-";
    const char *start = skip_blanks(line), *value;
    size_t len = strlen(directive);

    if (strncmp(start, directive, len) != 0)
        return NULL;
    value = skip_blanks(start + strspn(start, name));
    if (value == start + len && *value != '=')
        return NULL;
    return *value == '=' ? skip_blanks(value + 1) : value;
}

/* ---- directives ---- */

static void read_pragma(struct reader *r, const char *value)
{
    size_t len = strcspn(value, ": \t");
    const char *setting = value + len;

    setting = skip_blanks(setting);
    setting = *setting == ':' ? skip_blanks(setting + 1) : setting;
    if (len == strlen("abspath") && strncmp(value, "abspath", len) == 0) {
        r->only_absolute = strncasecmp(setting, "on", 2) == 0 || strncasecmp(setting, "true", 4) == 0;
    } else if (len == strlen("includedir") && strncmp(value, "includedir", len) == 0) {
        free(r->dir);
        r->dir = strndup(setting, strcspn(setting, " \t"));
    }
}

/* What an .include line's value comes to; NULL if OpenSSL cannot tell either. Free with free. */
static char *work_out(const struct reader *r, const char *value)
{
    struct ab_text text = { 0 };
    char error[256], *result = NULL;
    STACK_OF(OPENSSL_CSTRING) * sections;
    CONF *conf;

    ab_text_add(&text, r->out->data, r->out->len);
    ab_text_addf(&text, "\n" PROBE " = %s\n", value);
    conf = ab_conf_parse(&text, error, sizeof(error));
    ab_text_free(&text);
    if (conf == NULL)
        return NULL;
    sections = NCONF_get_section_names(conf);
    for (int i = 0; result == NULL && i < sk_OPENSSL_CSTRING_num(sections); i++) {
        const char *found = ab_conf_value(conf, sk_OPENSSL_CSTRING_value(sections, i), PROBE);

        result = found == NULL ? NULL : strdup(found);
    }
    sk_OPENSSL_CSTRING_free(sections);
    NCONF_free(conf);
    return result;
}

static int is_configuration(const char *name)
{
    size_t len = strlen(name);

    return (len > 5 && strcasecmp(name + len - 5, ".conf") == 0)
           || (len > 4 && strcasecmp(name + len - 4, ".cnf") == 0);
}

static int include_path(struct reader *r, const char *path);

struct directory {
    struct reader *reader;
    const char *path;
};

static int include_entry(const char *name, void *arg)
{
    const struct directory *d = arg;
    struct ab_text file = { 0 };
    int ok;

    ab_text_addf(&file, "%s/%s", d->path, name);
    ok = !is_configuration(name) || include_path(d->reader, file.data);
    ab_text_free(&file);
    return ok;
}

/* The files of a directory, in the order in which the directory has them. */
static int include_directory(struct reader *r, const struct ab_place *place, const char *path)
{
    struct directory d = { r, path };
    int ok;

    if (r->in_directory)
        return 1;
    r->in_directory = 1;
    ok = ab_place_list(place, include_entry, &d);
    r->in_directory = 0;
    return ok;
}

static int include_file(struct reader *r, const struct ab_place *place, const char *path)
{
    int fd = ab_place_open(place, O_RDONLY | O_NONBLOCK), ok = 1;
    struct ab_text text = { 0 };

    if (fd < 0)
        return 1;
    if (!ab_file_read_all(fd, &text) || memchr(text.data, '\0', text.len) != NULL)
        ok = fail(r, path, "not a text file");
    close(fd);
    ok = ok && read_text(r, &text);
    ab_text_free(&text);
    return ok;
}

static int include_place(struct reader *r, const struct ab_place *place, const char *path)
{
    if (ab_is_null_device(&place->stat))
        return 1;
    if (S_ISDIR(place->stat.st_mode))
        return include_directory(r, place, path);
    if (!S_ISREG(place->stat.st_mode))
        return fail(r, path, "neither a regular file nor a directory");
    return include_file(r, place, path);
}

static int include_path(struct reader *r, const char *path)
{
    struct ab_place place;
    char error[512];
    int ok;

    if (++r->num_files > MAX_FILES || r->depth == MAX_DEPTH || r->out->len > MAX_TOTAL)
        return fail(r, path, "too many files, or files that include themselves");
    if (!ab_place_find(&r->include->view, path, &place, error, sizeof(error)))
        return errno != EPERM || fail(r, path, error);
    r->depth++;
    ok = include_place(r, &place, path);
    r->depth--;
    ab_place_free(&place);
    return ok;
}

/* 1 if the line is dealt with, or there was an error (*ok = 0); 0 if it stays in the text, for OpenSSL to refuse. */
static int read_include(struct reader *r, const char *value, int *ok)
{
    const char *dir = r->include->dir != NULL ? r->include->dir : r->dir;
    char *path = work_out(r, value);
    struct ab_text whole = { 0 };
    int is_absolute;

    if (path == NULL)
        return 0;
    if (!ab_is_absolute(path) && dir != NULL)
        ab_text_addf(&whole, "%s/", dir);
    ab_text_addf(&whole, "%s", path);
    free(path);
    is_absolute = ab_is_absolute(whole.data);
    if (is_absolute || !r->only_absolute)
        *ok = include_path(r, whole.data);
    ab_text_free(&whole);
    return is_absolute || !r->only_absolute;
}

static int read_line(struct reader *r, const char *line, const char *raw, size_t raw_len)
{
    const char *include = directive_value(line, ".include"), *pragma = directive_value(line, ".pragma");
    int ok = 1;

    if (pragma != NULL)
        read_pragma(r, pragma);
    if (include == NULL || !read_include(r, include, &ok))
        ab_text_add(r->out, raw, raw_len);
    return ok;
}

static int read_text(struct reader *r, const struct ab_text *text)
{
    const char *rest = text->len == 0 ? "" : text->data;
    struct ab_text line = { 0 };
    int ok = 1;

    if (r->out->len > 0 && r->out->data[r->out->len - 1] != '\n')
        ab_text_add(r->out, "\n", 1);
    if (r->depth == 0 && strncmp(rest, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0) {
        ab_text_add(r->out, rest, strlen(BYTE_ORDER_MARK));
        rest += strlen(BYTE_ORDER_MARK);
    }
    for (const char *start = rest; ok && next_line(&rest, &line); start = rest)
        ok = read_line(r, line.data, start, (size_t)(rest - start));
    if (ok && r->depth > 0)
        ab_text_add(r->out, "\n", 1);
    ab_text_free(&line);
    return ok;
}

int ab_include(const struct ab_text *text, const struct ab_include *include, struct ab_text *out, char *error,
               size_t size)
{
    struct reader r = { .include = include, .out = out, .error = error, .size = size };
    int ok;

    ab_text_add(out, "", 0);
    ok = read_text(&r, text);
    free(r.dir);
    return ok;
}
