/*
 * A folder of private keys. Each file holds one key as PKCS#8 DER, followed by the SHA-256 of name and DER, and is
 * readable by its owner only. Files are written atomically. The keys protect nothing: they are kept because generating
 * them is slow.
 */
#ifndef AB_LAB_KEY_FILES_H
#define AB_LAB_KEY_FILES_H

#include <stddef.h>

/* Create the folder if needed. Return 1, or 0 with the reason in `why` if no file can be created in it. */
int lab_key_folder_open(const char *folder, char *why);

/* Return the DER, which the caller frees, or NULL if the file is missing or its checksum is wrong. */
unsigned char *lab_key_file_read(const char *folder, const char *name, size_t *len);
void lab_key_file_write(const char *folder, const char *name, const unsigned char *der, size_t len);

#endif
