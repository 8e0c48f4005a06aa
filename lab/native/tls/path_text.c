/* Write a path. OpenSSL and its forks compile this file alike. */
#include <stdio.h>
#include <string.h>

#include "lab/native/driver/reply.h"
#include "path.h"

void lab_path_text(const struct lab_path *path, char *text)
{
    const char *names[LAB_PATH_PARTS] = { path->exchange, path->signature, path->cipher, path->digest,
                                          path->derivation };

    text[0] = '\0';
    for (size_t i = 0; i < LAB_PATH_PARTS; i++) {
        size_t first = 0;

        while (strcmp(names[first], names[i]) != 0)
            first++;
        if (first == i && names[i][0] != '\0')
            snprintf(text + strlen(text), LAB_PATH_TEXT - strlen(text), "%s%s", text[0] == '\0' ? "" : "+", names[i]);
    }
}

static void reply(const char *key, const char *name)
{
    lab_reply_text(key, name[0] == '\0' ? NULL : name);
}

void lab_path_reply(const struct lab_path *path)
{
    lab_reply_open("path", '{');
    reply("exchange", path->exchange);
    reply("signature", path->signature);
    reply("cipher", path->cipher);
    reply("digest", path->digest);
    reply("derivation", path->derivation);
    lab_reply_close('}');
}
