/* What encoders write to a BIO. */
#include "provider/encoder/output.h"

#include <stdio.h>
#include <string.h>

#include "ct/ct.h"

int ab_output(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const void *data, size_t len)
{
    size_t written = 0;

    return prov->core.bio_write_ex != NULL && prov->core.bio_write_ex(out, data, len, &written) && written == len;
}

int ab_output_text(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const char *text)
{
    return ab_output(prov, out, text, strlen(text));
}

/* ---- PEM ---- */

/* 0xff if first <= value <= last, else 0; all of them are below 128. */
static unsigned within(unsigned value, unsigned first, unsigned last)
{
    return (((value - first) | (last - value)) >> 8 & 0xff) ^ 0xff;
}

/* The character of a value below 64: A to Z, a to z, 0 to 9, + and /. A table would be indexed by a secret. */
static char base64_char(unsigned value)
{
    return (char)((within(value, 0, 25) & ('A' + value)) | (within(value, 26, 51) & ('a' - 26 + value))
                  | (within(value, 52, 61) & (value - 52 + '0')) | (within(value, 62, 62) & '+')
                  | (within(value, 63, 63) & '/'));
}

/* Write the four characters of 1 to 3 bytes. */
static void base64_group(const uint8_t *in, size_t len, char out[4])
{
    uint32_t bits = (uint32_t)in[0] << 16;

    if (len > 1)
        bits |= (uint32_t)in[1] << 8;
    if (len > 2)
        bits |= in[2];
    for (unsigned i = 0; i < 4; i++)
        out[i] = i <= len ? base64_char(bits >> (18 - 6 * i) & 63) : '=';
}

enum { BYTES_IN_LINE = 48 };

static int output_line(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const uint8_t *in, size_t len)
{
    char line[BYTES_IN_LINE / 3 * 4 + 1];
    size_t num = 0;
    int ok;

    for (size_t done = 0; done < len; done += 3, num += 4)
        base64_group(in + done, len - done, line + num);
    line[num++] = '\n';
    ok = ab_output(prov, out, line, num);
    ab_wipe(line, sizeof(line));
    return ok;
}

static int output_edge(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const char *edge, const char *label)
{
    char line[96];

    snprintf(line, sizeof(line), "-----%s %s-----\n", edge, label);
    return ab_output_text(prov, out, line);
}

int ab_output_pem(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const char *label, const uint8_t *der, size_t len)
{
    if (!output_edge(prov, out, "BEGIN", label))
        return 0;
    for (size_t done = 0; done < len; done += BYTES_IN_LINE)
        if (!output_line(prov, out, der + done, len - done < BYTES_IN_LINE ? len - done : BYTES_IN_LINE))
            return 0;
    return output_edge(prov, out, "END", label);
}

/* ---- hexadecimal digits ---- */

static char hex_char(unsigned value)
{
    return (char)('0' + value + (within(value, 10, 15) & ('a' - 10 - '0')));
}

int ab_output_hex(const struct ab_provctx *prov, OSSL_CORE_BIO *out, const char *label, const uint8_t *data, size_t len)
{
    enum { BYTES_IN_ROW = 15, INDENT = 4 };
    char row[INDENT + 3 * BYTES_IN_ROW + 1] = "    ";
    int ok = ab_output_text(prov, out, label) && ab_output_text(prov, out, "\n");

    for (size_t done = 0; done < len && ok; done += BYTES_IN_ROW) {
        size_t num = len - done < BYTES_IN_ROW ? len - done : BYTES_IN_ROW;
        char *at = row + INDENT;

        for (size_t i = 0; i < num; i++) {
            *at++ = hex_char(data[done + i] >> 4);
            *at++ = hex_char(data[done + i] & 15);
            *at++ = ':';
        }
        at -= done + num == len; /* no colon after the last byte */
        *at++ = '\n';
        ok = ab_output(prov, out, row, (size_t)(at - row));
    }
    ab_wipe(row, sizeof(row));
    return ok;
}
