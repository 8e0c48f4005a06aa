/*
 * The queue of a batch: jobs in the order in which they were added. The members of both structs are the batch's own; a
 * caller never reads or writes them.
 */
#ifndef AFTERBURNER_JOB_QUEUE_H
#define AFTERBURNER_JOB_QUEUE_H

/* The link of a job, its first member. */
struct ab_job_link {
    struct ab_job_link *next;
    int is_done;
};

/* Jobs that were added and not taken yet; first is NULL if there are none. */
struct ab_job_queue {
    struct ab_job_link *first, *last;
};

#endif
