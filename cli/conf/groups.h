/*
 * Post-quantum key exchange for programs that choose no groups of TLS themselves: the line `Groups` of the section that
 * libssl reads for every SSL_CTX (`system_default`; config(5), SSL_CONF_cmd(3)). Servers and clients share that line.
 */
#ifndef AB_CLI_CONF_GROUPS_H
#define AB_CLI_CONF_GROUPS_H

#include "cli/conf/conf.h"
#include "cli/text/text.h"

#define AB_HYBRID_GROUP "X25519MLKEM768"

enum ab_groups {
    AB_GROUPS_KEPT,   /* not asked for */
    AB_GROUPS_FIRST,  /* servers take the hybrid, and clients before OpenSSL 3.5 send its share: 1,216 bytes */
    AB_GROUPS_SERVERS /* servers take it where a client sends it; clients begin as before */
};

/*
 * Parse the value of --post-quantum; word is NULL if it has none. Print one line and end the process if the word is
 * unknown.
 */
enum ab_groups ab_groups_parse(const char *word);

/*
 * Append to out the lines that add the hybrid to libssl's groups, for OpenSSL and for Node.js. The lines are to follow
 * the text that conf was parsed from. Groups that are set stay. Nothing is appended if they include the hybrid, or if
 * none are set and this release has it by default. Return 0, with one line in error, if a name of a section or a group
 * cannot be written.
 */
int ab_groups_merge(const CONF *conf, enum ab_groups wanted, struct ab_text *out, char *error, size_t size);

/* The groups that libssl reads for this application name, NULL if the file sets none. */
const char *ab_groups_of(const CONF *conf, const char *app);

#endif
