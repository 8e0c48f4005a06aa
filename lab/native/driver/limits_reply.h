/* The request `limits`: measure what the processor allows. */
#ifndef AB_LAB_LIMITS_REPLY_H
#define AB_LAB_LIMITS_REPLY_H

#include "request.h"

/*
 * Answer {"limits": {NAME: {"value": number, "unit": text, "what": text}, ...}}. The key `cpu` excludes instruction
 * sets above that cap (afterburner/cpu.h); by default all are included.
 */
void lab_limits_reply(const struct lab_line *line);

#endif
