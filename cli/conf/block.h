/*
 * Our marked lines at the end of a configuration: the block of `afterburner enable`, and behind it that of `afterburner
 * tune`, which refines it.
 */
#ifndef AB_CLI_CONF_BLOCK_H
#define AB_CLI_CONF_BLOCK_H

#include "cli/text/text.h"

enum ab_block { AB_BLOCK_NONE, AB_BLOCK_FOUND, AB_BLOCK_BROKEN };

/*
 * Appends to out the text without the blocks, byte for byte what it was before. FOUND: enable's was there. BROKEN: a
 * mark of either lacks its partner.
 */
enum ab_block ab_block_strip(const struct ab_text *text, struct ab_text *out);

/* Where a block stands: in a file that was there before it, or in one that was made for it. */
enum { AB_BLOCK_OLD_FILE = -1 };

/* The number of folders that were made with the file for the block in this text, or AB_BLOCK_OLD_FILE. */
int ab_block_origin(const struct ab_text *text);

/*
 * Appends to out the text with the lines in a block behind it. The text must have no block, and be empty unless origin
 * is AB_BLOCK_OLD_FILE.
 */
void ab_block_append(const struct ab_text *text, const struct ab_text *lines, int origin, struct ab_text *out);

/* The same for the block of tune alone. The text to append to may have enable's. */
enum ab_block ab_tune_block_strip(const struct ab_text *text, struct ab_text *out);
void ab_tune_block_append(const struct ab_text *text, const struct ab_text *lines, struct ab_text *out);

/* Append to text, which has no block of tune, the one that old_text had, if any. */
void ab_tune_block_keep(const struct ab_text *old_text, struct ab_text *text);

#endif
