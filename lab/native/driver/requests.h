/* The requests of a session, which come one per line (session.c). */
#ifndef AB_LAB_REQUESTS_H
#define AB_LAB_REQUESTS_H

#include "lab.h"
#include "request.h"

enum { LAB_PROTOCOL = 1 };

struct lab_command {
    const char *name;
    void (*answer)(const struct lab *lab, const struct lab_line *line);
};

/* Answer every line of stdin, until "quit" or its end. `commands` end with one without a name. */
void lab_answer_all(const struct lab *lab, const struct lab_command *commands);

#endif
