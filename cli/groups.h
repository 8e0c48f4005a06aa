/*
 * Post-quantum key exchange for programs that choose no groups of TLS themselves: the line `Groups` of the section that
 * libssl reads for every SSL_CTX (`system_default`; config(5), SSL_CONF_cmd(3)). Servers and clients share that line.
 */
#ifndef AB_CLI_GROUPS_H
#define AB_CLI_GROUPS_H

#include "conf.h"
#include "text.h"

#define AB_HYBRID_GROUP "X25519MLKEM768"

enum ab_groups {
    AB_GROUPS_KEPT,   /* not asked for */
    AB_GROUPS_FIRST,  /* servers take the hybrid, and clients before OpenSSL 3.5 send its share: 1,216 bytes */
    AB_GROUPS_SERVERS /* servers take it where a client sends it; clients begin as before */
};

/* The value of --post-quantum; NULL: it has none. Print one line and end the process if the word is unknown. */
enum ab_groups ab_groups_parse(const char *word);

/*
 * Append the lines that, behind the text that conf was parsed from, put the hybrid into the groups of libssl, for
 * OpenSSL and for Node.js. Groups that stand there stay. Nothing is appended if they have the hybrid, or if there are
 * none and this release has it by default. 0, with one line in error, if the names of sections forbid it.
 */
int ab_groups_merge(const CONF *conf, enum ab_groups wanted, struct ab_text *out, char *error, size_t size);

/* The groups that libssl reads for this application name, NULL if the file says none. */
const char *ab_groups_of(const CONF *conf, const char *app);

#endif
