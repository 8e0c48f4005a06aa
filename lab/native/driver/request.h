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

/* Splits `text`, which is changed and must outlive the line. 0 if it is not of that form. */
int lab_line_parse(struct lab_line *line, char *text);

/* Are all keys among these (each list ends in NULL), each once, and the values of `numbers` numbers? */
int lab_line_fits(const struct lab_line *line, const char *const *texts, const char *const *numbers);

/* The value of a key; `otherwise` if it is absent. */
const char *lab_line_text(const struct lab_line *line, const char *key, const char *otherwise);
unsigned long lab_line_number(const struct lab_line *line, const char *key, unsigned long otherwise);

#endif
