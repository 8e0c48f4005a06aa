/* Messages of one length, used in turn: up to eight, about 16 KiB together, so that they stay in the caches. */
#ifndef AB_LAB_MESSAGES_H
#define AB_LAB_MESSAGES_H

#include <stddef.h>

enum { LAB_MAX_MESSAGES = 8 };

struct lab_messages {
    unsigned char *text[LAB_MAX_MESSAGES];
    size_t num, next, len;
};

/*
 * Allocate the messages, each followed by `room` spare bytes. The first starts on a page. Return 1, or 0 with the
 * reason in `why`.
 */
int lab_messages_make(struct lab_messages *m, size_t len, size_t room, char *why);
void lab_messages_free(struct lab_messages *m);

/* Return the index of the next message, in turn. */
size_t lab_messages_turn(struct lab_messages *m);

/*
 * Allocate page-aligned memory filled with nonzero bytes; release it by lab_pages_free (system.h). Return NULL with the
 * reason in `why`.
 */
unsigned char *lab_pages(size_t size, char *why);

#endif
