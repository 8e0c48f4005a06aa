/* A line of the lab's protocol: a word and then KEY=VALUE pairs, separated by single spaces (values hold none). */
#ifndef AB_LAB_REQUEST_H
#define AB_LAB_REQUEST_H

#include <stddef.h>

enum { LAB_MAX_PAIRS = 24 };

struct lab_line {
    const char *command;
    struct {
        const char *key, *value;
    } pairs[LAB_MAX_PAIRS];
    size_t num_pairs;
};

/* Split `text`, which is modified and must outlive the line. Return 0 if it has another form. */
int lab_line_parse(struct lab_line *line, char *text);

/*
 * Return whether all keys are in one of the lists, which end with NULL, none occurs twice, and the values of `numbers`
 * are numbers.
 */
int lab_line_fits(const struct lab_line *line, const char *const *texts, const char *const *numbers);

/* Return the value of a key, or `otherwise` if it is absent. */
const char *lab_line_text(const struct lab_line *line, const char *key, const char *otherwise);
unsigned long lab_line_number(const struct lab_line *line, const char *key, unsigned long otherwise);

#endif
