/* What a driver asks of the operating system: system_linux.c, lab/native/windows/system.c. */
#ifndef AB_LAB_SYSTEM_H
#define AB_LAB_SYSTEM_H

#include <pthread.h>
#include <stddef.h>

/* Memory that starts on a page, or NULL. */
unsigned char *lab_pages_allocate(size_t size);
void lab_pages_free(unsigned char *pages);

/* Make a folder that only this user can open. Return 0 with errno if that fails. */
int lab_folder_make(const char *folder);

/* Return the processor after `cpu` that this process may use, after the last the first. -1: it is not known. */
int lab_next_cpu(int cpu);
void lab_thread_pin(pthread_t thread, int cpu);

#endif
