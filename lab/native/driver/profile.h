/* One request to profile: what a side's subject spends its time on, by sampling (lab/native/profile/). */
#ifndef AB_LAB_PROFILE_REQUEST_H
#define AB_LAB_PROFILE_REQUEST_H

#include "lab.h"
#include "request.h"

/* The fields of `line` are described in session.c. */
void lab_profile(const struct lab *lab, const struct lab_line *line);

#endif
