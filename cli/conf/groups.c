/* Read the TLS groups that a configuration sets, and write the lines that add the hybrid. */
#define _GNU_SOURCE
#include "cli/conf/groups.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/conf/merge.h"
#include "cli/text/say.h"

#define OUR_INIT "afterburner_init" /* as in merge.c: each section may be opened several times */
#define OUR_SSL "afterburner_ssl"
#define OUR_TLS "afterburner_tls"

/* The groups of OpenSSL 3.0 to 3.4 if nothing is set. */
#define DEFAULT_GROUPS \
    "X25519:P-256:X448:P-521:P-384:ffdhe2048:ffdhe3072:ffdhe4096:ffdhe6144:ffdhe8192"

enum ab_groups ab_groups_parse(const char *word)
{
    if (word == NULL)
        return AB_GROUPS_FIRST;
    if (strcmp(word, "servers") == 0)
        return AB_GROUPS_SERVERS;
    ab_say_error("--post-quantum=%s: it takes no value, or servers", word);
    exit(AB_EXIT_ERROR);
}

/* ---- reading ---- */

/* The sections that lead to the groups of an application name; NULL where the file does not say. */
struct ssl_view {
    const char *init, *ssl, *tls, *groups;
};

/* libssl ignores the case of a name and a prefix up to a dot. The last line counts. Groups was called Curves. */
static const char *find_groups(const CONF *conf, const char *section)
{
    STACK_OF(CONF_VALUE) *list = section == NULL ? NULL : NCONF_get_section(conf, section);
    const char *groups = NULL;

    for (int i = 0; i < sk_CONF_VALUE_num(list); i++) {
        const CONF_VALUE *v = sk_CONF_VALUE_value(list, i);
        const char *dot = strrchr(v->name, '.'), *name = dot == NULL ? v->name : dot + 1;

        if (strcasecmp(name, "Groups") == 0 || strcasecmp(name, "Curves") == 0)
            groups = v->value;
    }
    return groups;
}

static const char *value_of(const CONF *conf, const char *section, const char *key)
{
    return section == NULL ? NULL : ab_conf_value(conf, section, key);
}

static struct ssl_view read_view(const CONF *conf, const char *app)
{
    struct ssl_view v = { .init = ab_conf_value(conf, "default", app) };

    v.ssl = value_of(conf, v.init, "ssl_conf");
    v.tls = value_of(conf, v.ssl, "system_default");
    v.groups = find_groups(conf, v.tls);
    return v;
}

const char *ab_groups_of(const CONF *conf, const char *app)
{
    return read_view(conf, app).groups;
}

/* ---- writing ---- */

static int is_since(unsigned minor)
{
    return OpenSSL_version_num() >= (3ul << 28 | (unsigned long)minor << 20);
}

/* From 3.3 on a '?' makes a name optional. Before, libssl ignores the whole line if the module is missing. */
static void add_value(struct ab_text *out, const char *groups, enum ab_groups wanted)
{
    const char *base = groups == NULL ? DEFAULT_GROUPS : groups, *mark = is_since(3) ? "?" : "";

    if (wanted == AB_GROUPS_FIRST)
        ab_text_addf(out, "%s" AB_HYBRID_GROUP ":%s", mark, base);
    else
        ab_text_addf(out, "%s:%s" AB_HYBRID_GROUP, base, mark);
}

static int is_needed(const struct ssl_view *v)
{
    return v->groups == NULL ? !is_since(5) : strcasestr(v->groups, AB_HYBRID_GROUP) == NULL;
}

static int are_plain(const struct ssl_view *v)
{
    return (v->init == NULL || ab_conf_is_plain_name(v->init)) && (v->ssl == NULL || ab_conf_is_plain_name(v->ssl))
           && (v->tls == NULL || ab_conf_is_plain_name(v->tls));
}

static const char *or_ours(const char *section, const char *ours)
{
    return section == NULL ? ours : section;
}

static int write_groups(const struct ssl_view *v, enum ab_groups wanted, struct ab_text *out)
{
    struct ab_text value = { 0 };
    int ok;

    if (v->ssl == NULL)
        ab_text_addf(out, "[%s]\nssl_conf = " OUR_SSL "\n", or_ours(v->init, OUR_INIT));
    if (v->tls == NULL)
        ab_text_addf(out, "[%s]\nsystem_default = " OUR_TLS "\n", or_ours(v->ssl, OUR_SSL));
    add_value(&value, v->groups, wanted);
    ab_text_addf(out, "[%s]\nGroups = ", or_ours(v->tls, OUR_TLS));
    ok = ab_merge_value(out, value.data);
    ab_text_add(out, "\n", 1);
    ab_text_free(&value);
    return ok;
}

static int is_same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Add the lines for Node.js, after those for OpenSSL. If it has no section for libssl, let it share OpenSSL's. */
static int write_node(const struct ssl_view *node, const struct ssl_view *openssl, enum ab_groups wanted,
                      struct ab_text *out)
{
    if (is_same(node->init, openssl->init) || !is_needed(node)
        || (node->tls != NULL && is_same(node->tls, openssl->tls)))
        return 1;
    if (node->ssl != NULL)
        return is_same(node->ssl, openssl->ssl) || write_groups(node, wanted, out);
    ab_text_addf(out, "[%s]\nssl_conf = %s\n", or_ours(node->init, OUR_INIT), or_ours(openssl->ssl, OUR_SSL));
    return 1;
}

static int write_lines(const CONF *conf, enum ab_groups wanted, struct ab_text *out)
{
    const struct ssl_view openssl = read_view(conf, AB_APP_OPENSSL), node = read_view(conf, AB_APP_NODEJS);

    return are_plain(&openssl) && are_plain(&node) && (!is_needed(&openssl) || write_groups(&openssl, wanted, out))
           && write_node(&node, &openssl, wanted, out);
}

int ab_groups_merge(const CONF *conf, enum ab_groups wanted, struct ab_text *out, char *error, size_t size)
{
    struct ab_text lines = { 0 };
    int ok = wanted == AB_GROUPS_KEPT || write_lines(conf, wanted, &lines);

    if (!ok)
        snprintf(error, size, "it has section names or groups of TLS that this command cannot write");
    else if (lines.len != 0)
        ab_text_add(out, lines.data, lines.len);
    ab_text_free(&lines);
    return ok;
}
