/* Switching the counters on and off: counting.h. */
#include "provider/counting.h"

#include <stdio.h>
#include <stdlib.h>

#include "crypto/implementation.h"
#include "provider/cipher/counted.h"
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

/* Copy the tables of the offered ciphers to `tables`, and offer these; NULL: return how many entries they have. */
static size_t copy_ciphers(struct ab_provctx *prov, OSSL_DISPATCH *tables)
{
    size_t num = 0;

    for (OSSL_ALGORITHM *a = prov->offered[AB_TABLE_CIPHER]; a->algorithm_names != NULL; a++) {
        OSSL_DISPATCH *copy = tables == NULL ? NULL : tables + num;

        num += ab_counted_cipher(copy, a->implementation);
        if (copy != NULL)
            a->implementation = copy;
    }
    return num;
}

void ab_counting_begin(struct ab_provctx *prov)
{
    if (!prov->has_counters)
        return;
    prov->counted_tables = calloc(copy_ciphers(prov, NULL) + 1, sizeof(OSSL_DISPATCH));
    prov->name_counted = name_family;
    if (prov->counted_tables == NULL || !ab_counters_open(prov)) {
        ab_log(prov, AB_LOG_ERROR, "no memory for the counters: nothing is counted");
        return;
    }
    copy_ciphers(prov, prov->counted_tables);
}

void ab_counting_end(struct ab_provctx *prov)
{
    ab_counters_close(prov);
    free(prov->counted_tables);
}
