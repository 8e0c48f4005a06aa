/* Answer the request `list` with the union of what the sides offer. */
#include "list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reply.h"

enum { MAX_OFFERS = 4096 };

struct offer {
    const struct lab_kind *kind;
    char algorithm[LAB_NAME_LEN], operation[32], providers[LAB_MAX_SIDES][LAB_NAME_LEN]; /* "" for a side without it */
    unsigned flags;
};

struct offers {
    const struct lab_kind *kind; /* the kind whose `list` is running */
    size_t side;
    struct offer *list;
    size_t num;
};

static int compare(const void *a, const void *b)
{
    const struct offer *x = a, *y = b;
    int order = strcmp(x->kind->name, y->kind->name);

    if (order == 0)
        order = strcmp(x->algorithm, y->algorithm);
    return order == 0 ? strcmp(x->operation, y->operation) : order;
}

static struct offer *find_or_add(struct offers *offers, const char *algorithm, const char *operation)
{
    struct offer *o = offers->list;

    for (; o < offers->list + offers->num; o++)
        if (o->kind == offers->kind && strcmp(o->algorithm, algorithm) == 0 && strcmp(o->operation, operation) == 0)
            return o;
    if (offers->num == MAX_OFFERS)
        return NULL;
    offers->num++;
    o->kind = offers->kind;
    snprintf(o->algorithm, sizeof(o->algorithm), "%s", algorithm);
    snprintf(o->operation, sizeof(o->operation), "%s", operation);
    return o;
}

static void found(void *arg, const char *algorithm, const char *operation, unsigned flags, const char *provider)
{
    struct offers *offers = arg;
    struct offer *o = find_or_add(offers, algorithm, operation);

    if (o == NULL)
        return;
    o->flags = flags;
    snprintf(o->providers[offers->side], sizeof(o->providers[0]), "%s", provider);
}

static void reply_offer(const struct lab *lab, const struct offer *o)
{
    lab_reply_open(NULL, '{');
    lab_reply_text("kind", o->kind->name);
    lab_reply_text("algorithm", o->algorithm);
    lab_reply_text("operation", o->operation);
    lab_reply_bool("sized", (o->flags & LAB_SIZED) != 0);
    lab_reply_bool("common", (o->flags & LAB_UNCOMMON) == 0);
    lab_reply_open("providers", '{');
    for (size_t i = 0; i < lab->num_sides; i++)
        lab_reply_text(lab->sides[i].name, o->providers[i][0] == '\0' ? NULL : o->providers[i]);
    lab_reply_close('}');
    lab_reply_close('}');
}

void lab_list(const struct lab *lab)
{
    struct offers offers = { .list = calloc(MAX_OFFERS, sizeof(struct offer)) };

    if (offers.list == NULL) {
        lab_reply_error("out of memory");
        return;
    }
    for (const struct lab_kind *const *k = lab_kinds; *k != NULL; k++)
        for (offers.side = 0, offers.kind = *k; (*k)->list != NULL && offers.side < lab->num_sides; offers.side++)
            (*k)->list(&lab->sides[offers.side], found, &offers);
    qsort(offers.list, offers.num, sizeof(struct offer), compare);
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_open("offers", '[');
    for (size_t i = 0; i < offers.num; i++)
        reply_offer(lab, &offers.list[i]);
    lab_reply_close(']');
    lab_reply_close('}');
    free(offers.list);
}
