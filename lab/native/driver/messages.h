/*
 * Messages of one length to be processed in turn: up to eight, all within 16 KiB or so, so that they stay in the
 * caches.
 */
#ifndef AB_LAB_MESSAGES_H
#define AB_LAB_MESSAGES_H

#include <stddef.h>

enum { LAB_MAX_MESSAGES = 8 };

struct lab_messages {
    unsigned char *text[LAB_MAX_MESSAGES];
    size_t num, next, len;
};

/* Makes them; behind each are `room` bytes more. The first lies on a page's start. 0 with the reason in `why`. */
int lab_messages_make(struct lab_messages *m, size_t len, size_t room, char *why);
void lab_messages_free(struct lab_messages *m);

/* The index of the next one, all in turn. */
size_t lab_messages_turn(struct lab_messages *m);

/* Memory that starts on a page and holds no zeros, for free(); NULL with the reason in `why`. */
unsigned char *lab_pages(size_t size, char *why);

#endif
