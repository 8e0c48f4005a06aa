/*
 * A folder of private keys: one file a key, PKCS#8 DER followed by the SHA-256 of its name and itself, readable by its
 * owner alone. A file is there whole or not at all, whoever else writes it. The keys are worth nothing: they are kept
 * so that they need not be made again.
 */
#ifndef AB_LAB_KEY_FILES_H
#define AB_LAB_KEY_FILES_H

#include <stddef.h>

/* Makes the folder if it is not there; 0 with the reason in `why` if no file can be made in it. */
int lab_key_folder_open(const char *folder, char *why);

/* The DER, to be freed; NULL if there is no such file or it is not as it was written. */
unsigned char *lab_key_file_read(const char *folder, const char *name, size_t *len);
void lab_key_file_write(const char *folder, const char *name, const unsigned char *der, size_t len);

#endif
