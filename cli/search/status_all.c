/* Printing every OpenSSL on this machine, and what the configuration that it reads does. */
#include "cli/search/status_all.h"

#include <stdio.h>

#include "cli/conf/conf.h"
#include "cli/text/filter.h"
#include "cli/text/json.h"
#include "cli/text/quote.h"
#include "cli/text/say.h"
#include "cli/search/state.h"

enum { JSON_FORMAT = 1 }; /* raised when a member changes its meaning or goes */

static void read_state(const struct ab_libcrypto *l, struct ab_state *state)
{
    ab_state_read(l->config, l->is_node ? AB_APP_NODEJS : AB_APP_OPENSSL, state);
    ab_filter(state->reason);
}

static const char *state_word(const struct ab_state *state)
{
    switch (state->is) {
    case AB_STATE_ON: return "on";
    case AB_STATE_UNKNOWN: return "unknown";
    default: return "off";
    }
}

static const char *version_of(const struct ab_libcrypto *l)
{
    return *l->inside.version == '\0' ? NULL : l->inside.version;
}

static void print(const struct ab_libcrypto *l)
{
    struct ab_state state;

    printf("%s\n  release      %s%s\n", ab_quoted(l->path),
           version_of(l) == NULL ? "unknown" : ab_quoted(version_of(l)), l->is_node ? " (Node.js)" : "");
    if (l->fault != NULL) {
        printf("  modules      none: it %s\n", l->fault);
        return;
    }
    read_state(l, &state);
    printf("  modules      can be loaded\n  reads        %s\n  Afterburner  %s%s%s\n", ab_quoted(l->config),
           state_word(&state), state.is == AB_STATE_ON ? "" : ": ", state.reason);
    if (l->refusal != NULL)
        printf("  note         %s\n", l->refusal);
}

static void print_json(struct ab_json *j, const struct ab_libcrypto *l)
{
    struct ab_state state = { .is = AB_STATE_OFF };

    if (l->fault == NULL)
        read_state(l, &state);
    ab_json_open(j, NULL, '{');
    ab_json_text(j, "path", l->path);
    ab_json_text(j, "version", version_of(l));
    ab_json_bool(j, "nodejs", l->is_node);
    ab_json_bool(j, "loads_modules", l->fault == NULL);
    ab_json_text(j, "fault", l->fault);
    ab_json_text(j, "config", l->config);
    ab_json_text(j, "afterburner", state_word(&state));
    ab_json_text(j, "reason", *state.reason == '\0' ? NULL : state.reason);
    ab_json_text(j, "refusal", l->refusal);
    ab_json_close(j, '}');
}

static void print_all_json(const struct ab_survey *s)
{
    struct ab_json j = { 0 };

    ab_json_open(&j, NULL, '{');
    ab_json_number(&j, "format", JSON_FORMAT);
    ab_json_bool(&j, "complete", !s->is_late);
    ab_json_open(&j, "libcryptos", '[');
    for (unsigned i = 0; i < s->num; i++)
        print_json(&j, &s->all[i]);
    ab_json_close(&j, ']');
    ab_json_close(&j, '}');
}

int ab_status_all(const struct ab_search *search, int is_json)
{
    struct ab_survey s;
    int is_late;

    ab_survey_read(search, &s);
    if (is_json)
        print_all_json(&s);
    for (unsigned i = 0; !is_json && i < s.num; i++)
        print(&s.all[i]);
    if (!is_json && s.num == 0)
        puts("no OpenSSL found");
    is_late = s.is_late;
    if (is_late)
        ab_say_error("%s", ab_survey_late);
    ab_survey_free(&s);
    return is_late ? AB_EXIT_FINDINGS : AB_EXIT_OK;
}
