/*
 * The session of a driver: reads one request per line (request.h) and answers each with one line of JSON (reply.h).
 *
 *   hello      returns libcrypto's version, the processor features that it uses, the protocol, and the providers of
 *              each side
 *   list       returns every kind, algorithm and operation that any side offers, with the provider of each side. For
 *              a kind that cannot be listed, its file describes the parts of a name (tls/suite.h)
 *   measure    kind= algorithm= operation= bytes= sides=A,B,... slices= slice_us= most_ms= seed= loops= threads= clock=
 *              turns= clients=
 *              returns nanoseconds per operation of each side, slice by slice, or why a side has none. loops:
 *              operations per slice, instead of slice_us. threads: how many run at once, each with its own state;
 *              nanoseconds are then wall time over the operations of all. clock=wall: wall time for one thread, too.
 *              The answer's `output` is a hash (FNV-1a) of the first output, `keys` one of the keys used, to compare
 *              with other processes; both are absent where the output is random. turns=1: before each round the driver
 *              answers with "waits" and reads a line, "go", so that several drivers can take turns.
 *              clients=own: the clients of connections use the side's providers, too
 *   profile    kind= algorithm= operation= bytes= side= samples= interval_us= most_ms=
 *              returns how many samples of the side's call stack fall into each part (lab/native/profile/shares.h), and
 *              how many of them are replaceable
 *   limits     [cpu=LEVEL]  returns what this processor can do (limits_reply.h)
 *   quit       ends the session, as does end of file
 *
 * Every answer has "ok"; if it is false, the answer has "error" too.
 */
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "key_files.h"
#include "lab.h"
#include "lab/native/measure/clock.h"
#include "limits_reply.h"
#include "list.h"
#include "measure.h"
#include "profile.h"
#include "reply.h"
#include "request.h"
#include "requests.h"

/* ---- hello ---- */

static void reply_provider_text(const OSSL_PROVIDER *provider, const char *key, const char *param)
{
    char text[64] = "", *pointer = NULL;
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string(param, text, sizeof(text)), OSSL_PARAM_END };
    OSSL_PARAM pointers[] = { OSSL_PARAM_utf8_ptr(param, &pointer, 0), OSSL_PARAM_END };

    if (OSSL_PROVIDER_get_params(provider, pointers) && pointer != NULL)
        lab_reply_text(key, pointer);
    else if (OSSL_PROVIDER_get_params(provider, params) && text[0] != '\0')
        lab_reply_text(key, text);
    ERR_clear_error();
}

/* Reply Afterburner's level, as "avx2+vaes" if it uses VAES: the marks of AES depend on that. */
static void reply_level(const OSSL_PROVIDER *provider)
{
    char level[32] = "", bits[128] = "";
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("afterburner-level", level, sizeof(level) - sizeof("+vaes")),
                            OSSL_PARAM_utf8_string("afterburner-bits", bits, sizeof(bits)), OSSL_PARAM_END };

    if (OSSL_PROVIDER_get_params(provider, params) && level[0] != '\0')
        lab_reply_text("level", strstr(bits, "vaes") == NULL ? level : strcat(level, "+vaes"));
    ERR_clear_error();
}

/* Reply nothing for a provider that lacks the parameter. */
static void reply_provider_number(const OSSL_PROVIDER *provider, const char *key, const char *param)
{
    unsigned value;
    OSSL_PARAM params[] = { OSSL_PARAM_uint(param, &value), OSSL_PARAM_END };

    if (OSSL_PROVIDER_get_params(provider, params) && OSSL_PARAM_modified(params))
        lab_reply_number(key, value);
    ERR_clear_error();
}

static int reply_provider(OSSL_PROVIDER *provider, void *arg)
{
    (void)arg;
    lab_reply_open(NULL, '{');
    lab_reply_text("name", OSSL_PROVIDER_get0_name(provider));
    reply_provider_text(provider, "version", "version");
    reply_level(provider);
    reply_provider_number(provider, "workers", "afterburner-workers");
    lab_reply_close('}');
    return 1;
}

static void hello(const struct lab *lab, const struct lab_line *line)
{
    (void)line;
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_number("protocol", LAB_PROTOCOL);
    lab_reply_text("libcrypto", OpenSSL_version(OPENSSL_VERSION));
    lab_reply_text("libcrypto_version", OpenSSL_version(OPENSSL_VERSION_STRING));
    lab_reply_text("libcrypto_path", lab->libcrypto);
    lab_reply_text("cpu_settings", OPENSSL_info(OPENSSL_INFO_CPU_SETTINGS));
    lab_reply_number("clock_hz", lab_core_hz());
    lab_reply_open("sides", '{');
    for (size_t i = 0; i < lab->num_sides; i++) {
        lab_reply_open(lab->sides[i].name, '[');
        OSSL_PROVIDER_do_all(lab->sides[i].libctx, reply_provider, NULL);
        lab_reply_close(']');
    }
    lab_reply_close('}');
    lab_reply_close('}');
}

/* ---- the session ---- */

static void list(const struct lab *lab, const struct lab_line *line)
{
    (void)line;
    lab_list(lab);
}

static int parse_arguments(struct lab *lab, int argc, char **argv, char *why)
{
    snprintf(why, LAB_WHY_LEN, "usage: driver --libcrypto PATH [--keys DIR] --side NAME=CONF...");
    for (int i = 1; i + 1 < argc; i += 2) {
        char *equals = strchr(argv[i + 1], '=');

        if (strcmp(argv[i], "--keys") == 0) {
            lab->keys = argv[i + 1];
            if (!lab_key_folder_open(lab->keys, why))
                return 0;
        } else if (strcmp(argv[i], "--side") == 0 && equals != NULL && lab->num_sides < LAB_MAX_SIDES) {
            *equals = '\0';
            if (!lab_side_open(&lab->sides[lab->num_sides++], argv[i + 1], equals + 1, why))
                return 0;
        } else if (strcmp(argv[i], "--libcrypto") != 0) {
            return 0;
        }
    }
    return argc % 2 == 1 && lab->num_sides > 0;
}

static void limits(const struct lab *lab, const struct lab_line *line)
{
    (void)lab;
    lab_limits_reply(line);
}

static const struct lab_command commands[] = {
    { "hello", hello },         { "list", list },     { "measure", lab_measure },
    { "profile", lab_profile }, { "limits", limits }, { NULL, NULL },
};

/* Run the session; main.c calls this. `libcrypto` is the path of the loaded library. Return the exit status. */
__attribute__((visibility("default"))) int lab_session(int argc, char **argv, const char *libcrypto)
{
    static struct lab lab;
    char why[LAB_WHY_LEN];

    lab.libcrypto = libcrypto;
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    if (!parse_arguments(&lab, argc, argv, why)) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    lab_answer_all(&lab, commands);
    return 0;
}
