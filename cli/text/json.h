/* Writes one JSON value (RFC 8259), indented, to stdout. */
#ifndef AB_CLI_TEXT_JSON_H
#define AB_CLI_TEXT_JSON_H

#include <stdint.h>

struct ab_json {
    unsigned depth;
    int has_member; /* at this depth: a comma is due */
};

/* key is NULL inside an array and for the outermost value. */
void ab_json_open(struct ab_json *j, const char *key, char bracket);
void ab_json_close(struct ab_json *j, char bracket);
void ab_json_text(struct ab_json *j, const char *key, const char *value); /* value NULL: null */
void ab_json_number(struct ab_json *j, const char *key, uint64_t value);
void ab_json_ratio(struct ab_json *j, const char *key, double value); /* not finite: null */
void ab_json_bool(struct ab_json *j, const char *key, int value);

#endif
