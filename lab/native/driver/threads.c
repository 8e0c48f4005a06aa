/* Run the same operation in several threads at once, each on a state of its own. */
#include "threads.h"

#include <openssl/err.h>
#include <pthread.h>
#include <stdlib.h>

#include "lab/native/measure/clock.h"
#include "system.h"

struct member {
    struct lab_team *team;
    pthread_t thread;
    void *state;
    double began, ended; /* times of the last task */
    int ok;
    unsigned long error; /* OpenSSL's, unless ok: each thread has its own error queue */
};

struct lab_team {
    pthread_mutex_t lock;
    pthread_cond_t wanted, finished;
    size_t task; /* number of the current task; 0: none yet */
    size_t busy; /* members that have not finished the task */
    int dismissed;
    const struct lab_kind *kind;
    size_t num_operations, num_members;
    struct member members[];
};

/* Wait for a task other than `last`. Return 0 if there will be none. */
static size_t next_task(struct lab_team *team, size_t last)
{
    size_t task;

    pthread_mutex_lock(&team->lock);
    while (team->task == last && !team->dismissed)
        pthread_cond_wait(&team->wanted, &team->lock);
    task = team->dismissed ? 0 : team->task;
    pthread_mutex_unlock(&team->lock);
    return task;
}

static void finish_task(struct lab_team *team)
{
    pthread_mutex_lock(&team->lock);
    if (--team->busy == 0)
        pthread_cond_signal(&team->finished);
    pthread_mutex_unlock(&team->lock);
}

static void *work(void *arg)
{
    struct member *m = arg;
    size_t task = 0;

    while ((task = next_task(m->team, task)) != 0) {
        m->began = lab_wall_seconds();
        m->ok = m->team->kind->run(m->state, m->team->num_operations);
        m->ended = lab_wall_seconds();
        m->error = m->ok ? 0 : ERR_peek_error();
        finish_task(m->team);
    }
    return NULL;
}

/* Pin thread i of the team to the i-th processor that this process may use. If that fails, it runs anywhere. */
static void spread_out(const struct lab_team *team)
{
    int cpu = -1;

    for (size_t i = 0; i < team->num_members; i++) {
        cpu = lab_next_cpu(cpu);
        if (cpu >= 0)
            lab_thread_pin(team->members[i].thread, cpu);
    }
}

struct lab_team *lab_team_new(size_t num_threads, int spread)
{
    struct lab_team *team = calloc(1, sizeof(*team) + num_threads * sizeof(team->members[0]));

    if (team == NULL)
        return NULL;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->wanted, NULL);
    pthread_cond_init(&team->finished, NULL);
    for (size_t i = 0; i < num_threads; i++) {
        team->members[i].team = team;
        if (pthread_create(&team->members[i].thread, NULL, work, &team->members[i]) != 0) {
            lab_team_free(team);
            return NULL;
        }
        team->num_members++;
    }
    if (spread)
        spread_out(team);
    return team;
}

void lab_team_free(struct lab_team *team)
{
    if (team == NULL)
        return;
    pthread_mutex_lock(&team->lock);
    team->dismissed = 1;
    pthread_cond_broadcast(&team->wanted);
    pthread_mutex_unlock(&team->lock);
    for (size_t i = 0; i < team->num_members; i++)
        pthread_join(team->members[i].thread, NULL);
    pthread_cond_destroy(&team->finished);
    pthread_cond_destroy(&team->wanted);
    pthread_mutex_destroy(&team->lock);
    free(team);
}

double lab_team_run(struct lab_team *team, const struct lab_kind *kind, void *const *states, size_t num)
{
    double began, ended;
    int ok = 1;

    pthread_mutex_lock(&team->lock);
    team->kind = kind;
    team->num_operations = num;
    for (size_t i = 0; i < team->num_members; i++)
        team->members[i].state = states[i];
    team->busy = team->num_members;
    team->task++;
    pthread_cond_broadcast(&team->wanted);
    while (team->busy > 0)
        pthread_cond_wait(&team->finished, &team->lock);
    pthread_mutex_unlock(&team->lock);
    began = team->members[0].began;
    ended = team->members[0].ended;
    for (size_t i = 0; i < team->num_members; i++) {
        const struct member *m = &team->members[i];

        began = m->began < began ? m->began : began;
        ended = m->ended > ended ? m->ended : ended;
        ok &= m->ok;
        if (m->error != 0)
            ERR_raise(ERR_GET_LIB(m->error), ERR_GET_REASON(m->error));
    }
    return ok ? ended - began : -1;
}
