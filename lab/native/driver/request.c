/* Parse and check a line of the driver's protocol. */
#include "request.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 18 };

int lab_line_parse(struct lab_line *line, char *text)
{
    char *word, *equals;

    memset(line, 0, sizeof(*line));
    text[strcspn(text, "\n")] = '\0';
    line->command = strsep(&text, " ");
    while ((word = strsep(&text, " ")) != NULL) {
        equals = strchr(word, '=');
        if (equals == NULL || line->num_pairs == LAB_MAX_PAIRS)
            return 0;
        *equals = '\0';
        line->pairs[line->num_pairs].key = word;
        line->pairs[line->num_pairs++].value = equals + 1;
    }
    return 1;
}

static int is_among(const char *key, const char *const *keys)
{
    for (; *keys != NULL; keys++)
        if (strcmp(*keys, key) == 0)
            return 1;
    return 0;
}

static int is_number(const char *value)
{
    size_t digits = strspn(value, "0123456789");

    return digits > 0 && digits <= MOST_DIGITS && value[digits] == '\0';
}

int lab_line_fits(const struct lab_line *line, const char *const *texts, const char *const *numbers)
{
    for (size_t i = 0; i < line->num_pairs; i++) {
        const char *key = line->pairs[i].key, *value = line->pairs[i].value;

        if (!is_among(key, texts) && !(is_among(key, numbers) && is_number(value)))
            return 0;
        if (lab_line_text(line, key, NULL) != value) /* the key occurs twice */
            return 0;
    }
    return 1;
}

const char *lab_line_text(const struct lab_line *line, const char *key, const char *otherwise)
{
    for (size_t i = 0; i < line->num_pairs; i++)
        if (strcmp(line->pairs[i].key, key) == 0)
            return line->pairs[i].value;
    return otherwise;
}

unsigned long lab_line_number(const struct lab_line *line, const char *key, unsigned long otherwise)
{
    const char *text = lab_line_text(line, key, NULL);

    return text == NULL ? otherwise : strtoul(text, NULL, 10);
}
