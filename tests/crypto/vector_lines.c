/* Reading published vectors from lines of text: see vector_lines.h. */
#include "crypto/vector_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"

enum { MAX_WORDS = 3 + T_MAX_FIELDS + 1 };

static unsigned hex_digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Decode in place; "-" is empty. */
static struct octets decode(char *hex)
{
    struct octets out = { (uint8_t *)hex, strlen(hex) / 2 };

    for (size_t i = 0; i < out.len; i++)
        out.data[i] = (uint8_t)(hex_digit(hex[2 * i]) << 4 | hex_digit(hex[2 * i + 1]));
    return out;
}

int t_is_field(struct octets want, const uint8_t *got, size_t len)
{
    return want.len == len && CHECK_BYTES(got, want.data, len);
}

/* Split a line into *v; its last word is its name. */
static int read_vector(struct vector *v, char *line)
{
    char *words[MAX_WORDS], *rest = line;
    unsigned num = 0;

    for (char *word; num < MAX_WORDS && (word = strsep(&rest, " \n")) != NULL && *word != '\0'; num++)
        words[num] = word;
    if (num < 5)
        return 0;
    *v = (struct vector){ .operation = words[0], .set = words[1], .is_valid = strcmp(words[2], "valid") == 0 };
    for (unsigned i = 3; i + 1 < num; i++)
        v->fields[i - 3] = decode(words[i]);
    t_where.subject = words[0];
    t_where.check = words[num - 1];
    return 1;
}

static unsigned run_file(const char *name, void (*run)(const struct vector *v))
{
    FILE *f = fopen(name, "r");
    char *line = NULL;
    size_t size = 0;
    unsigned num = 0;
    struct vector v;

    CHECK(f != NULL);
    if (f == NULL)
        return 0;
    for (; getline(&line, &size, f) > 0; num++)
        if (CHECK(read_vector(&v, line)))
            run(&v);
    free(line);
    fclose(f);
    t_where = (struct t_where){ 0 };
    printf("%s: %u vectors\n", name, num);
    return num;
}

void t_run_vectors(int argc, char **argv, void (*run)(const struct vector *v))
{
    for (int i = 1; i < argc; i++)
        CHECK(run_file(argv[i], run) > 0);
}
