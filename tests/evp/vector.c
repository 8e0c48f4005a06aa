/* Reading published vectors: see vector.h. */
#include "vector.h"

#include <string.h>

static unsigned hex_digit(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10);
}

struct bytes vector_decode(char *hex)
{
    size_t len = strlen(hex) / 2;
    uint8_t *out = (uint8_t *)hex;

    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)(hex_digit(hex[2 * i]) << 4 | hex_digit(hex[2 * i + 1]));
    return (struct bytes){ out, len };
}

static int read_field(struct vector *v, char *name, char *value)
{
    struct {
        const char *name;
        struct bytes *to;
    } fields[] = {
        { "key", &v->key }, { "iv", &v->iv },   { "pt", &v->pt },     { "ct", &v->ct },
        { "tag", &v->tag }, { "pad", &v->pad }, { "bits", &v->bits }, { "sizes", &v->sizes },
    };

    if (strcmp(name, "id") == 0) {
        v->id = value;
        return 1;
    }
    if (strcmp(name, "aad") == 0 && v->num_aads < MAX_AADS) {
        v->aad[v->num_aads++] = vector_decode(value);
        return 1;
    }
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (strcmp(fields[i].name, name) == 0) {
            *fields[i].to = vector_decode(value);
            return 1;
        }
    return 0;
}

int vector_read(struct vector *v, char *line)
{
    char *rest = line, *word;

    memset(v, 0, sizeof(*v));
    v->name = strsep(&rest, " \n");
    v->what = strsep(&rest, " \n");
    v->result = strsep(&rest, " \n");
    while ((word = strsep(&rest, " \n")) != NULL) {
        char *value = word;
        char *name = strsep(&value, "=");

        if (*word != '\0' && (value == NULL || !read_field(v, name, value)))
            return 0;
    }
    return v->result != NULL && v->pt.data != NULL && v->ct.data != NULL && v->id != NULL;
}
