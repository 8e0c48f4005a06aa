/* Write an answer to stdout as one line of JSON (RFC 8259). */
#ifndef AB_LAB_REPLY_H
#define AB_LAB_REPLY_H

#include <stddef.h>

/* key is NULL inside an array. An answer starts with an opening '{' without a key and ends when it is closed. */
void lab_reply_open(const char *key, char bracket);
void lab_reply_close(char bracket);
void lab_reply_text(const char *key, const char *value); /* value NULL: null */
void lab_reply_number(const char *key, double value);
void lab_reply_bool(const char *key, int value);

/* {"ok": false, "error": why} */
void lab_reply_error(const char *why);

#endif
