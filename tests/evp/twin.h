/*
 * Two contexts of one cipher, the default provider's and the module's, which get the same calls. Everything that a
 * caller can see must be equal: return values, output lengths and bytes, parameters. After a failed call the module's
 * output is untouched or zeroed, and the module has raised an error if the default provider has.
 */
#ifndef AB_TESTS_EVP_TWIN_H
#define AB_TESTS_EVP_TWIN_H

#include "twin_state.h"

void twin_open(struct twin *t, const struct cipher *c, char *log, size_t *log_len);
void twin_close(struct twin *t);
/*
 * Make `to` a copy of `from` within a message, on both sides. Returns false if neither side can copy; `to` is then
 * unusable.
 */
bool twin_copy(struct twin *to, struct twin *from);

enum twin_result { TWIN_DONE, TWIN_EXCEPTED };
/* Make the call on both sides and compare, unless an exception says that this call cannot be compared. */
enum twin_result twin_do(struct twin *t, const struct op *op);

#endif
