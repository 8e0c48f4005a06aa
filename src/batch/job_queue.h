/* Operations on the queue that all batches share: afterburner/job_queue.h. */
#ifndef AB_BATCH_JOB_QUEUE_H
#define AB_BATCH_JOB_QUEUE_H

#include <stddef.h>

#include "afterburner/job_queue.h"

/* Append a job that is not done. */
static inline void ab_job_enqueue(struct ab_job_queue *q, struct ab_job_link *job)
{
    *job = (struct ab_job_link){ 0 };
    if (q->first == NULL)
        q->first = job;
    else
        q->last->next = job;
    q->last = job;
}

/* Remove and return the first job if it is done, else return NULL. */
static inline struct ab_job_link *ab_job_take(struct ab_job_queue *q)
{
    struct ab_job_link *job = q->first;

    if (job == NULL || !job->is_done)
        return NULL;
    q->first = job->next;
    return job;
}

/* Remove and return the first job that is done, wherever it stands; NULL if none is. */
static inline struct ab_job_link *ab_job_take_any(struct ab_job_queue *q)
{
    struct ab_job_link *before = q->first, *job;

    if (before == NULL || before->is_done)
        return ab_job_take(q);
    while ((job = before->next) != NULL && !job->is_done)
        before = job;
    if (job == NULL)
        return NULL;
    before->next = job->next;
    if (q->last == job)
        q->last = before;
    return job;
}

#endif
