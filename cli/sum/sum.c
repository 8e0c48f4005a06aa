/*
 * afterburner sum: checksums of files, several read and hashed at once; reads and prints what sha256sum of coreutils
 * does.
 */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "afterburner/hash_batch.h"
#include "cli/commands.h"
#include "cli/text/say.h"
#include "cli/sum/sum.h"

const char ab_sum_usage[] =
    "Usage: afterburner sum [OPTION...] [FILE...]\n"
    "Prints the checksums of files, or checks them, as sha256sum does. Without FILE, or with -, the standard input.\n"
    "Exit status 1 if a file could not be read or does not match.\n"
    "\n"
    "  --algorithm, -a NAME\n"
    "                     md5, sha1, sha224, sha256 (the default), sha384, sha512, sha512-224, sha512-256,\n"
    "                     sha3-224, sha3-256, sha3-384, sha3-512, sm3, rmd160, blake2b, blake2s\n"
    "  --recursive, -r    all files in directories, in the order of their names; links in them are not followed\n"
    "  --check, -c        read checksums from each FILE and check them\n"
    "  --binary, -b       mark the files as binary with a star\n"
    "  --text, -t         mark them as text (the default)\n"
    "  --tag              print lines in the style of BSD\n"
    "  --zero, -z         end lines with a zero byte, and do not escape names\n"
    "With --check:\n"
    "  --ignore-missing   do not fail for files that are missing, or say so\n"
    "  --quiet            do not print OK for each file that matches\n"
    "  --status           print no results; the exit status says it\n"
    "  --strict           fail for lines that are improperly formatted\n"
    "  --warn, -w         say which lines those are\n";

/* The tags are those of coreutils or, where it has none, of the BSDs and Perl's shasum. */
struct algorithm {
    const char *name, *tag;
    enum ab_hash_id id;
};

static const struct algorithm algorithms[] = {
    { "md5", "MD5", AB_HASH_MD5 },
    { "sha1", "SHA1", AB_HASH_SHA1 },
    { "sha224", "SHA224", AB_HASH_SHA224 },
    { "sha256", "SHA256", AB_HASH_SHA256 },
    { "sha384", "SHA384", AB_HASH_SHA384 },
    { "sha512", "SHA512", AB_HASH_SHA512 },
    { "sha512-224", "SHA512/224", AB_HASH_SHA512_224 },
    { "sha512-256", "SHA512/256", AB_HASH_SHA512_256 },
    { "sha3-224", "SHA3-224", AB_HASH_SHA3_224 },
    { "sha3-256", "SHA3-256", AB_HASH_SHA3_256 },
    { "sha3-384", "SHA3-384", AB_HASH_SHA3_384 },
    { "sha3-512", "SHA3-512", AB_HASH_SHA3_512 },
    { "sm3", "SM3", AB_HASH_SM3 },
    { "rmd160", "RMD160", AB_HASH_RIPEMD160 },
    { "blake2b", "BLAKE2b", AB_HASH_BLAKE2B512 },
    { "blake2s", "BLAKE2s", AB_HASH_BLAKE2S256 },
};

struct sum {
    const struct algorithm *algorithm;
    const struct ab_hash *hash;
    struct ab_sum_check_options check_options;
    int is_check, is_recursive, is_zero, is_tagged, has_failed;
    char mark; /* ' ' or '*'; 0: no option gave it */
};

enum { IGNORE_MISSING = 256, QUIET, STATUS, STRICT, TAG };

static const struct option options[] = { { "algorithm", required_argument, NULL, 'a' },
                                         { "recursive", no_argument, NULL, 'r' },
                                         { "check", no_argument, NULL, 'c' },
                                         { "binary", no_argument, NULL, 'b' },
                                         { "text", no_argument, NULL, 't' },
                                         { "tag", no_argument, NULL, TAG },
                                         { "zero", no_argument, NULL, 'z' },
                                         { "ignore-missing", no_argument, NULL, IGNORE_MISSING },
                                         { "quiet", no_argument, NULL, QUIET },
                                         { "status", no_argument, NULL, STATUS },
                                         { "strict", no_argument, NULL, STRICT },
                                         { "warn", no_argument, NULL, 'w' },
                                         AB_COMMON_OPTIONS,
                                         { 0 } };

static const struct algorithm *find_algorithm(const char *name)
{
    for (size_t i = 0; i < sizeof(algorithms) / sizeof(algorithms[0]); i++)
        if (strcasecmp(algorithms[i].name, name) == 0
            || strcasecmp(ab_hash_list(algorithms[i].id)->algorithm->name, name) == 0) /* OpenSSL's name */
            return &algorithms[i];
    return NULL;
}

static int set_algorithm(struct sum *s, const char *name)
{
    s->algorithm = find_algorithm(name);
    if (s->algorithm == NULL)
        ab_say_error("unknown algorithm %s; see afterburner sum --help", name);
    return s->algorithm != NULL;
}

