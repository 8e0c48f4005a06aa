/*
 * What a program sees of libcrypto, written to stdout line by line. The same program must write the same with the
 * companion and without it.
 */
#ifndef AB_COMPANION_TRANSCRIPT_H
#define AB_COMPANION_TRANSCRIPT_H

#include <openssl/evp.h>
#include <stddef.h>

/* Starts a line; the rest of it comes from the functions below. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes type and encodings of a key, or "none", then the error queue with places and data, and ends the line. */
void say_key(EVP_PKEY *key);

/* The same for a result that is no key. */
void say_result(int result);

/* Ends the process with a message unless the condition holds: something that the test itself needs. */
void need(int condition, const char *what);

/* The files of the folder that the test is run with, sorted by name. */
struct file {
    const char *name;
    unsigned char *data;
    size_t len;
};
extern struct file files[];
extern int num_files;
const struct file *find_file(const char *name);

/* One for each source file of the test. */
void make_files(const char *folder, int has_all);
void read_files(const char *folder);
void check_formats(void);
void check_contexts(void);
void check_changes(void);
void check_names(void);
void check_fetches(void);
void check_fetch_threads(void);
void check_strangers(void);
void check_engines(void);
void check_unseen(void);
void check_ending(void);
void check_threads(void);

#define PASSPHRASE "correct horse"

#endif
