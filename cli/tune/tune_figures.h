/*
 * The figures of `afterburner tune` as text: what the measuring process writes, and what --save keeps and --from reads.
 * Each line has fields with tabs between, the first of which says what it is:
 *
 *     afterburner-tune  1, the versions of afterburner and of libcrypto, the processor
 *     name              name, operation, and a word for `algorithms` that takes it away; one line for each such word
 *     point             pass, name, operation of the provider, algorithm, operation, bytes, rounds, the ratio with both
 *                       ends of its interval, and the same of the control
 *     level             a value of `cpu`: what the module was held to in pass AB_TUNE_LEVEL_PASS
 *     absent            pass, name, operation of the provider, algorithm, operation, bytes, why it was not measured
 */
#ifndef AB_CLI_TUNE_TUNE_FIGURES_H
#define AB_CLI_TUNE_TUNE_FIGURES_H

#include "cli/text/text.h"
#include "cli/tune/tune_judge.h"

/* A name is taken away only if it is slower in each pass; only such names have a second one. */
enum { AB_TUNE_PASSES = 3, AB_TUNE_LEVEL_PASS = AB_TUNE_PASSES };

enum ab_tune_verdict {
    AB_TUNE_IS_FASTER,
    AB_TUNE_IS_SAME,        /* neither */
    AB_TUNE_IS_SLOWER,      /* in each pass */
    AB_TUNE_IS_UNCONFIRMED, /* slower in the first pass, and not in each of the others */
    AB_TUNE_IS_UNMEASURED   /* OpenSSL has no such name, for example */
};

struct ab_tune_point {
    unsigned pass; /* from 0 on */
    size_t name;   /* index of its name */
    const char *kind, *algorithm, *operation;
    unsigned long rounds;
    struct ab_tune_ratio figure;
    const char *why; /* NULL, or why it was not measured */
};

/* What is taken away or kept as one: a name of a cipher, digest, MAC or KDF, or all names of a type of key. */
struct ab_tune_name {
    const char *name, *kind;
    struct ab_text words; /* for `algorithms`: ", -RSA, -RSA-PSS" */
    const char *why;      /* why the last point was not measured, or NULL */
    struct ab_tune_summary passes[AB_TUNE_PASSES];
    enum ab_tune_verdict verdict;
};

/* Starts as { 0 }. Strings are the figures'. */
struct ab_tune_figures {
    const char *version, *libcrypto, *processor;
    const char *level;           /* a value of `cpu` that was tried, or NULL */
    struct ab_interval at_level; /* the speed of the module with it, divided by its usual speed */
    int is_level_faster;         /* whether that is worth a setting */
    struct ab_tune_name *names;
    struct ab_tune_point *points;
    size_t num_names, num_points;
    char **texts; /* what was read */
    size_t num_texts;
};

/* Add what a text has, and judge all names anew. 0, and the number of the line, if a line is not understood. */
int ab_tune_figures_read(struct ab_tune_figures *f, const struct ab_text *text, size_t *line);
void ab_tune_figures_free(struct ab_tune_figures *f);

/* The name, or NULL if it was not measured. */
struct ab_tune_name *ab_tune_figures_find(const struct ab_tune_figures *f, const char *name);

/* 1 if the name was slower in each of the first num_passes passes. */
int ab_tune_is_candidate(const struct ab_tune_name *name, unsigned num_passes);

#endif
