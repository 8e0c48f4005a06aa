/* Allocate and rotate the messages that an operation processes in turn. */
#include "messages.h"

#include <string.h>

#include "lab.h"
#include "system.h"

enum { RING = 16384, LINE = 64, MOST = 1 << 30 };

unsigned char *lab_pages(size_t size, char *why)
{
    unsigned char *p = size == 0 || size > MOST ? NULL : lab_pages_allocate(size);

    if (p != NULL)
        memset(p, 0x5a, size);
    else
        lab_refuse(why, size == 0 ? "requires a message of at least one byte" : "no memory for such a message");
    return p;
}

int lab_messages_make(struct lab_messages *m, size_t len, size_t room, char *why)
{
    size_t step = (len + room + LINE - 1) / LINE * LINE, fit = len == 0 ? 0 : RING / len;
    unsigned char *all;

    m->len = len;
    m->num = fit < 1 ? 1 : fit > LAB_MAX_MESSAGES ? LAB_MAX_MESSAGES : fit;
    all = lab_pages(len == 0 ? 0 : m->num * step, why);
    if (all == NULL)
        return 0;
    for (size_t i = 0; i < m->num; i++) {
        m->text[i] = all + i * step;
        for (size_t j = 0; j < len; j++)
            m->text[i][j] = (unsigned char)(j + 31 * i);
    }
    return 1;
}

void lab_messages_free(struct lab_messages *m)
{
    lab_pages_free(m->text[0]);
}

size_t lab_messages_turn(struct lab_messages *m)
{
    size_t turn = m->next;

    m->next = turn + 1 == m->num ? 0 : turn + 1;
    return turn;
}
