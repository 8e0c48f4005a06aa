/* Printing what `afterburner top` has seen, for people and as JSON. */
#include <stdio.h>

#include "cli/text/json.h"
#include "cli/text/quote.h"
#include "cli/top/top.h"

/* "12.3 k": three digits and a decimal prefix. */
static const char *in_short(double value, char room[16])
{
    static const char prefixes[] = " kMGTPE";
    unsigned i = 0;

    for (; value >= 999.5 && i + 2 < sizeof(prefixes); i++)
        value /= 1000;
    snprintf(room, 16, "%.*f %c", i == 0 || value >= 99.95 ? 0 : 1, value, prefixes[i]);
    return room;
}

static void print_row(const struct ab_top_row *r)
{
    char calls[16], bytes[16];

    printf("  %-24s %-12s %-16s %9s %9sB\n", r->total->algorithm, r->total->operation, r->total->level,
           in_short(r->calls, calls), r->bytes > 0 ? in_short(r->bytes, bytes) : "- ");
}

static void print_process(const struct ab_top_process *p)
{
    printf("%s (%ld)%s\n", ab_quoted(p->name), (long)p->pid,
           !p->is_counted     ? ": its counters are off"
           : p->num_rows == 0 ? ": nothing counted yet"
                              : "");
    for (unsigned i = 0; i < p->num_rows; i++)
        print_row(&p->rows[i]);
}

void ab_top_print(const struct ab_top *top)
{
    printf("  %-24s %-12s %-16s %9s %10s\n", "algorithm", "operation", "level", "calls/s ", "bytes/s ");
    for (unsigned i = 0; i < top->num; i++)
        print_process(&top->all[i]);
}

static void print_json_row(struct ab_json *j, const struct ab_top_row *r)
{
    ab_json_open(j, NULL, '{');
    ab_json_text(j, "algorithm", r->total->algorithm);
    ab_json_text(j, "operation", r->total->operation);
    ab_json_text(j, "level", r->total->level);
    ab_json_number(j, "calls", r->total->calls);
    ab_json_number(j, "bytes", r->total->bytes);
    ab_json_ratio(j, "calls_per_second", r->calls);
    ab_json_ratio(j, "bytes_per_second", r->bytes);
    ab_json_close(j, '}');
}

static void print_json_process(struct ab_json *j, const struct ab_top_process *p)
{
    ab_json_open(j, NULL, '{');
    ab_json_number(j, "pid", (uint64_t)p->pid);
    ab_json_text(j, "name", p->name);
    ab_json_bool(j, "counters", p->is_counted);
    ab_json_open(j, "rows", '[');
    for (unsigned i = 0; i < p->num_rows; i++)
        print_json_row(j, &p->rows[i]);
    ab_json_close(j, ']');
    ab_json_close(j, '}');
}

void ab_top_print_json(const struct ab_top *top)
{
    struct ab_json j = { 0 };

    ab_json_open(&j, NULL, '{');
    ab_json_ratio(&j, "seconds", top->seconds);
    ab_json_open(&j, "processes", '[');
    for (unsigned i = 0; i < top->num; i++)
        print_json_process(&j, &top->all[i]);
    ab_json_close(&j, ']');
    ab_json_close(&j, '}');
}
