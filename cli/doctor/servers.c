/* Which settings of TLS servers stand in the way of post-quantum groups, by the name of the executable. */
#include "cli/doctor/servers.h"

#include <string.h>

#include "cli/doctor/findings.h"
#include "cli/conf/groups.h"
#include "cli/text/text.h"

#define GROUPS AB_HYBRID_GROUP ":X25519:P-256"

struct server {
    const char *const names[2]; /* of the executable */
    const char *title;
    const char *overrides; /* when the configuration of OpenSSL does not reach it */
    const char *look;      /* the command that shows it */
    const char *write;     /* what to write there */
};

static const struct server servers[] = {
    { { "nginx", NULL },
      "nginx",
      "where ssl_ecdh_curve is set to other than auto (and TLS 1.3 needs TLSv1.3 in ssl_protocols)",
      "nginx -T | grep -E 'ssl_(ecdh_curve|protocols)'",
      "take it out, or write ssl_ecdh_curve " AB_HYBRID_GROUP ":X25519:prime256v1;" },
    { { "haproxy", NULL },
      "HAProxy",
      "where ssl-default-bind-curves, or curves or ecdhe of a bind line, is set",
      "grep -rE 'curves|ecdhe' /etc/haproxy",
      "take it out, or write ssl-default-bind-curves " GROUPS },
    { { "apache2", "httpd" },
      "Apache",
      "where SSLOpenSSLConfCmd sets Groups or Curves, or the file of a certificate has EC PARAMETERS",
      "grep -ri SSLOpenSSLConfCmd /etc/apache2 /etc/httpd",
      "take it out, or write SSLOpenSSLConfCmd Groups " GROUPS },
    { { "stunnel4", "stunnel" },
      "stunnel",
      "in any service, since curves has a value by default",
      "grep -rE '^ *curves' /etc/stunnel",
      "write curves = " GROUPS " into each service" },
    { { "postgres", NULL },
      "PostgreSQL",
      "in any case: it sets one curve (ssl_ecdh_curve), and from 18 on a list (ssl_groups)",
      "psql -c 'SHOW ALL' | grep -E 'server_version |ssl_(groups|ecdh_curve)'",
      "from 18 on, write ssl_groups = '" AB_HYBRID_GROUP ":X25519:prime256v1'; before, no value is post-quantum" },
};

static const struct server *find_server(const char *exe)
{
    const char *name = ab_base_name(exe);

    for (unsigned i = 0; i < sizeof(servers) / sizeof(servers[0]); i++)
        for (unsigned j = 0; j < 2 && servers[i].names[j] != NULL; j++)
            if (strcmp(name, servers[i].names[j]) == 0)
                return &servers[i];
    return NULL;
}

void ab_note_server(const char *exe, int is_default)
{
    const struct server *s = find_server(exe);

    if (s == NULL)
        return;
    ab_note("%s is not reached by the groups of OpenSSL's configuration %s; look: %s; fix: %s%s", s->title,
            s->overrides, s->look, s->write,
            is_default ? "" : " (with the name in it, the server does not start if Afterburner is missing)");
}
