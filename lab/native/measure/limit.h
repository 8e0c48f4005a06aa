/* One figure that the processor or its memory allows. */
#ifndef AB_LAB_LIMIT_H
#define AB_LAB_LIMIT_H

struct lab_limit {
    const char *name;
    const char *unit; /* "instructions/cycle", "blocks/cycle", "cycles", "bytes/cycle", "GB/s" or "Hz" */
    const char *what;
    double value;
};

#endif
