#include "evp_marks.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FNM_CASEFOLD
# define FNM_CASEFOLD 0
#endif

static int parse_size(const char *text, size_t *size)
{
    char *end;

    *size = 0;
    if (strcmp(text, "*") == 0)
        return 1;
    *size = strtoul(text, &end, 10);
    return *size != 0 && *end == '\0';
}

static int is_direction(const char *text)
{
    return strcmp(text, "*") == 0 || strcmp(text, "encrypt") == 0 || strcmp(text, "decrypt") == 0;
}

static int parse_line(const char *line, struct bench_mark *m)
{
    char size[24], rest[2];

    return sscanf(line, "%15s %39s %11s %23s %lf %1s", m->level, m->algorithm, m->direction, size, &m->ratio, rest) == 5
           && parse_size(size, &m->size) && is_direction(m->direction) && m->ratio > 0;
}

static int append(struct bench_marks *m, const struct bench_mark *mark)
{
    struct bench_mark *grown = realloc(m->marks, (m->num + 1) * sizeof(*grown));

    if (grown == NULL)
        return 0;
    m->marks = grown;
    m->marks[m->num++] = *mark;
    return 1;
}

int bench_marks_read(struct bench_marks *m, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[256];
    int number = 0, ok = 1;

    memset(m, 0, sizeof(*m));
    if (file == NULL) {
        perror(path);
        return 0;
    }
    while (ok && fgets(line, sizeof(line), file) != NULL) {
        struct bench_mark mark;

        number++;
        line[strcspn(line, "#\n")] = '\0';
        if (line[strspn(line, " \t")] == '\0')
            continue;
        ok = parse_line(line, &mark) && append(m, &mark);
    }
    fclose(file);
    if (!ok) {
        fprintf(stderr, "%s:%d: wanted: level algorithm direction size ratio\n", path, number);
        bench_marks_free(m);
    }
    return ok;
}

void bench_marks_free(struct bench_marks *m)
{
    free(m->marks);
    memset(m, 0, sizeof(*m));
}

static int applies(const struct bench_mark *m, const char *level, const char *algorithm, int decrypt, size_t size)
{
    return fnmatch(m->level, level, 0) == 0 && fnmatch(m->algorithm, algorithm, FNM_CASEFOLD) == 0
           && fnmatch(m->direction, decrypt ? "decrypt" : "encrypt", 0) == 0 && (m->size == 0 || m->size == size);
}

double bench_marks_find(const struct bench_marks *m, const char *level, const char *algorithm, int decrypt, size_t size)
{
    double ratio = 0;

    for (size_t i = 0; i < m->num; i++)
        if (applies(&m->marks[i], level, algorithm, decrypt, size) && m->marks[i].ratio > ratio)
            ratio = m->marks[i].ratio;
    return ratio;
}
