/* Messages, common options, and the end of the process. */
#define _GNU_SOURCE
#include "cli/text/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/filter.h"

const struct ab_command *ab_current;

void ab_say_error(const char *format, ...)
{
    char line[8192];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    ab_filter(line); /* names of files may have line breaks and escapes in them */
    fflush(stdout);
    fprintf(stderr, "afterburner%s%s: %s\n", ab_current == NULL ? "" : " ", ab_current == NULL ? "" : ab_current->name,
            line);
}

void ab_out_of_memory(void)
{
    ab_say_error("out of memory");
    exit(AB_EXIT_ERROR);
}

void *ab_grow(void *array, size_t num, size_t size)
{
    char *grown = reallocarray(array, num + 1, size);

    if (grown == NULL)
        ab_out_of_memory();
    memset(grown + num * size, 0, size);
    return grown;
}

static void refuse_option(int what, char **argv)
{
    const char *word = argv[optind - 1];

    if (what == ':')
        ab_say_error("%s wants a value; see afterburner %s --help", word, ab_current->name);
    else if (optopt != 0 && (word[0] != '-' || word[1] != '-'))
        ab_say_error("unknown option -%c; see afterburner %s --help", optopt, ab_current->name);
    else
        ab_say_error("unknown option %s; see afterburner %s --help", word, ab_current->name);
    exit(AB_EXIT_ERROR);
}

static void print_help(void)
{
    fputs(ab_current->usage, stdout);
    for (unsigned i = 0; i < sizeof(ab_current->options) / sizeof(ab_current->options[0]); i++)
        if (ab_current->options[i] != NULL)
            fputs(ab_current->options[i], stdout);
    fputs("  --help, --version\n", stdout);
}

int ab_next_short_option(int argc, char **argv, const char *short_options, const struct option *options)
{
    int c;

    opterr = 0;
    c = getopt_long(argc, argv, short_options, options, NULL);
    if (c == '?' || c == ':')
        refuse_option(c, argv);
    if (c == 'h') {
        print_help();
        exit(fflush(stdout) == 0 ? AB_EXIT_OK : AB_EXIT_ERROR);
    }
    if (c == 'V') {
        printf("afterburner %s\n", AB_VERSION);
        exit(fflush(stdout) == 0 ? AB_EXIT_OK : AB_EXIT_ERROR);
    }
    return c;
}

int ab_next_option(int argc, char **argv, const struct option *options)
{
    return ab_next_short_option(argc, argv, "+:hV", options);
}

void ab_no_more_arguments(int argc, char **argv)
{
    if (optind >= argc)
        return;
    ab_say_error("unexpected argument %s; see afterburner %s --help", argv[optind], ab_current->name);
    exit(AB_EXIT_ERROR);
}
