/* Switching the counters on and off: counting.h. */
#include "provider/counting.h"

#include <stdio.h>

#include "crypto/implementation.h"
#include "provider/counters.h"
#include "provider/error.h"
#include "provider/names.h"
#include "provider/report.h"

/* A cipher's family has names in the table of ciphers. */
static int is_cipher(enum ab_family family)
{
    const struct ab_table_of_names *t = &ab_names[AB_TABLE_CIPHER];

    for (unsigned i = 0; i < t->num; i++)
        if (t->rows[i].family == (unsigned)family)
            return 1;
    return 0;
}

static void name_family(struct ab_provctx *prov, enum ab_family family, struct ab_counted_family *out)
{
    char room[AB_REPORT_LEVEL_LEN];
    const char *level = ab_report_level(prov, family, room);

    out->is_cipher = (uint32_t)is_cipher(family);
    snprintf(out->name, sizeof(out->name), "%s", ab_family_name(family));
    snprintf(out->level, sizeof(out->level), "%.*s", (int)sizeof(out->level) - 1, level);
}

void ab_counting_begin(struct ab_provctx *prov)
{
    if (!prov->has_counters)
        return;
    prov->name_counted = name_family;
    if (!ab_counters_open(prov))
        ab_log(prov, AB_LOG_ERROR, "no memory for the counters: nothing is counted");
}

void ab_counting_end(struct ab_provctx *prov)
{
    ab_counters_close(prov);
}
