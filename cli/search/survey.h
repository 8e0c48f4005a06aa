/*
 * Every OpenSSL on this machine that is in a file: shared libraries, and programs and extensions that carry one. The
 * files are read and never run, since anybody may have put them there.
 */
#ifndef AB_CLI_SEARCH_SURVEY_H
#define AB_CLI_SEARCH_SURVEY_H

#include "cli/system/binary.h"

/* Where to search, instead of the usual places. */
struct ab_search {
    char *folders[16];
    unsigned num;
};

/* Adds a folder; prints one line and ends the process if it is none. */
void ab_search_add(struct ab_search *search, const char *folder);
void ab_search_free(struct ab_search *search);

#define AB_SEARCH_OPTION { "below", required_argument, NULL, 'b' }

struct ab_libcrypto {
    char *path;
    struct ab_openssl_inside inside;
    int is_node;       /* it looks up nodejs_conf */
    const char *fault; /* why it cannot load the module; NULL: it can */
    char *config;      /* the openssl.cnf that it reads; NULL if there is a fault */
    char *refusal;     /* who else can change the file, so that what it says is not acted upon; NULL: nobody */
    unsigned long long device, inode;
};

struct ab_survey {
    struct ab_libcrypto *all; /* sorted by path */
    unsigned num;
    int is_late; /* the search took too long and is not complete */
};

void ab_survey_read(const struct ab_search *search, struct ab_survey *survey);
void ab_survey_free(struct ab_survey *survey);

/* What to say if the survey is late. */
extern const char ab_survey_late[];

#endif
