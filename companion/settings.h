/* The companion's environment: which parts are on, and its log. */
#ifndef AB_COMPANION_SETTINGS_H
#define AB_COMPANION_SETTINGS_H

enum { AB_PART_DECODERS = 1, AB_PART_NAMES = 2, AB_PART_FETCHES = 4, AB_ALL_PARTS = 7 };

/* Returns the parts that AFTERBURNER_COMPANION names: all if it is not set, none if it is empty. */
unsigned ab_settings_parts(void);

/*
 * Writes one line to stderr if AFTERBURNER_COMPANION_LOG is at least this level: 1, what is done for which library; 2,
 * also every time that libcrypto itself is asked for what is kept from then on.
 */
void ab_settings_log(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes the names of the parts, separated by commas, or "nothing". */
void ab_settings_print(unsigned parts, char *text, unsigned long size);

#endif
