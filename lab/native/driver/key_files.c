/* Read and write the folder of private keys that several processes of a run share. */
#include "key_files.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab.h"
#include "system.h"

enum { MAX_DER = 1 << 16, CHECK = 32 };

int lab_key_folder_open(const char *folder, char *why)
{
    char inside[PATH_MAX];

    snprintf(inside, sizeof(inside), "%s/.", folder);
    if ((lab_folder_make(folder) || errno == EEXIST) && access(inside, W_OK | X_OK) == 0)
        return 1;
    snprintf(why, LAB_WHY_LEN, "%s: %s; --keys wants a folder that can be written", folder, strerror(errno));
    return 0;
}

/* Make FOLDER/NAME.der, for any characters in the name. Return 0 if that is too long for a path. */
static int make_path(char *path, const char *folder, const char *name)
{
    int folder_len = snprintf(path, PATH_MAX, "%s/", folder);

    if (folder_len + (int)strlen(name) + (int)sizeof(".der") + 8 > PATH_MAX)
        return 0;
    snprintf(path + folder_len, PATH_MAX - (size_t)folder_len, "%s.der", name);
    for (char *p = path + folder_len; *p != '\0'; p++)
        if (!isalnum((unsigned char)*p) && strchr("-.", *p) == NULL)
            *p = '_';
    return 1;
}

static int compute_check(unsigned char *check, const char *name, const unsigned char *der, size_t len)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = ctx != NULL && EVP_DigestInit_ex(ctx, EVP_sha256(), NULL) && EVP_DigestUpdate(ctx, name, strlen(name))
             && EVP_DigestUpdate(ctx, der, len) && EVP_DigestFinal_ex(ctx, check, NULL);

    EVP_MD_CTX_free(ctx);
    return ok;
}

unsigned char *lab_key_file_read(const char *folder, const char *name, size_t *len)
{
    char path[PATH_MAX];
    FILE *f = make_path(path, folder, name) ? fopen(path, "rb") : NULL;
    unsigned char *der = f == NULL ? NULL : malloc(MAX_DER), check[CHECK];
    size_t n = der == NULL ? 0 : fread(der, 1, MAX_DER, f);

    if (f != NULL)
        fclose(f);
    if (n > CHECK && compute_check(check, name, der, n - CHECK) && memcmp(check, der + n - CHECK, CHECK) == 0) {
        *len = n - CHECK;
        return der;
    }
    free(der);
    return NULL;
}

/* Write to a temporary file first, and then rename it. */
void lab_key_file_write(const char *folder, const char *name, const unsigned char *der, size_t len)
{
    char path[PATH_MAX], part[PATH_MAX];
    unsigned char check[CHECK];
    FILE *f;
    int fd, ok;

    if (!make_path(path, folder, name) || !compute_check(check, name, der, len))
        return;
    memcpy(part, path, sizeof(part));
    strcat(part, ".XXXXXX");
    fd = mkstemp(part);
    f = fd < 0 ? NULL : fdopen(fd, "wb");
    if (f == NULL)
        return;
    ok = fwrite(der, 1, len, f) == len && fwrite(check, 1, CHECK, f) == CHECK;
    if (fclose(f) != 0 || !ok || rename(part, path) != 0)
        unlink(part);
}
