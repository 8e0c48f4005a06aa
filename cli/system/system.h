/* What the command asks of the operating system beside files: linux/system.c and windows/system.c. */
#ifndef AB_CLI_SYSTEM_SYSTEM_H
#define AB_CLI_SYSTEM_SYSTEM_H

/* Before anything is read or printed: let the streams hand on every byte as it is, and names be UTF-8. */
void ab_system_begin(void);

int ab_is_absolute(const char *path);

/* The whole path of a file that can be read, with slashes. NULL and errno if there is none. Free with free. */
char *ab_real_path(const char *path);

/* The same of this program, and of the library of this process that has something. NULL if the system does not say. */
char *ab_own_path(void);
char *ab_path_of(const void *something);

/* Is the standard output a terminal that understands colours? */
int ab_has_colours(void);

/* Send stderr to the null device. Returns what ab_stderr_show wants. */
int ab_stderr_hide(void);
void ab_stderr_show(int hidden);

/* Let this process open no file, as far as the system can forbid that, until ab_files_allow. */
void ab_files_forbid(void);
void ab_files_allow(void);

/* 1 where an OpenSSL is installed without an openssl.cnf, so that `enable` makes it. */
extern const int ab_configuration_may_be_new;

#endif
