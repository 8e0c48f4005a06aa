/*
 * The portable module names no library, and its references to functions of the C library have no version: the loader of
 * the program binds them. Here are the calls for which this is not enough.
 *
 * A host may lack some functions: glibc before 2.34 has most functions of threads in libpthread.so.0, which a process
 * need not have, and musl before 1.1.24 has no secure_getenv. References to them are weak (--wrap of the linker). The
 * module makes no thread where there is none, and sees an empty environment, which can only remove features.
 *
 * Without a version, glibc gives memcpy of before 2.14, which is memmove for any processor; memmove itself uses what
 * this processor has. This file is compiled without the compiler's own memcpy.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *arg)
    __attribute__((weak));
int __real_pthread_join(pthread_t thread, void **result) __attribute__((weak));
int __real_pthread_sigmask(int how, const sigset_t *set, sigset_t *before) __attribute__((weak));
int __real_pthread_attr_setstacksize(pthread_attr_t *attributes, size_t len) __attribute__((weak));
int __real_pthread_setname_np(pthread_t thread, const char *name) __attribute__((weak));
int __real_pthread_setaffinity_np(pthread_t thread, size_t len, const cpu_set_t *cpus) __attribute__((weak));
char *__real_secure_getenv(const char *name) __attribute__((weak));

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *arg);
int __wrap_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_sigmask(int how, const sigset_t *set, sigset_t *before);
int __wrap_pthread_attr_setstacksize(pthread_attr_t *attributes, size_t len);
int __wrap_pthread_setname_np(pthread_t thread, const char *name);
int __wrap_pthread_setaffinity_np(pthread_t thread, size_t len, const cpu_set_t *cpus);
char *__wrap_secure_getenv(const char *name);

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

char *__wrap_secure_getenv(const char *name)
{
    return __real_secure_getenv == NULL ? NULL : __real_secure_getenv(name);
}

void *memcpy(void *to, const void *from, size_t len)
{
    return memmove(to, from, len);
}
