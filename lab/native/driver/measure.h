/* The request `measure`: create the subjects of the sides, compare their outputs, time them and answer. */
#ifndef AB_LAB_MEASURE_REQUEST_H
#define AB_LAB_MEASURE_REQUEST_H

#include "lab.h"
#include "request.h"

/* The fields of `line` are described in session.c. */
void lab_measure(const struct lab *lab, const struct lab_line *line);

/* Read what to measure. Return 0 if a name is too long. */
int lab_request_read(struct lab_request *request, const struct lab_line *line);

#endif
