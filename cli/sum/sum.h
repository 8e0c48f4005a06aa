/*
 * The parts of `afterburner sum`: names in lines, a tree of directories, many files read and hashed at once, --check.
 */
#ifndef AB_CLI_SUM_SUM_H
#define AB_CLI_SUM_SUM_H

#include "afterburner/hash.h"
#include "cli/text/text.h"

/* ---- sum_files.c: files in, digests out in the same order ---- */

struct ab_sum_file {
    struct ab_sum_file *next;
    int is_done;
    int error;                          /* errno of what failed, or 0 */
    uint8_t digest[AB_HASH_MAX_DIGEST]; /* without error */
    uint8_t wanted[AB_HASH_MAX_DIGEST]; /* --check: what it should be */
    char name[];
};

/* Gets each file once, in the order of adding. */
typedef void ab_sum_report_fn(void *context, const struct ab_sum_file *file);

struct ab_sum_files;

struct ab_sum_files *ab_sum_files_new(const struct ab_hash *hash, ab_sum_report_fn *report, void *context);
/* "-" is the standard input. wanted may be NULL. Reports, now and then, what is through. */
void ab_sum_files_add(struct ab_sum_files *s, const char *name, const uint8_t *wanted);
/* Reports all the rest. */
void ab_sum_files_finish(struct ab_sum_files *s);
void ab_sum_files_free(struct ab_sum_files *s);

/* ---- sum_tree.c ---- */

/*
 * Adds the regular files under the directory in the order of their bytes, directories where their names stand. Symbolic
 * links, sockets, FIFOs and devices in it are skipped. Prints one line and returns 0 if a directory could not be read.
 */
int ab_sum_add_tree(struct ab_sum_files *s, const char *directory);

/* ---- sum_line.c ---- */

/* With every backslash, line feed and carriage return written as two characters. */
void ab_sum_escape(struct ab_text *t, const char *name);
void ab_sum_add_hex(struct ab_text *t, const uint8_t *digest, size_t len);

/*
 * Writes whole lines to stdout: what leaves in one piece is never cut within a line, also beside other writers to a
 * pipe.
 */
void ab_sum_put(const struct ab_text *lines);

/* What a line of a file of checksums says. */
struct ab_sum_line {
    char *name; /* within the line */
    uint8_t wanted[AB_HASH_MAX_DIGEST];
};

enum ab_sum_layout {
    AB_SUM_UNKNOWN,
    AB_SUM_STANDARD,
    AB_SUM_REVERSED
}; /* "HASH  name", or "HASH name" as of BSD's -r */

/*
 * Reads a line (without its end; changed), in the form of coreutils or with the tag. The first line that tells the
 * layout binds those behind it: with both, a name that begins with a blank or a star could be passed off for another.
 * 1, or 0 if it is malformed.
 */
int ab_sum_parse_line(char *line, const char *tag, size_t digest_len, enum ab_sum_layout *layout,
                      struct ab_sum_line *out);

/* ---- sum_check.c ---- */

struct ab_sum_check_options {
    int ignore_missing, quiet, status, strict, warn;
};

/* Checks the files that the file of checksums lists ("-": standard input); 1 if all is well. Says what it finds. */
int ab_sum_check(const char *path, const struct ab_hash *hash, const char *tag, const struct ab_sum_check_options *o,
                 enum ab_sum_layout *layout);

#endif
