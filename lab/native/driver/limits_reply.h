/* The request `limits`: what the silicon allows, measured now. */
#ifndef AB_LAB_LIMITS_REPLY_H
#define AB_LAB_LIMITS_REPLY_H

#include "request.h"

/*
 * Answers {"limits": {NAME: {"value": number, "unit": text, "what": text}, ...}}. The key `cpu` leaves out what lies
 * above that level of instruction sets (a cap of afterburner/cpu.h); without it nothing is left out.
 */
void lab_limits_reply(const struct lab_line *line);

#endif
