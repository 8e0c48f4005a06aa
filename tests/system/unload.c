/*
 * dlopen and dlclose of libcrypto and of the module, in any order, by a program that links neither; and two libcryptos
 * in one process that share one copy of the module.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition) ((condition) ? (void)0 : die(__LINE__, #condition))

enum { LEN = 1000 };
static const char module_path[] = AB_MODULE_DIR "/afterburner.so";

static _Noreturn void die(int line, const char *what)
{
    const char *reason = dlerror();

    fprintf(stderr, "unload.c:%d: failed: %s %s\n", line, what, reason == NULL ? "" : reason);
    _exit(1);
}

/* One libcrypto and its functions that the test calls. */
struct crypto {
    void *handle;
    OSSL_LIB_CTX *lib;
    OSSL_PROVIDER *base, *module;
    __typeof__(OSSL_LIB_CTX_new) *lib_new;
    __typeof__(OSSL_LIB_CTX_free) *lib_free;
    __typeof__(OSSL_PROVIDER_set_default_search_path) *set_path;
    __typeof__(OSSL_PROVIDER_load) *load;
    __typeof__(OSSL_PROVIDER_unload) *unload;
    __typeof__(OSSL_PROVIDER_get0_name) *provider_name;
    __typeof__(EVP_CIPHER_fetch) *fetch;
    __typeof__(EVP_CIPHER_free) *cipher_free;
    __typeof__(EVP_CIPHER_get0_provider) *provider_of;
    __typeof__(EVP_CIPHER_CTX_new) *ctx_new;
    __typeof__(EVP_CIPHER_CTX_free) *ctx_free;
    __typeof__(EVP_EncryptInit_ex2) *init;
    __typeof__(EVP_EncryptUpdate) *update;
};

static void find(const struct crypto *c, void *pointer, const char *symbol)
{
    void *address = dlsym(c->handle, symbol);

    CHECK(address != NULL);
    memcpy(pointer, &address, sizeof(address));
}

static void open_crypto(struct crypto *c, const char *library)
{
    c->handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    CHECK(c->handle != NULL);
    find(c, &c->lib_new, "OSSL_LIB_CTX_new");
    find(c, &c->lib_free, "OSSL_LIB_CTX_free");
    find(c, &c->set_path, "OSSL_PROVIDER_set_default_search_path");
    find(c, &c->load, "OSSL_PROVIDER_load");
    find(c, &c->unload, "OSSL_PROVIDER_unload");
    find(c, &c->provider_name, "OSSL_PROVIDER_get0_name");
    find(c, &c->fetch, "EVP_CIPHER_fetch");
    find(c, &c->cipher_free, "EVP_CIPHER_free");
    find(c, &c->provider_of, "EVP_CIPHER_get0_provider");
    find(c, &c->ctx_new, "EVP_CIPHER_CTX_new");
    find(c, &c->ctx_free, "EVP_CIPHER_CTX_free");
    find(c, &c->init, "EVP_EncryptInit_ex2");
    find(c, &c->update, "EVP_EncryptUpdate");
}

static void load_module(struct crypto *c)
{
    c->lib = c->lib_new();
    CHECK(c->lib != NULL && c->set_path(c->lib, AB_MODULE_DIR));
    c->base = c->load(c->lib, "default");
    c->module = c->load(c->lib, "afterburner");
    CHECK(c->base != NULL && c->module != NULL);
}

static void encrypt(const struct crypto *c, const char *provider, unsigned char out[LEN])
{
    static const unsigned char key[32] = { 1, 2, 3 }, iv[16] = { 4, 5, 6 }, plain[LEN] = { 7 };
    char query[64];
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *ctx = c->ctx_new();
    int n;

    snprintf(query, sizeof(query), "provider=%s", provider);
    cipher = c->fetch(c->lib, "AES-256-CTR", query);
    CHECK(cipher != NULL && ctx != NULL);
    CHECK(strcmp(c->provider_name(c->provider_of(cipher)), provider) == 0);
    CHECK(c->init(ctx, cipher, key, iv, NULL) && c->update(ctx, out, &n, plain, LEN) && n == LEN);
    c->ctx_free(ctx);
    c->cipher_free(cipher);
}

static void use(const struct crypto *c)
{
    unsigned char ours[LEN], theirs[LEN];

    encrypt(c, "afterburner", ours);
    encrypt(c, "default", theirs);
    CHECK(memcmp(ours, theirs, LEN) == 0);
}

static void drop_module(struct crypto *c)
{
    CHECK(c->unload(c->module) && c->unload(c->base));
    c->lib_free(c->lib);
}

/* The module stays mapped (-z nodelete): libcrypto's pointers into it stay valid. */
static int is_mapped(const char *name)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    int found = 0;

    CHECK(maps != NULL);
    while (fgets(line, sizeof(line), maps) != NULL)
        found |= strstr(line, name) != NULL;
    fclose(maps);
    return found;
}

/* ---- cases; `library` is the path of the libcrypto to open ---- */

static const char *library;

