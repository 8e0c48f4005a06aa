/*
 * What `afterburner tune` leaves in the provider's section beside `algorithms`: tuned = 2026-11-23 NAME NAME.
 * The module does not read it.
 */
#ifndef AB_CLI_CONF_TUNED_H
#define AB_CLI_CONF_TUNED_H

#include "cli/text/text.h"

#define AB_TUNED_KEY "tuned"

/* Append such a value: today's date and words as they are appended to `algorithms`, ", -NAME, -NAME". */
void ab_tuned_write(const char *words, struct ab_text *value);

/*
 * 1 if tune took away one of the names ("NAME:ALIAS") that the value (NULL: none) lists; then the text for users,
 * "slower here (tune, 2026-11-23)", is in reason.
 */
int ab_tuned_reason(const char *value, const char *names, char *reason, size_t size);

#endif
