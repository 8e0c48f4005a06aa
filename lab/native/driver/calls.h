/*
 * The ways in which a program calls an operation, as far as they cost different times. Each is an operation of its own
 * in the protocol: "encrypt", "encrypt-stream", "encrypt-context", "encrypt-fetch".
 */
#ifndef AB_LAB_CALLS_H
#define AB_LAB_CALLS_H

enum lab_calls {
    LAB_CALLS_KEPT,    /* one context that keeps its key: a new IV or init for each message */
    LAB_CALLS_STREAM,  /* one message in pieces: update after update */
    LAB_CALLS_CONTEXT, /* a new context for each message, which gets everything by one init, where the mode can */
    LAB_CALLS_FETCH    /* likewise, and its method is fetched by name and freed */
};

/* Return the way of an operation, by the end of its name. */
enum lab_calls lab_calls_of(const char *operation);

#endif
