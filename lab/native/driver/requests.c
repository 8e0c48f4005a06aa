/* Read requests and have them answered. */
#include "requests.h"

#include <stdio.h>
#include <string.h>

#include "reply.h"

enum { LINE = 4096 };

/* Return whether the line was longer than the buffer. If so, read its rest, so that the line gets one answer. */
static int is_cut(const char *text)
{
    int c = strchr(text, '\n') != NULL || feof(stdin) ? '\n' : 0, cut = c == 0;

    while (c != '\n' && c != EOF)
        c = getchar();
    return cut;
}

static void answer(const struct lab *lab, const struct lab_command *commands, const struct lab_line *line)
{
    while (commands->name != NULL && strcmp(commands->name, line->command) != 0)
        commands++;
    if (commands->name == NULL)
        lab_reply_error("unknown request");
    else
        commands->answer(lab, line);
}

void lab_answer_all(const struct lab *lab, const struct lab_command *commands)
{
    struct lab_line line;
    char text[LINE];

    while (fgets(text, sizeof(text), stdin) != NULL) {
        if (is_cut(text))
            lab_reply_error("the request is too long");
        else if (!lab_line_parse(&line, text))
            lab_reply_error("not a request");
        else if (strcmp(line.command, "quit") == 0)
            break;
        else
            answer(lab, commands, &line);
    }
}
