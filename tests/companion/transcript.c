/* The transcript itself, and the files that it is about. */
#include "transcript.h"

#include <dirent.h>
#include <inttypes.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 128 };

struct file files[MAX_FILES];
int num_files;

void need(int condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "the test cannot go on: %s\n", what);
    ERR_print_errors_fp(stderr);
    exit(2);
}

void say(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vprintf(format, args);
    va_end(args);
}

static void say_errors(void)
{
    const char *file, *function, *data;
    unsigned long code;
    int line, flags;

    while ((code = ERR_get_error_all(&file, &line, &function, &data, &flags)) != 0)
        say(" | %08lx %s:%d %s [%s]", code, file, line, function, (flags & ERR_TXT_STRING) != 0 ? data : "");
    say("\n");
}

/* A digest that fetches nothing (FNV-1a), since the library context may have no provider. */
static void say_digest(const char *what, unsigned char *data, int len)
{
    uint64_t digest = 0xcbf29ce484222325;

    if (len <= 0)
        return;
    for (int i = 0; i < len; i++)
        digest = (digest ^ data[i]) * 0x100000001b3;
    say(" %s %016" PRIx64, what, digest);
    OPENSSL_free(data);
}

void say_key(EVP_PKEY *key)
{
    unsigned char *private_key = NULL, *public_key = NULL;
    int len;

    if (key == NULL) {
        say(": none");
        say_errors();
        return;
    }
    say(": %s %d bits", EVP_PKEY_get0_type_name(key), EVP_PKEY_get_bits(key));
    say_errors();
    say("   ");
    len = i2d_PrivateKey(key, &private_key);
    say_digest("private", private_key, len);
    len = i2d_PUBKEY(key, &public_key);
    say_digest("public", public_key, len);
    say_errors();
    EVP_PKEY_free(key);
}

void say_result(int result)
{
    say(": %d", result);
    say_errors();
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct file *)a)->name, ((const struct file *)b)->name);
}

static void read_file(const char *folder, const char *name)
{
    struct file *f = &files[num_files++];
    char path[4096];
    FILE *in;

    need(num_files <= MAX_FILES, "too many files");
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    in = fopen(path, "rb");
    f->name = strdup(name);
    f->data = malloc(1 << 16);
    need(in != NULL && f->name != NULL && f->data != NULL, path);
    f->len = fread(f->data, 1, 1 << 16, in);
    fclose(in);
}

void read_files(const char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;

    need(dir != NULL, folder);
    while ((entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.')
            read_file(folder, entry->d_name);
    closedir(dir);
    qsort(files, (size_t)num_files, sizeof(files[0]), by_name);
}

const struct file *find_file(const char *name)
{
    for (int i = 0; i < num_files; i++)
        if (strcmp(files[i].name, name) == 0)
            return &files[i];
    need(0, name);
    return NULL;
}
