/* What every subcommand says and how it ends. */
#ifndef AB_CLI_TEXT_SAY_H
#define AB_CLI_TEXT_SAY_H

#include <getopt.h>
#include <stddef.h>

enum { AB_EXIT_OK = 0, AB_EXIT_FINDINGS = 1, AB_EXIT_ERROR = 2 };

/* The subcommand in progress and its usage text; set once by main. */
struct ab_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *usage;
    const char *options[4]; /* texts of options shared with other subcommands; NULL: no more */
};
extern const struct ab_command *ab_current;

/* One line on stderr, "afterburner COMMAND: ...". */
void ab_say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "out of memory" and ends with AB_EXIT_ERROR: a command of a few kilobytes does not go on without. */
void ab_out_of_memory(void) __attribute__((noreturn));

/* Move an array of num elements to where there is room for one more, all zero. If memory runs out, the process ends. */
void *ab_grow(void *array, size_t num, size_t size);

/*
 * getopt_long for a subcommand. --help and --version print and end the process with 0; an unknown option or a missing
 * argument says so in one line and ends it with AB_EXIT_ERROR. Otherwise the option's value, and -1 behind the last.
 */
int ab_next_option(int argc, char **argv, const struct option *options);

/*
 * The same for a subcommand with short options of its own, as getopt writes them behind a colon (":ab:hV"); options may
 * then stand behind arguments too.
 */
int ab_next_short_option(int argc, char **argv, const char *short_options, const struct option *options);

/* Ends the process with AB_EXIT_ERROR if an argument is left over. */
void ab_no_more_arguments(int argc, char **argv);

/* Common entries of every option table. */
#define AB_COMMON_OPTIONS { "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' }

#endif
