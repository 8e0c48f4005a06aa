/* Every file through every function that reads keys, whole and damaged, with several passphrases. */
#include <openssl/decoder.h>
#include <openssl/pem.h>
#include <openssl/store.h>
#include <openssl/ui.h>
#include <string.h>

#include "transcript.h"

/* A passphrase, NULL for a callback that fails, and how often it was asked for. */
struct answer {
    const char *passphrase;
    int num_calls;
};

static int give_passphrase(char *buffer, int size, int writing, void *arg)
{
    struct answer *a = arg;

    (void)writing;
    a->num_calls++;
    if (a->passphrase == NULL || (int)strlen(a->passphrase) > size)
        return -1;
    memcpy(buffer, a->passphrase, strlen(a->passphrase));
    return (int)strlen(a->passphrase);
}

typedef EVP_PKEY *read_fn(const struct file *f, struct answer *a);

static EVP_PKEY *read_pem_private(const struct file *f, struct answer *a)
{
    BIO *in = BIO_new_mem_buf(f->data, (int)f->len);
    EVP_PKEY *key = PEM_read_bio_PrivateKey(in, NULL, give_passphrase, a);

    BIO_free(in);
    return key;
}

static EVP_PKEY *read_pem_public(const struct file *f, struct answer *a)
{
    BIO *in = BIO_new_mem_buf(f->data, (int)f->len);
    EVP_PKEY *key = PEM_read_bio_PUBKEY(in, NULL, give_passphrase, a);

    BIO_free(in);
    return key;
}

static EVP_PKEY *read_pem_parameters(const struct file *f, struct answer *a)
{
    BIO *in = BIO_new_mem_buf(f->data, (int)f->len);
    EVP_PKEY *key = PEM_read_bio_Parameters(in, NULL);

    (void)a;
    BIO_free(in);
    return key;
}

static EVP_PKEY *read_der_any(const struct file *f, struct answer *a)
{
    const unsigned char *at = f->data;

    (void)a;
    return d2i_AutoPrivateKey(NULL, &at, (long)f->len);
}

static EVP_PKEY *read_der_rsa(const struct file *f, struct answer *a)
{
    const unsigned char *at = f->data;

    (void)a;
    return d2i_PrivateKey(EVP_PKEY_RSA, NULL, &at, (long)f->len);
}

static EVP_PKEY *read_der_public(const struct file *f, struct answer *a)
{
    const unsigned char *at = f->data;

    (void)a;
    return d2i_PUBKEY(NULL, &at, (long)f->len);
}

static EVP_PKEY *read_der_encrypted(const struct file *f, struct answer *a)
{
    BIO *in = BIO_new_mem_buf(f->data, (int)f->len);
    EVP_PKEY *key = d2i_PKCS8PrivateKey_bio(in, NULL, give_passphrase, a);

    BIO_free(in);
    return key;
}

static EVP_PKEY *read_store(const struct file *f, struct answer *a)
{
    UI_METHOD *ui = UI_UTIL_wrap_read_pem_callback(give_passphrase, 0);
    BIO *in = BIO_new_mem_buf(f->data, (int)f->len);
    OSSL_STORE_CTX *store = OSSL_STORE_attach(in, "file", NULL, NULL, ui, a, NULL, NULL, NULL);
    EVP_PKEY *key = NULL;

    for (int i = 0; store != NULL && key == NULL && i < 4 && !OSSL_STORE_eof(store); i++) {
        OSSL_STORE_INFO *info = OSSL_STORE_load(store);

        say(" type %d", info == NULL ? -1 : OSSL_STORE_INFO_get_type(info));
        key = info == NULL ? NULL : OSSL_STORE_INFO_get1_PKEY(info);
        OSSL_STORE_INFO_free(info);
    }
    OSSL_STORE_close(store);
    BIO_free(in);
    UI_destroy_method(ui);
    return key;
}

static const struct {
    const char *name;
    read_fn *read;
} readers[] = {
    { "PEM_read_bio_PrivateKey", read_pem_private },
    { "PEM_read_bio_PUBKEY", read_pem_public },
    { "PEM_read_bio_Parameters", read_pem_parameters },
    { "d2i_AutoPrivateKey", read_der_any },
    { "d2i_PrivateKey", read_der_rsa },
    { "d2i_PUBKEY", read_der_public },
    { "d2i_PKCS8PrivateKey_bio", read_der_encrypted },
    { "OSSL_STORE_load", read_store },
};

enum { NUM_READERS = sizeof(readers) / sizeof(readers[0]) };

static void read_with(const struct file *f, const char *passphrase, int reader)
{
    struct answer a = { passphrase, 0 };
    EVP_PKEY *key;

    say("%s %s with %s", f->name, readers[reader].name, passphrase == NULL ? "no passphrase" : passphrase);
    key = readers[reader].read(f, &a);
    say(" after %d calls", a.num_calls);
    say_key(key);
}

static void read_all_ways(const struct file *f)
{
    for (int reader = 0; reader < NUM_READERS; reader++) {
        read_with(f, PASSPHRASE, reader);
        if (strstr(f->name, "encrypted") == NULL)
            continue;
        read_with(f, "wrong", reader);
        read_with(f, NULL, reader);
    }
}

/* The readers that fit the file, over one that is cut short or has a wrong byte. */
static void read_damaged(const struct file *f)
{
    int first = strstr(f->name, "pem") != NULL ? 0 : 3;
    unsigned char *data = OPENSSL_memdup(f->data, f->len);
    struct file damaged = { f->name, data, f->len / 2 };

    need(data != NULL, "memory");
    for (int reader = first; reader < first + 3; reader++)
        read_with(&damaged, PASSPHRASE, reader);
    damaged.len = f->len;
    for (size_t at = f->len / 5; at < f->len; at += f->len / 3) {
        data[at] ^= 4;
        for (int reader = first; reader < first + 3; reader++)
            read_with(&damaged, PASSPHRASE, reader);
        data[at] ^= 4;
    }
    OPENSSL_free(data);
}

void check_formats(void)
{
    for (int i = 0; i < num_files; i++)
        read_all_ways(&files[i]);
    for (int i = 0; i < num_files; i += 2)
        read_damaged(&files[i]);
}