static void opened_and_closed(void)
{
    for (unsigned i = 0; i < 50; i++) {
        struct crypto c;

        open_crypto(&c, library);
        load_module(&c);
        use(&c);
        drop_module(&c);
        CHECK(dlclose(c.handle) == 0);
    }
    CHECK(is_mapped("afterburner.so"));
}

/* The module is loaded first: it needs no libcrypto to load, and starts nothing. */
static void module_first(void)
{
    void *module = dlopen(module_path, RTLD_NOW | RTLD_LOCAL);
    struct crypto c;

    CHECK(module != NULL && !is_mapped("libcrypto"));
    CHECK(dlsym(module, "OSSL_provider_init") != NULL);
    open_crypto(&c, library);
    load_module(&c);
    use(&c);
    CHECK(dlclose(module) == 0);
    use(&c);
    drop_module(&c);
    CHECK(dlclose(c.handle) == 0);
}

static void module_closed_at_once(void)
{
    struct crypto c;

    for (unsigned i = 0; i < 100; i++) {
        void *module = dlopen(module_path, RTLD_NOW | RTLD_LOCAL);

        CHECK(module != NULL && dlclose(module) == 0);
    }
    open_crypto(&c, library);
    load_module(&c);
    use(&c);
    drop_module(&c);
}

static void module_closed_last(void)
{
    struct crypto c;
    void *module;

    open_crypto(&c, library);
    load_module(&c);
    module = dlopen(module_path, RTLD_NOW | RTLD_LOCAL);
    CHECK(module != NULL);
    use(&c);
    drop_module(&c);
    CHECK(dlclose(c.handle) == 0);
    CHECK(dlclose(module) == 0);
}

/* Close libcrypto while the provider is loaded, as a plug-in host that cleans up nothing would. */
static void closed_untidily(void)
{
    struct crypto c;

    open_crypto(&c, library);
    load_module(&c);
    use(&c);
    CHECK(dlclose(c.handle) == 0);
}

static void *use_in_thread(void *arg)
{
    use(arg);
    return NULL;
}

static void *open_use_close(void *arg)
{
    struct crypto c;

    (void)arg;
    open_crypto(&c, library);
    load_module(&c);
    use(&c);
    drop_module(&c);
    CHECK(dlclose(c.handle) == 0);
    return NULL;
}

static void threads_end_after_close(void)
{
    for (unsigned i = 0; i < 20; i++) {
        pthread_t threads[4];

        for (unsigned t = 0; t < 4; t++)
            CHECK(pthread_create(&threads[t], NULL, open_use_close, NULL) == 0);
        for (unsigned t = 0; t < 4; t++)
            CHECK(pthread_join(threads[t], NULL) == 0);
    }
}

/* For a second libcrypto, copy the file: the loader treats another name as another library. */
static void copy_file(const char *from, char *to)
{
    char block[65536];
    int in = open(from, O_RDONLY | O_CLOEXEC), out = mkstemp(to);
    ssize_t n;

    CHECK(in >= 0 && out >= 0);
    while ((n = read(in, block, sizeof(block))) > 0)
        CHECK(write(out, block, (size_t)n) == n);
    CHECK(n == 0 && close(in) == 0 && close(out) == 0);
}

static const char *path_of(const struct crypto *c)
{
    Dl_info info;

    CHECK(dladdr((void *)c->lib_new, &info) != 0);
    return info.dli_fname;
}

static void two_libcryptos(void)
{
    char copy[] = "/tmp/ab-libcrypto-XXXXXX";
    struct crypto one, two;
    pthread_t thread;

    open_crypto(&one, library);
    copy_file(path_of(&one), copy);
    open_crypto(&two, copy);
    CHECK(unlink(copy) == 0);
    CHECK(one.fetch != two.fetch);
    load_module(&one);
    use(&one);
    load_module(&two);
    for (unsigned i = 0; i < 50; i++) {
        CHECK(pthread_create(&thread, NULL, use_in_thread, &two) == 0);
        use(&one);
        CHECK(pthread_join(thread, NULL) == 0);
    }
    drop_module(&one);
    CHECK(dlclose(one.handle) == 0);
    use(&two);
    drop_module(&two);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    { "opened_and_closed", opened_and_closed },
    { "module_first", module_first },
    { "module_closed_at_once", module_closed_at_once },
    { "module_closed_last", module_closed_last },
    { "closed_untidily", closed_untidily },
    { "threads_end_after_close", threads_end_after_close },
    { "two_libcryptos", two_libcryptos },
};

int main(int argc, char **argv)
{
    int good = 1, status;

    library = argc > 1 ? argv[1] : "libcrypto.so.3";
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        pid_t pid;

        fflush(NULL);
        pid = fork();
        if (pid == 0) {
            alarm(600);
            cases[i].run();
            exit(0);
        }
        CHECK(waitpid(pid, &status, 0) == pid);
        printf("%-32s %s\n", cases[i].name, status == 0 ? "ok" : "FAILED");
        good &= status == 0;
    }
    return good ? 0 : 1;
}
