/*
 * The portable module's calls of the functions that were in libpthread.so.0 before glibc 2.34 and are in the C library
 * since, as always in musl. The module must not require libpthread.so.0, which a container with a newer glibc may lack,
 * nor name libc.so.6 for them: an older loader then searches no other library. So it calls them by weak references
 * without a version (--wrap of the linker), and makes no thread in a process that has none of them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *arg)
    __attribute__((weak));
int __real_pthread_join(pthread_t thread, void **result) __attribute__((weak));
int __real_pthread_sigmask(int how, const sigset_t *set, sigset_t *before) __attribute__((weak));
int __real_pthread_attr_setstacksize(pthread_attr_t *attributes, size_t len) __attribute__((weak));
int __real_pthread_setname_np(pthread_t thread, const char *name) __attribute__((weak));
int __real_pthread_setaffinity_np(pthread_t thread, size_t len, const cpu_set_t *cpus) __attribute__((weak));

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *arg);
int __wrap_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_sigmask(int how, const sigset_t *set, sigset_t *before);
int __wrap_pthread_attr_setstacksize(pthread_attr_t *attributes, size_t len);
int __wrap_pthread_setname_np(pthread_t thread, const char *name);
int __wrap_pthread_setaffinity_np(pthread_t thread, size_t len, const cpu_set_t *cpus);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *arg)
{
    return __real_pthread_create == NULL ? ENOSYS : __real_pthread_create(thread, attributes, work, arg);
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
    return __real_pthread_join == NULL ? ENOSYS : __real_pthread_join(thread, result);
}

int __wrap_pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    return __real_pthread_sigmask == NULL ? ENOSYS : __real_pthread_sigmask(how, set, before);
}

int __wrap_pthread_attr_setstacksize(pthread_attr_t *attributes, size_t len)
{
    return __real_pthread_attr_setstacksize == NULL ? ENOSYS : __real_pthread_attr_setstacksize(attributes, len);
}

int __wrap_pthread_setname_np(pthread_t thread, const char *name)
{
    return __real_pthread_setname_np == NULL ? ENOSYS : __real_pthread_setname_np(thread, name);
}

int __wrap_pthread_setaffinity_np(pthread_t thread, size_t len, const cpu_set_t *cpus)
{
    return __real_pthread_setaffinity_np == NULL ? ENOSYS : __real_pthread_setaffinity_np(thread, len, cpus);
}
