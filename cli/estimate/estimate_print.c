/* Printing an estimate, for people and as JSON. */
#include <openssl/crypto.h>
#include <stdio.h>

#include "cli/estimate/estimate.h"
#include "cli/text/json.h"
#include "cli/text/quote.h"
#include "cli/text/text.h"

#define LEAST_SHARE 0.005 /* less is not shown */

static double percent(double share)
{
    return 100 * share;
}

/* "nginx (1234)", "nginx (1234, 1235)", "nginx (1234 and 7 more)" */
static void print_who(const struct ab_estimate *e)
{
    printf("%s (%ld", ab_quoted(e->targets.name), (long)e->targets.pids[0]);
    if (e->targets.num > 3)
        printf(" and %u more", e->targets.num - 1);
    else
        for (unsigned i = 1; i < e->targets.num; i++)
            printf(", %ld", (long)e->targets.pids[i]);
    putchar(')');
}

/* Append "RSA 22 %, AES-GCM 14 %": the classes that are served, or those that are not, the greatest first. */
static void add_classes(struct ab_text *t, const struct ab_forecast *f, int is_served)
{
    double below = 2;

    for (;;) {
        int greatest = -1;

        for (int i = 0; i < AB_NUM_CLASSES; i++)
            if (f->is_served[i] == is_served && f->shares[i] >= LEAST_SHARE && f->shares[i] < below
                && (greatest < 0 || f->shares[i] > f->shares[greatest]))
                greatest = i;
        if (greatest < 0)
            return;
        below = f->shares[greatest];
        ab_text_addf(t, "%s%s %.0f %%", t->len == 0 ? "" : ", ", ab_class_names[greatest], percent(below));
    }
}

static void print_saving(const struct ab_forecast *f)
{
    double sign = f->saving < 0 ? -1 : 1, low = percent(sign * f->low), high = percent(sign * f->high);

    printf("with it about %.0f %% %s (%.0f to %.0f)", percent(sign * f->saving), sign < 0 ? "more" : "less",
           low < high ? low : high, low < high ? high : low);
}

static void print_forecast(const struct ab_estimate *e)
{
    const struct ab_forecast *f = &e->forecast;
    struct ab_text served = { 0 }, other = { 0 };

    add_classes(&served, f, 1);
    add_classes(&other, f, 0);
    printf(": %.0f %% of its processor time is cryptography that Afterburner serves", percent(f->served));
    if (served.len > 0) {
        printf(" (%s); ", served.data);
        print_saving(f);
    }
    putchar('\n');
    if (other.len > 0)
        printf("not served here: %s\n", other.data);
    ab_text_free(&served);
    ab_text_free(&other);
}

/* What keeps the forecast from being whole. */
static void print_notes(const struct ab_estimate *e)
{
    const struct ab_evidence *v = &e->evidence;
    double nameless = v->total > 0 ? (double)v->num_nameless / v->total : 0;
    double closed = v->total > 0 ? (double)v->num_closed / v->total : 0;

    if (nameless >= LEAST_SHARE)
        printf("note: %.0f %% of its processor time is in %s, whose OpenSSL %s has no names for its functions: what it "
               "computes cannot be told\n",
               percent(nameless), ab_quoted(v->nameless), ab_quoted(v->version));
    if (closed >= LEAST_SHARE)
        printf("note: %.0f %% of its processor time is in OpenSSL %s, which cannot load Afterburner\n", percent(closed),
               ab_quoted(v->version));
    else if (*v->version != '\0')
        printf("note: it has OpenSSL %s; the gains were measured with %s\n", ab_quoted(v->version),
               OpenSSL_version(OPENSSL_VERSION_STRING));
    if (e->num_refused > 0)
        printf("note: %u of its processes may not be sampled; root may sample all\n", e->num_refused);
    if (e->sampler.num_missed > 0)
        printf("note: %u of its threads could not be sampled\n", e->sampler.num_missed);
}

void ab_estimate_print(const struct ab_estimate *e)
{
    print_who(e);
    if (e->num_with_module > 0) {
        printf(": %s with Afterburner already; afterburner doctor tells whether it is served\n",
               e->num_with_module == e->sampler.num_processes ? "runs" : "runs in part");
        if (e->num_with_module == e->sampler.num_processes)
            return;
        print_who(e);
    }
    if (e->is_enough)
        print_forecast(e);
    else
        printf(": too little processor time to say anything: %.2f s in %.0f s; put it under its usual load\n",
               ab_sampler_cpu_seconds(&e->sampler), e->seconds);
    print_notes(e);
}

/* ---- JSON ---- */

static void put_classes(struct ab_json *j, const struct ab_forecast *f)
{
    ab_json_open(j, "algorithms", '[');
    for (int i = 0; i < AB_NUM_CLASSES; i++) {
        if (f->shares[i] <= 0)
            continue;
        ab_json_open(j, NULL, '{');
        ab_json_text(j, "name", ab_class_names[i]);
        ab_json_ratio(j, "share", f->shares[i]);
        ab_json_bool(j, "served", f->is_served[i]);
        ab_json_close(j, '}');
    }
    ab_json_close(j, ']');
}

static void put_forecast(struct ab_json *j, const struct ab_estimate *e)
{
    const struct ab_forecast *f = &e->forecast;

    ab_json_ratio(j, "served", f->served);
    put_classes(j, f);
    ab_json_open(j, "saving", '{');
    ab_json_ratio(j, "middle", f->saving);
    ab_json_ratio(j, "low", f->low);
    ab_json_ratio(j, "high", f->high);
    ab_json_close(j, '}');
}

static void put_evidence(struct ab_json *j, const struct ab_estimate *e)
{
    const struct ab_evidence *v = &e->evidence;

    ab_json_text(j, "method", e->method);
    ab_json_ratio(j, "seconds", e->seconds);
    ab_json_ratio(j, "cpu_seconds", ab_sampler_cpu_seconds(&e->sampler));
    ab_json_number(j, "samples", e->sampler.num_samples);
    ab_json_ratio(j, "nameless", v->total > 0 ? (double)v->num_nameless / v->total : 0);
    ab_json_ratio(j, "closed", v->total > 0 ? (double)v->num_closed / v->total : 0);
    ab_json_number(j, "processes_refused", e->num_refused);
    ab_json_number(j, "threads_missed", e->sampler.num_missed);
}

void ab_estimate_print_json(const struct ab_estimate *e)
{
    struct ab_json j = { 0 };

    ab_json_open(&j, NULL, '{');
    ab_json_text(&j, "name", e->targets.name);
    ab_json_open(&j, "pids", '[');
    for (unsigned i = 0; i < e->targets.num; i++)
        ab_json_number(&j, NULL, (uint64_t)e->targets.pids[i]);
    ab_json_close(&j, ']');
    ab_json_number(&j, "with_afterburner", e->num_with_module);
    if (e->method != NULL)
        put_evidence(&j, e);
    if (e->is_enough)
        put_forecast(&j, e);
    ab_json_close(&j, '}');
}
