/*
 * The module's report: one line for each algorithm, from the lists of implementations and the results of their self
 * tests.
 */
#include "provider/report.h"

#include <stdio.h>
#include <string.h>

#include "crypto/implementation.h"
#include "provider/gains.h"
#include "provider/health.h"
#include "provider/keymgmt/hybrid_key.h"
#include "provider/offer.h"

struct report {
    const struct ab_table_of_names *table;
    char *text;
    size_t size, len;
};

static void report_line(struct report *r, const char *names, const char *state, const char *level, const char *reason)
{
    size_t room = r->len < r->size ? r->size - r->len : 0;
    int n = snprintf(room == 0 ? NULL : r->text + r->len, room, "%s\t%s\t%s\t%s\t%s\n", r->table->name, names, state,
                     level, reason);

    r->len += n > 0 ? (size_t)n : 0;
}

/*
 * Write which method serves which common length in bits, where `num` powers come at once: "adx, from 1024 ifma, from
 * 6144 adx". "default": the default provider computes powers of this length.
 */
static void describe_powers(const struct ab_bignum *b, size_t num, char text[AB_REPORT_LEVEL_LEN])
{
    static const size_t lengths[] = { 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 16384 };
    const char *before = "";
    size_t len = 0;

    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]) && len < AB_REPORT_LEVEL_LEN; i++) {
        const char *level = lengths[i] > ab_power_most_bits()
                                ? "default"
                                : ab_power_choose(b->powers, lengths[i] / 64, num)->needs.name;

        if (i == 0)
            len += (size_t)snprintf(text, AB_REPORT_LEVEL_LEN, "%s", level);
        else if (strcmp(level, before) != 0)
            len += (size_t)snprintf(text + len, AB_REPORT_LEVEL_LEN - len, ", from %zu %s", lengths[i], level);
        before = level;
    }
}

/* What RSA (`num` powers at once: of both primes) or DSA and DH serve with. */
static const char *bignum_level(const struct ab_provctx *prov, const struct ab_bignum *b, size_t num,
                                char room[AB_REPORT_LEVEL_LEN], int *demoted)
{
    struct ab_bignum wanted;

    if (b == NULL)
        return NULL;
    ab_health_wanted_bignum(prov, &wanted);
    *demoted = memcmp(b, &wanted, sizeof(wanted)) != 0;
    describe_powers(b, num, room);
    return room;
}

static const char *family_level(struct ab_provctx *prov, enum ab_family family, char room[AB_REPORT_LEVEL_LEN],
                                int *demoted)
{
    unsigned serving = ab_health_serving(prov, family);
    struct ab_implementation implementation;

    *demoted = serving != ab_family_first(family, &prov->allowed);
    if (serving == AB_NO_IMPLEMENTATION) /* the default provider's serves where no fallback does */
        return ab_family_kind(family)->fallback_serves ? NULL : "none";
    ab_family_get(family, serving, &implementation);
    snprintf(room, AB_REPORT_LEVEL_LEN, "%s", implementation.needs.name);
    return room;
}

/* Both halves of a hybrid: "avx2, adx". */
static const char *hybrid_level(struct ab_provctx *prov, const struct ab_hybrid *h, char room[AB_REPORT_LEVEL_LEN],
                                int *demoted)
{
    char rooms[2][AB_REPORT_LEVEL_LEN];
    int curve_demoted;
    const char *mlkem = family_level(prov, ab_family_of_mlkem(h->mlkem), rooms[0], demoted);
    const char *curve = family_level(prov, ab_hybrid_curve_family(&h->curve), rooms[1], &curve_demoted);

    if (mlkem == NULL || curve == NULL)
        return NULL;
    *demoted |= curve_demoted;
    if (strcmp(mlkem, curve) == 0)
        snprintf(room, AB_REPORT_LEVEL_LEN, "%.40s", mlkem);
    else
        snprintf(room, AB_REPORT_LEVEL_LEN, "%.40s, %.40s", mlkem, curve);
    return room;
}

/*
 * Return the name of the implementation that serves, NULL if none passed its self test. *demoted: it is not the one
 * that was chosen first.
 */
static const char *served_level(struct ab_provctx *prov, unsigned family, char room[AB_REPORT_LEVEL_LEN], int *demoted)
{
    if (family >= AB_HYBRID)
        return hybrid_level(prov, &ab_hybrids[family - AB_HYBRID], room, demoted);
    switch (family) {
    case AB_FAMILY_FFC: return bignum_level(prov, ab_health_ffc(prov), 1, room, demoted);
    case AB_FAMILY_RSA: return bignum_level(prov, ab_health_rsa(prov), 2, room, demoted);
    case AB_ANY_HASH: return "digest"; /* that of the digest that the caller names */
    case AB_NO_FAMILY: return "none";
    default: return family_level(prov, (enum ab_family)family, room, demoted);
    }
}

const char *ab_report_level(struct ab_provctx *prov, enum ab_family family, char room[AB_REPORT_LEVEL_LEN])
{
    int demoted;
    const char *level = served_level(prov, family, room, &demoted);

    return level == NULL ? "none" : level;
}

static void report_served(struct ab_provctx *prov, struct report *r, const struct ab_algorithm *a)
{
    char room[AB_REPORT_LEVEL_LEN];
    int demoted = 0;
    const char *level = served_level(prov, a->family, room, &demoted);
    const char *reason = prov->level_reason == NULL ? "" : prov->level_reason;

    if (level == NULL)
        report_line(r, a->names, "failed", "none", "self test failed at every level");
    else
        report_line(r, a->names, "served", level, demoted ? "demoted by self test" : reason);
}

static void report_table(struct ab_provctx *prov, struct report *r)
{
    for (const struct ab_algorithm *a = r->table->rows; a < r->table->rows + r->table->num; a++) {
        const char *absent = ab_offer_why_absent(prov, a);

        if (!ab_offer_is_of_release(prov, a))
            continue;
        if (absent != NULL)
            report_line(r, a->names, "absent", "none", absent);
        else if (!ab_offer_is_wanted(prov, a))
            report_line(r, a->names, "off", "none", ab_offer_why_off(prov, a));
        else
            report_served(prov, r, a);
    }
}

size_t ab_report(struct ab_provctx *prov, char *text, size_t size)
{
    struct report r = { .text = text, .size = size };

    for (r.table = ab_names; r.table < ab_names + AB_NUM_TABLES; r.table++)
        if (r.table->name != NULL)
            report_table(prov, &r);
    return r.len;
}