/* The last of --quiet, --status and --warn wins, as in coreutils. */
static void set_loudness(struct ab_sum_check_options *o, int c)
{
    o->quiet = c == QUIET;
    o->status = c == STATUS;
    o->warn = c == 'w';
}

static void set_option(struct sum *s, int c)
{
    switch (c) {
    case 'r': s->is_recursive = 1; break;
    case 'c': s->is_check = 1; break;
    case 'b': s->mark = '*'; break;
    case 't': s->mark = ' '; break;
    case 'z': s->is_zero = 1; break;
    case TAG: s->is_tagged = 1; break;
    case IGNORE_MISSING: s->check_options.ignore_missing = 1; break;
    case STRICT: s->check_options.strict = 1; break;
    default: set_loudness(&s->check_options, c);
    }
}

/* Why the options do not go together, or NULL. */
static const char *contradiction(const struct sum *s)
{
    const struct ab_sum_check_options *o = &s->check_options;

    if (s->is_tagged && s->mark == ' ')
        return "--tag does not go with --text";
    if (s->is_check && (s->is_zero || s->is_tagged || s->mark != 0 || s->is_recursive))
        return "--binary, --text, --tag, --zero and --recursive do not go with --check";
    if (!s->is_check && (o->ignore_missing || o->quiet || o->status || o->strict || o->warn))
        return "--ignore-missing, --quiet, --status, --strict and --warn go with --check only";
    return NULL;
}

static void print_line(const struct sum *s, const struct ab_sum_file *file)
{
    size_t digest_len = s->hash->algorithm->digest_len;
    int is_escaped = !s->is_zero && strpbrk(file->name, "\\\n\r") != NULL;
    struct ab_text t = { 0 };

    if (is_escaped)
        ab_text_add(&t, "\\", 1);
    if (s->is_tagged)
        ab_text_addf(&t, "%s (", s->algorithm->tag);
    else
        ab_sum_add_hex(&t, file->digest, digest_len), ab_text_add(&t, s->mark == '*' ? " *" : "  ", 2);
    if (is_escaped)
        ab_sum_escape(&t, file->name);
    else
        ab_text_add(&t, file->name, strlen(file->name));
    if (s->is_tagged)
        ab_text_add(&t, ") = ", 4), ab_sum_add_hex(&t, file->digest, digest_len);
    ab_text_add(&t, s->is_zero ? "" : "\n", 1);
    ab_sum_put(&t);
    ab_text_free(&t);
}

static void report(void *context, const struct ab_sum_file *file)
{
    struct sum *s = context;

    if (file->error == 0) {
        print_line(s, file);
        return;
    }
    ab_say_error("%s: %s", file->name, strerror(file->error));
    s->has_failed = 1;
}

static int is_directory(const char *name)
{
    struct stat st;

    return stat(name, &st) == 0 && S_ISDIR(st.st_mode);
}

static void hash_files(struct sum *s, char **names)
{
    struct ab_sum_files *files = ab_sum_files_new(s->hash, report, s);

    for (; *names != NULL; names++)
        if (s->is_recursive && is_directory(*names))
            s->has_failed |= !ab_sum_add_tree(files, *names);
        else
            ab_sum_files_add(files, *names, NULL);
    ab_sum_files_finish(files);
    ab_sum_files_free(files);
}

static void check_files(struct sum *s, char **names)
{
    enum ab_sum_layout layout = AB_SUM_UNKNOWN;

    for (; *names != NULL; names++)
        s->has_failed |= !ab_sum_check(*names, s->hash, s->algorithm->tag, &s->check_options, &layout);
}

static int run(struct sum *s, char **names)
{
    static char *only_stdin[] = { "-", NULL };
    struct ab_cpu cpu;

    ab_cpu_detect(&cpu);
    s->hash = ab_hash_batch_pick(s->algorithm->id, &cpu);
    if (s->hash == NULL) {
        ab_say_error("%s fails its known-answer test", s->algorithm->name);
        return AB_EXIT_ERROR;
    }
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, NULL, _IOFBF, 4 * PIPE_BUF); /* filled and emptied by ab_sum_put */
    (s->is_check ? check_files : hash_files)(s, *names == NULL ? only_stdin : names);
    return s->has_failed ? AB_EXIT_FINDINGS : AB_EXIT_OK;
}

int ab_sum_main(int argc, char **argv)
{
    struct sum s = { .algorithm = find_algorithm("sha256") };

    setlocale(LC_CTYPE, ""); /* says which characters of a name can be printed */
    for (int c; (c = ab_next_short_option(argc, argv, ":a:rcbtzwhV", options)) != -1;) {
        if (c != 'a')
            set_option(&s, c);
        else if (!set_algorithm(&s, optarg))
            return AB_EXIT_ERROR;
    }
    if (contradiction(&s) != NULL) {
        ab_say_error("%s; see afterburner sum --help", contradiction(&s));
        return AB_EXIT_ERROR;
    }
    return run(&s, argv + optind);
}
