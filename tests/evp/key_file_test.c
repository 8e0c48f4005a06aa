/*
 * Files of ML-KEM, ML-DSA and SLH-DSA keys: SubjectPublicKeyInfo, PrivateKeyInfo in all its forms,
 * EncryptedPrivateKeyInfo, PEM and text. Before OpenSSL 3.5 the module's encoders and decoders are at work, from 3.5 on
 * the default provider's, whose output the known answers are: so what one release writes, the others read.
 */
#include <openssl/decoder.h>
#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <string.h>

#include "kems.h"

enum { MAX_SEED = 96, MAX_PRIVATE = 4896, MAX_FILE = 8192, OID_LEN = 9 };
enum form { SEED_PRIV, PRIV_ONLY, OQS_KEYPAIR, SEED_ONLY, BARE_PRIV, BARE_SEED, NUM_FORMS };

static const char *const form_names[NUM_FORMS] = { "seed-priv", "priv-only", "oqskeypair",
                                                   "seed-only", "bare-priv", "bare-seed" };

static const struct scheme {
    const char *settings;              /* "ml-kem"; NULL: there is one form alone, without a seed, BARE_PRIV */
    size_t seed_len;                   /* 0: one and a half public keys */
    size_t secret_at;                  /* of the private key: where a coefficient can be out of range */
    uint8_t oid_end[2];                /* the last two bytes of the first set's object identifier */
    bool has_malformed, is_registered; /* some public keys are malformed; before 3.2 its objects are registered */
} ml_kem = { "ml-kem", 64, 0, { 4, 1 }, true, false }, ml_dsa = { "ml-dsa", 32, 128, { 3, 17 }, false, true },
  slh_dsa = { NULL, 0, 0, { 3, 20 }, false, true };

static const struct set {
    const struct scheme *scheme;
    unsigned number; /* in its scheme */
    const char *name, *oid;
    size_t public_len, private_len;
    /* SHA-256 of what OpenSSL 3.5.7 writes for the seed 0, 1, 2 ...: text, SubjectPublicKeyInfo, and each form */
    const char *text, *public, *private[NUM_FORMS];
} sets[] = {
    { &ml_kem, 0, "ML-KEM-512", "2.16.840.1.101.3.4.4.1", 800, 1632,
      "6f77e7c897d659defe7fb977115d2a72379028a49d3b3c08843bcc9643174a22",
      "0e3c8b89b54202d2545f7aba2e2aaa3cffa7b6191919ad738fab35b4f313cf71",
      { "8426d7497a2ff1a4854b7d1ece4e8f976c721f314c3f653189f8e4b2a2bc5b0d",
        "38be7feecbbe6e6e466a0d7b5bb53e09040c3678e22fb2c0772c701c2372c858",
        "a1ab78a23e3741a2c5d1c48225729b54e21daf1fc0cbecc8ea82ed64fed8f031",
        "0fc934e3fb800359c219f4ede9fe4a1ae14018a20db779dcbaf2c8aba4fd6156",
        "c6572e1ba5886931cfd066162c770458f94f45bb0a2b93f08c9bd83bab45544c",
        "11f8222a14ae48207895816a166d142476b9b53bfc35d61146c4eae240911eba" } },
    { &ml_kem, 1, "ML-KEM-768", "2.16.840.1.101.3.4.4.2", 1184, 2400,
      "19b5b6fe6f000469f702e1a1dfbda498529ecd9e63e98b8645d6e6c557d27b05",
      "c23e23dd3d485a9256cda09358a4a286e00b373db10761eadf99f710649ca31c",
      { "95738d2a0b7252a16b1474b9fb4e0c8ddaa6fe70db7903ade4a385909ee0d165",
        "994f7473b34fad03c2b36a500af9002dad15afa50473cef5ea217325c7156f9e",
        "a2a809d585da59082474ad3eb7bdc6dc1c7ba9fc764c9ffc8787adacdc896c1d",
        "67d4dc57d8f9e28816f4a3495abc48dd416b0da9bd1e1de4716ad0883b9ad6b8",
        "bccdb78233f667d9dd59e4cc0f00cb88ada62826906790c1cbb9ce05d356f099",
        "dfa3fc58db086593cf1c2234fe4106cf79a6ba7d58ebfd320a7c3745bde42fab" } },
    { &ml_kem, 2, "ML-KEM-1024", "2.16.840.1.101.3.4.4.3", 1568, 3168,
      "7784d59337be85e0d6a1440c9a8ce30a3fc99b0ffac87ee8251d5acfcdda3600",
      "d2b7480ae006a14b37c1e8a8e45ea39022e32a9b1a7b90d594c84d869c6ac420",
      { "91004b1817d798dd3972439b8332a3a1b862f89c4e98b4ca2accd4f21afb9abb",
        "9cded660a340a6e7fdb93a4984e1e67764ade8e59be4db48b6921aeee5e6c795",
        "cb586781fa0f619b22e64ac14796b40e5ef8bf5cbba4bd87c8f310e49069863d",
        "2c19d9d89d8c36ffb9eab0f3bb18dd90a47aaca3653bede67953173514d61234",
        "42f8b8204c2252023429e93f89f150dff1282674f7b0ed59f214972b89cfe196",
        "174d5b92d5c998e84e5b7de6e3edeb3f7bb7e4342d4aec2f11657f2048090192" } },
    { &ml_dsa, 0, "ML-DSA-44", "2.16.840.1.101.3.4.3.17", 1312, 2560,
      "e817eed3f3c4eba90a359514afad14bd12d863eecbeb0bf9628ccc67f38ad326",
      "837832708c5236d951581f1fddf2b79991b3424a0486d16da1ddad0fd69701be",
      { "e355e29f28e537fcf3aff28354016415146d7f801a57136c241bb6e9addfaa30",
        "35cb529103b3a9ed502fecb438a671ff11bb05fb4afa99301d06240883a74106",
        "b48d0087ae335b26ec4325be5aa3631d9d1b3fe60d3c2f4cb618dc92ff69284b",
        "c823cb6a31172daa8af670a22c0f049af972bf1cb39a4a95971aa8c0c659dff4",
        "09d6c768667c12dc861d5a87cea88f005454570e6d10557c93d1b81ab1fddafa",
        "76180fccc16f374942c3084c8e125e19e937ece45f14edbbfc8f97941c023fab" } },
    { &ml_dsa, 1, "ML-DSA-65", "2.16.840.1.101.3.4.3.18", 1952, 4032,
      "83d0eb65b1f313bf8f46ff3e47495f711f2439430dd45640e7d20541891b2083",
      "b8b62131bfbe84433efb2273d7f5b87f7a22854a2cfd366fc2aead86d837c52d",
      { "5259463f8ec68e21b8c179a7e49dba184fd24280080bd5bb78af94d7a2a0ac81",
        "fae10810e47ed4b41851065b40bb60547e816ebf31b0738b4ed4af57337706ec",
        "a6d4be82ba483b4c552b2e5ab3e268194bfcb2495ab122c36279a63b7c79ebba",
        "af965903772933b6acc59764f335fcad9b5c61cdab2b368eabf224e7c29e31ac",
        "526c71bbd32ff351c33eef93f4c92e0c473c4668fd5b185ab55a12073dc02051",
        "83b86c97b008766368399ea957772fde1142f4b1f3a729d27461be4f13c3f984" } },
    { &ml_dsa, 2, "ML-DSA-87", "2.16.840.1.101.3.4.3.19", 2592, 4896,
      "eccfb666fed9d6e1d68b10e312699449f5bfd766a09cec7b7ae1f1e58bc48ed7",
      "07e57c4f14dbad1267f621ec3777b4e2e6c4fbc4c22fbb87510ff8e0b3c6a642",
      { "c71913419ea426e99da06330e3b06b2ab47448f1aff520479358e3cb71f5c1d6",
        "8e2e40f141d1d6788d074de4124a744ee3106697ae6c01faccf855510079ecb3",
        "4aee8053fd8e9adcff892035902a199c2631e5c1b263c505b9227be2d7bd5f6f",
        "72cc4260a8d3d7622801ea98636123866d00e236d5f77221039c862325e02754",
        "003f4a58bd80efb59f2d3d35f98dc5f8e3484a451ee93b3cc1fa614be93b6530",
        "0bedb8de8d492e68a47140d08d51f7121593fd6b8ad191ff17e7f5bce2083b79" } },
    { &slh_dsa, 0, "SLH-DSA-SHA2-128s", "2.16.840.1.101.3.4.3.20", 32, 64,
      "a147260dc2cc7f1c0a167f5e4d69f95a52fb8416fe244ebec919908846f2f646",
      "7eac0cee35f18bdf393c07aaad3fe91024d72cfa77c3c20f3838847a9e2aff5b",
      { [BARE_PRIV] = "81b81cea28097d2df11990c8c818f184124cf0b220e8460bad11a376338b7d73" } },
    { &slh_dsa, 1, "SLH-DSA-SHA2-128f", "2.16.840.1.101.3.4.3.21", 32, 64,
      "80bae082f85331c15d08d3766de69377b9e46d256a8b7adc1970537f38b00697",
      "137c57cadd50e09267705d5ff95abfb54c5cb51384132d633ca4aa16c1976eeb",
      { [BARE_PRIV] = "9dae8a3e12aa745cc8e831e3e8d2131a2e3efe17ca55d5452685b95b28e47782" } },
    { &slh_dsa, 2, "SLH-DSA-SHA2-192s", "2.16.840.1.101.3.4.3.22", 48, 96,
      "807aac7798590291bb7a1e6dbb8edc4630d82caa8b9dfcf4d64ffa0ab2c3f152",
      "bd67f0daed5fd98a0e1a5f1c2894a63c913543e0ff2735639a89c818076bf811",
      { [BARE_PRIV] = "f439e29e59764763af6bc574c487b9d6b4724fb28cf5bcb8808f3e6b86b5c949" } },
    { &slh_dsa, 3, "SLH-DSA-SHA2-192f", "2.16.840.1.101.3.4.3.23", 48, 96,
      "fcdd366c0dbf16cdf8bcaf97090dfbc3d4efb0644d8756fb2e5de10ec18cad80",
      "f0254874346dc8b673901eb10e02efb206d1218e1c7e4c0a5bc2a203dd1b7d9e",
      { [BARE_PRIV] = "1df643e2611e2a44cbb98f123d59373642d5aa63eb720997c4c6ff0152b733a0" } },
    { &slh_dsa, 4, "SLH-DSA-SHA2-256s", "2.16.840.1.101.3.4.3.24", 64, 128,
      "99a0a448fedd3cf1591054dc33f42f52d1376762c3d8190656944b39dd84b8dc",
      "753b6ac6a0899910d668a9e8a22ecc8ea452a5ab7704e1c89ff1ad502e9ebfad",
      { [BARE_PRIV] = "0e7b594814487bef0f376c6aae3ebe6ebcc81f452e95558cbc44887c47b37eff" } },
    { &slh_dsa, 5, "SLH-DSA-SHA2-256f", "2.16.840.1.101.3.4.3.25", 64, 128,
      "91d7ff973f67ee5d3ed538b5ad246631962926e9ade78ed282bdcbe02e9c8c61",
      "b80474dc189cb42d9ccde5b87238d8097690432c7ffc7deedd276be92bd5c384",
      { [BARE_PRIV] = "457029aefa5290acd894fdfc9e679fb4eceb016222ee802f6fc77183724ff19c" } },
    { &slh_dsa, 6, "SLH-DSA-SHAKE-128s", "2.16.840.1.101.3.4.3.26", 32, 64,
      "0a3fe774215651281d340f0b6c165804ae10b00c7878e1603654a2f021005e74",
      "3c73429f1efd3930710a53f7e9a89cef8882acd37c1dea86d817394cedfe753d",
      { [BARE_PRIV] = "742028e76c86ed7628785262457f73b93a24c13a063ad44b1be358bcae72449e" } },
    { &slh_dsa, 7, "SLH-DSA-SHAKE-128f", "2.16.840.1.101.3.4.3.27", 32, 64,
      "763f6347e518961e87d2b8fc2a002cc32d43a82726021ca729a39ef805e23769",
      "084a56d59ac05e3ff0f7e7bbadc05f5334595cd5dbd477e2c925d78a67b81110",
      { [BARE_PRIV] = "c800b89da3a2157ecc4ac2b1c7835aae1184a2ad95046725d028dbe0831912b9" } },
    { &slh_dsa, 8, "SLH-DSA-SHAKE-192s", "2.16.840.1.101.3.4.3.28", 48, 96,
      "5fb65b4ab46a3850d4078b0f4b5ca6ffdb503fc827985ba72f0fe97c79ec0b07",
      "2d021824315dc45c492bc0e2033995fd19e0c95259330cf96d8eebef4fb3d1c1",
      { [BARE_PRIV] = "e519a51f57930b79727d196e8cb680216ac8b33f07d7ed94524102fcb69d594e" } },
    { &slh_dsa, 9, "SLH-DSA-SHAKE-192f", "2.16.840.1.101.3.4.3.29", 48, 96,
      "a2724cdf791ef5114952b81e75601990a1ceebba8a23ac213ce8977a1fe0c0f2",
      "0de046d962755604cc5b4df77d25beb7619ce7a8c8902dbe06573d4ff70f6bcc",
      { [BARE_PRIV] = "62b0cb78c92ca8c861e5ee8d12bb0eff507d8d53099d88e09187b86f019bd304" } },
    { &slh_dsa, 10, "SLH-DSA-SHAKE-256s", "2.16.840.1.101.3.4.3.30", 64, 128,
      "a9912c09efca15e882a8dd529ee52b8ca04791e6eaffc89fd9918757d93898b7",
      "e0c334235c5d000b2b5cf0c1478e9841877689035e332bdcbf50f5741cbea418",
      { [BARE_PRIV] = "c2a7869d2b48e4f52bcf4deffff42b14b24646db573bee6833d568e5306cb3c8" } },
    { &slh_dsa, 11, "SLH-DSA-SHAKE-256f", "2.16.840.1.101.3.4.3.31", 64, 128,
      "a15ccfafaf1a9885006f6584c1eb2d29dfde7ad5b5b0007c5a0de3feaad3aa31",
      "342f0d368b1f25e03c03848442941e8f87b788f2d2a613ea85e6439022fdf54f",
      { [BARE_PRIV] = "9f831af711603a67a362a966b0bead06515e1972a41649cb9cc4035fc817f5d2" } },
}, *set;

static size_t seed_len(void)
{
    return set->scheme->seed_len != 0 ? set->scheme->seed_len : set->public_len * 3 / 2;
}

/* A scheme whose files hold the bytes of the private key and nothing else. */
static bool has_one_form(void)
{
    return set->scheme->settings == NULL;
}

/* ---- a library context with the default provider and the module, with a line in the former's section ---- */

static OSSL_LIB_CTX *lib;

/*
 * The module and the default provider, which has this setting: the module reads there what its own section lacks.
 * Before 3.2 ML-DSA is offered only by name, and before 3.5 SLH-DSA.
 */
static OSSL_LIB_CTX *open_with(const char *setting)
{
    static char list[500];
    OSSL_LIB_CTX *made;

    if (list[0] == '\0') {
        strcpy(list, "algorithms = ALL");
        for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
            snprintf(list + strlen(list), sizeof(list) - strlen(list), ", %s", sets[i].name);
    }
    made = open_beside(list, setting);
    EVP_set_default_properties(made, "?provider=afterburner");
    return made;
}

/* The same with one setting of the scheme: "output_formats = ..." */
static OSSL_LIB_CTX *open_with_scheme(const char *setting)
{
    char line[200];

    snprintf(line, sizeof(line), "%s.%s", set->scheme->settings, setting);
    return open_with(line);
}

static int writes_itself(void)
{
    return !is_release(3, 5);
}

/* ---- keys and bytes ---- */

static EVP_PKEY *key_of_seed(OSSL_LIB_CTX *in, unsigned first)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(in, set->name, NULL);
    uint8_t seed[MAX_SEED];
    OSSL_PARAM params[] = { OSSL_PARAM_octet_string("seed", seed, seed_len()), OSSL_PARAM_END };
    EVP_PKEY *key = NULL;

    for (unsigned i = 0; i < seed_len(); i++)
        seed[i] = (uint8_t)(first + i);
    CHECK(EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_params(ctx, params) == 1
              && EVP_PKEY_generate(ctx, &key) == 1,
          "%s: no key", set->name);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

struct bytes {
    uint8_t data[4 * MAX_FILE];
    size_t len;
};

static void take(BIO *bio, struct bytes *out)
{
    int n = BIO_read(bio, out->data, sizeof(out->data));

    out->len = n < 0 ? 0 : (size_t)n;
    BIO_free(bio);
}

static int encode(EVP_PKEY *key, int selection, const char *type, const char *structure, struct bytes *out)
{
    OSSL_ENCODER_CTX *ctx = OSSL_ENCODER_CTX_new_for_pkey(key, selection, type, structure, NULL);
    BIO *bio = BIO_new(BIO_s_mem());
    int ok = OSSL_ENCODER_to_bio(ctx, bio);

    OSSL_ENCODER_CTX_free(ctx);
    take(bio, out);
    return ok;
}

static bool is_answer(const struct bytes *b, const char *answer)
{
    return has_sha256(b->data, b->len, answer);
}

/* Read one DER structure of a key of this type, or of any if it is NULL, which takes long before OpenSSL 3.2. */
static EVP_PKEY *decode_as(const char *type, const uint8_t *der, size_t len)
{
    EVP_PKEY *key = NULL;
    OSSL_DECODER_CTX *ctx = OSSL_DECODER_CTX_new_for_pkey(&key, "DER", NULL, type, 0, lib, NULL);

    OSSL_DECODER_from_data(ctx, &der, &len);
    OSSL_DECODER_CTX_free(ctx);
    return key;
}

static EVP_PKEY *decode(const uint8_t *der, size_t len)
{
    return decode_as(NULL, der, len);
}

static int is_same(EVP_PKEY *key, EVP_PKEY *wanted)
{
    int same = key != NULL && EVP_PKEY_is_a(key, set->name) && EVP_PKEY_eq(key, wanted) == 1;

    EVP_PKEY_free(key);
    return same;
}

/* ---- what is written ---- */

static void check_answers(EVP_PKEY *key)
{
    static struct bytes b;

    CHECK(encode(key, EVP_PKEY_KEYPAIR, "TEXT", NULL, &b), "%s: no text", set->name);
    CHECK(is_release(4, 0) || is_answer(&b, set->text), "%s: another text", set->name); /* 4.0 lays it out anew */
    CHECK(encode(key, EVP_PKEY_PUBLIC_KEY, "DER", "SubjectPublicKeyInfo", &b) && is_answer(&b, set->public),
          "%s: another SubjectPublicKeyInfo", set->name);
    CHECK(is_same(decode(b.data, b.len), key), "%s: another public key", set->name);
}

static void check_one_form(EVP_PKEY *key)
{
    static struct bytes b;

    CHECK(encode(key, EVP_PKEY_KEYPAIR, "DER", "PrivateKeyInfo", &b) && is_answer(&b, set->private[BARE_PRIV]),
          "%s: another PrivateKeyInfo", set->name);
    CHECK(is_same(decode(b.data, b.len), key), "%s: PrivateKeyInfo is read as another key", set->name);
}

static void check_forms(EVP_PKEY *key)
{
    static struct bytes b;

    for (unsigned form = 0; form < NUM_FORMS; form++) {
        char setting[100];
        OSSL_LIB_CTX *in;
        EVP_PKEY *there;

        snprintf(setting, sizeof(setting), "output_formats = unknown, %s", form_names[form]);
        in = open_with_scheme(setting);
        there = key_of_seed(in, 0);
        CHECK(encode(there, EVP_PKEY_KEYPAIR, "DER", "PrivateKeyInfo", &b) && is_answer(&b, set->private[form]),
              "%s: another %s", set->name, form_names[form]);
        CHECK(is_same(decode(b.data, b.len), key), "%s: %s is read as another key", set->name, form_names[form]);
        EVP_PKEY_free(there);
        OSSL_LIB_CTX_free(in);
    }
}

/* Without a seed, the first form that needs none is written; without such a form, nothing. */
static void check_without_seed(void)
{
    static struct bytes b;
    char settings[100];
    OSSL_LIB_CTX *in = open_with_scheme("retain_seed = no");
    EVP_PKEY *key = key_of_seed(in, 0);

    CHECK(encode(key, EVP_PKEY_KEYPAIR, "DER", "PrivateKeyInfo", &b) && is_answer(&b, set->private[PRIV_ONLY]),
          "%s: no expanded key without a seed", set->name);
    EVP_PKEY_free(key);
    OSSL_LIB_CTX_free(in);
    snprintf(settings, sizeof(settings), "retain_seed = no\n%s.output_formats = seed-only bare-seed",
             set->scheme->settings);
    in = open_with_scheme(settings);
    key = key_of_seed(in, 0);
    CHECK(!encode(key, EVP_PKEY_KEYPAIR, "DER", "PrivateKeyInfo", &b) && b.len == 0, "%s: a seed that is not there",
          set->name);
    EVP_PKEY_free(key);
    OSSL_LIB_CTX_free(in);
    ERR_clear_error();
}

/*
 * A public key has no private key to write, and its text says so. Unlike the module, the default provider refuses the
 * text of a signature key whose private part is selected but not there.
 */
static void check_public_alone(EVP_PKEY *key)
{
    const bool is_refused = set->scheme != &ml_kem && !writes_itself();
    static struct bytes b;
    EVP_PKEY *half;

    CHECK(encode(key, EVP_PKEY_PUBLIC_KEY, "DER", "SubjectPublicKeyInfo", &b), "%s: no public key", set->name);
    half = decode(b.data, b.len);
    CHECK(half != NULL
              && (is_refused
                  || (encode(half, EVP_PKEY_KEYPAIR, "TEXT", NULL, &b) && strstr((char *)b.data, "Public-Key:"))),
          "%s: text of a public key", set->name);
    CHECK(!encode(half, EVP_PKEY_KEYPAIR, "DER", "PrivateKeyInfo", &b) && b.len == 0,
          "%s: a private key out of a public one", set->name);
    EVP_PKEY_free(half);
    ERR_clear_error();
}

/* ---- the functions that applications call ---- */

static void check_pem(EVP_PKEY *key)
{
    BIO *bio = BIO_new(BIO_s_mem());

    CHECK(PEM_write_bio_PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL) == 1
              && is_same(PEM_read_bio_PrivateKey_ex(bio, NULL, NULL, NULL, lib, NULL), key),
          "%s: PEM of a private key", set->name);
    CHECK(PEM_write_bio_PUBKEY(bio, key) == 1 && is_same(PEM_read_bio_PUBKEY_ex(bio, NULL, NULL, NULL, lib, NULL), key),
          "%s: PEM of a public key", set->name);
    BIO_free(bio);
}

static int read_password(char *buf, int size, int is_writing, void *word)
{
    (void)is_writing;
    return snprintf(buf, (size_t)size, "%s", (const char *)word);
}

static EVP_PKEY *decrypt(BIO *in, const char *word)
{
    EVP_PKEY *key = NULL;
    OSSL_DECODER_CTX *ctx = OSSL_DECODER_CTX_new_for_pkey(&key, "DER", NULL, NULL, EVP_PKEY_KEYPAIR, lib, NULL);

    OSSL_DECODER_CTX_set_passphrase(ctx, (const uint8_t *)word, strlen(word));
    OSSL_DECODER_from_bio(ctx, in);
    OSSL_DECODER_CTX_free(ctx);
    return key;
}

static void check_encrypted(EVP_PKEY *key)
{
    static const char *const ciphers[] = { "AES-128-CBC", "AES-192-CBC", "AES-256-CBC" };

    for (unsigned i = 0; i < 3; i++) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(lib, ciphers[i], NULL);
        BIO *bio = BIO_new(BIO_s_mem());
        char *start;

        CHECK(PEM_write_bio_PKCS8PrivateKey(bio, key, cipher, NULL, 0, read_password, (void *)"word") == 1
                  && BIO_get_mem_data(bio, &start) > 40 && memcmp(start, "-----BEGIN ENCRYPTED PRIVATE", 28) == 0,
              "%s: not encrypted with %s", set->name, ciphers[i]);
        CHECK(is_same(PEM_read_bio_PrivateKey_ex(bio, NULL, read_password, (void *)"word", lib, NULL), key),
              "%s: encrypted with %s", set->name, ciphers[i]);
        CHECK(i2d_PKCS8PrivateKey_bio(bio, key, cipher, "word", 4, NULL, NULL) == 1
                  && is_same(decrypt(bio, "word"), key),
              "%s: DER encrypted with %s", set->name, ciphers[i]);
        CHECK(PEM_write_bio_PKCS8PrivateKey(bio, key, cipher, NULL, 0, read_password, (void *)"word") == 1
                  && PEM_read_bio_PrivateKey_ex(bio, NULL, read_password, (void *)"ward", lib, NULL) == NULL,
              "%s: a wrong password", set->name);
        EVP_CIPHER_free(cipher);
        BIO_free(bio);
    }
    ERR_clear_error();
}

/* Ciphers that are not AES in CBC mode: refused with a reason, and nothing is written. */
static void check_other_cipher(EVP_PKEY *key)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(lib, "DES-EDE3-CBC", NULL);
    BIO *bio = BIO_new(BIO_s_mem());

    ERR_clear_error();
    CHECK(!writes_itself()
              || (PEM_write_bio_PKCS8PrivateKey(bio, key, cipher, NULL, 0, read_password, (void *)"word") != 1
                  && BIO_pending(bio) == 0 && ERR_peek_error() != 0),
          "%s: encrypted with 3DES", set->name);
    ERR_clear_error();
    EVP_CIPHER_free(cipher);
    BIO_free(bio);
}

static void check_der(EVP_PKEY *key)
{
    uint8_t *private_der = NULL, *public_der = NULL;
    int private_len = i2d_PrivateKey(key, &private_der), public_len = i2d_PUBKEY(key, &public_der);
    const uint8_t *at = private_der;
    X509_PUBKEY *holder = NULL;
    int nid;

    CHECK(private_len > 0 && is_same(d2i_AutoPrivateKey_ex(NULL, &at, private_len, lib, NULL), key)
              && at == private_der + private_len,
          "%s: d2i_AutoPrivateKey", set->name);
    at = public_der;
    CHECK(public_len > 0 && is_same(d2i_PUBKEY_ex(NULL, &at, public_len, lib, NULL), key), "%s: d2i_PUBKEY", set->name);
    CHECK(X509_PUBKEY_set(&holder, key) == 1 && EVP_PKEY_eq(X509_PUBKEY_get0(holder), key) == 1, "%s: X509_PUBKEY",
          set->name);
    nid = OBJ_txt2nid(set->oid);
    CHECK((nid != NID_undef) == (set->scheme->is_registered || is_release(3, 2)), "%s: is its object registered?",
          set->name);
    if (nid == NID_undef) /* as an application may do */
        nid = OBJ_create(set->oid, set->name, NULL);
    at = private_der;
    CHECK(is_same(d2i_PrivateKey_ex(nid, NULL, &at, private_len, lib, NULL), key), "%s: d2i_PrivateKey", set->name);
    X509_PUBKEY_free(holder);
    OPENSSL_free(private_der);
    OPENSSL_free(public_der);
}

/* Two structures, one after the other: the first is read, and not a byte more. */
static void check_sequence(EVP_PKEY *key)
{
    EVP_PKEY *other = key_of_seed(lib, 1);
    BIO *bio = BIO_new(BIO_s_mem());

    CHECK(i2d_PrivateKey_bio(bio, key) == 1 && i2d_PrivateKey_bio(bio, other) == 1
              && is_same(d2i_PrivateKey_ex_bio(bio, NULL, lib, NULL), key)
              && is_same(d2i_PrivateKey_ex_bio(bio, NULL, lib, NULL), other) && BIO_pending(bio) == 0,
          "%s: two keys in one file", set->name);
    BIO_free(bio);
    EVP_PKEY_free(other);
}

/* The default provider of no release writes a hybrid of TLS, and neither do we. */
static void check_hybrid(void)
{
    EVP_PKEY *key = key_generate(MODULE, "X25519MLKEM768", NULL);
    BIO *bio = BIO_new(BIO_s_mem());

    CHECK(key != NULL && PEM_write_bio_PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL) != 1, "a hybrid in a file");
    ERR_clear_error();
    EVP_PKEY_free(key);
    BIO_free(bio);
}

/* ---- malformed structures ---- */

static size_t put_head(uint8_t *at, uint8_t tag, size_t len)
{
    size_t n = 0;

    at[n++] = tag;
    if (len >= 128)
        at[n++] = len < 256 ? 0x81 : 0x82;
    if (len >= 256)
        at[n++] = (uint8_t)(len >> 8);
    at[n++] = (uint8_t)len;
    return n;
}

/* Put tag and length before content in place. */
static void wrap(struct bytes *b, uint8_t tag)
{
    uint8_t head[4];
    size_t n = put_head(head, tag, b->len);

    memmove(b->data + n, b->data, b->len);
    memcpy(b->data, head, n);
    b->len += n;
}

static void prepend(struct bytes *b, const void *data, size_t len)
{
    memmove(b->data + len, b->data, b->len);
    memcpy(b->data, data, len);
    b->len += len;
}

static void append(struct bytes *b, const void *data, size_t len)
{
    memcpy(b->data + b->len, data, len);
    b->len += len;
}

/* PrivateKeyInfo around what b holds, with this version, parameters of the algorithm, and something at the end. */
static void make_info(struct bytes *b, uint8_t version, const char *parameters, size_t parameters_len, const char *end,
                      size_t end_len)
{
    uint8_t algorithm[64] = { 0x02,
                              0x01,
                              version,
                              0x30,
                              (uint8_t)(2 + OID_LEN + parameters_len),
                              0x06,
                              OID_LEN,
                              0x60,
                              0x86,
                              0x48,
                              0x01,
                              0x65,
                              0x03,
                              0x04,
                              set->scheme->oid_end[0],
                              (uint8_t)(set->scheme->oid_end[1] + set->number) };

    memcpy(algorithm + 16, parameters, parameters_len);
    wrap(b, 0x04);
    prepend(b, algorithm, 16 + parameters_len);
    append(b, end, end_len);
    wrap(b, 0x30);
}

struct material {
    uint8_t seed[MAX_SEED], private_key[MAX_PRIVATE];
};

static void get_material(EVP_PKEY *key, struct material *m)
{
    size_t len;

    CHECK((has_one_form() || EVP_PKEY_get_octet_string_param(key, "seed", m->seed, sizeof(m->seed), &len) == 1)
              && EVP_PKEY_get_octet_string_param(key, "priv", m->private_key, sizeof(m->private_key), &len) == 1,
          "%s: no parts", set->name);
}

static int is_taken(const struct bytes *b)
{
    EVP_PKEY *key;

    ERR_clear_error();
    key = decode_as(set->name, b->data, b->len);
    CHECK(key != NULL || ERR_peek_error() != 0, "%s: refused without an error", set->name);
    EVP_PKEY_free(key);
    return key != NULL;
}

/* The shortest form: a seed, or the private key of a scheme with one form. */
static void short_form(struct bytes *b, const struct material *m)
{
    b->len = 0;
    if (has_one_form()) {
        append(b, m->private_key, set->private_len);
        return;
    }
    append(b, m->seed, seed_len());
    wrap(b, 0x80);
}

/* "both", of the seed and the private key of two materials, with the given tags. */
static void both_form(struct bytes *b, const struct material *seed, const struct material *key, uint8_t seed_tag)
{
    static struct bytes part;

    b->len = part.len = 0;
    append(b, seed->seed, seed_len());
    wrap(b, seed_tag);
    append(&part, key->private_key, set->private_len);
    wrap(&part, 0x04);
    append(b, part.data, part.len);
    wrap(b, 0x30);
}

static void check_versions(const struct material *m)
{
    static const struct {
        uint8_t version;
        const char *end;
        size_t end_len;
        int is_right;
    } cases[] = {
        { 0, "", 0, 1 },                     /* as it should be */
        { 0, "\xa0\x00", 2, 1 },             /* no attributes */
        { 2, "", 0, 0 },                     /* an unknown version */
        { 0, "\x81\x02\x00\x01", 4, 0 },     /* a public key in version 1 of PKCS#8 */
        { 0, "\x05\x00", 2, 0 },             /* something else */
        { 0, "\x00", 1, 0 },                 /* half of it */
        { 1, "\x81\x02\x00\x01\x00", 5, 0 }, /* more than a public key */
    };
    static struct bytes b;

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        short_form(&b, m);
        make_info(&b, cases[i].version, "", 0, cases[i].end, cases[i].end_len);
        CHECK(is_taken(&b) == cases[i].is_right, "%s: PrivateKeyInfo %u", set->name, i);
    }
    short_form(&b, m);
    make_info(&b, 0, "\x05\x00", 2, "", 0);
    CHECK(!is_taken(&b), "%s: parameters of the algorithm", set->name);
}

static void check_parts(const struct material *m, const struct material *other)
{
    static struct bytes b;

    both_form(&b, m, m, 0x04);
    make_info(&b, 0, "", 0, "", 0);
    CHECK(is_taken(&b), "%s: both", set->name);
    both_form(&b, other, m, 0x04);
    make_info(&b, 0, "", 0, "", 0);
    CHECK(!is_taken(&b), "%s: the seed of another key", set->name);
    both_form(&b, m, m, 0x80);
    make_info(&b, 0, "", 0, "", 0);
    CHECK(!is_taken(&b), "%s: a wrong tag of the seed", set->name);
    both_form(&b, m, m, 0x04);
    append(&b, "", 1);
    make_info(&b, 0, "", 0, "", 0);
    CHECK(!is_taken(&b), "%s: a byte after the private key", set->name);
    short_form(&b, m);
    b.data[0] = 0xa0;
    make_info(&b, 0, "", 0, "", 0);
    CHECK(!is_taken(&b), "%s: a constructed seed", set->name);
    b.len = 0;
    append(&b, m->private_key, set->private_len);
    memset(b.data + set->scheme->secret_at, 0xff, 3); /* coefficients of 4095, or beyond eta */
    wrap(&b, 0x04);
    make_info(&b, 0, "", 0, "", 0);
    CHECK(!is_taken(&b), "%s: a coefficient that is not reduced", set->name);
}

/* Every length of a seed: with tag and length, one that is two bytes shorter is a bare seed. */
static void check_seed_lengths(const struct material *m)
{
    static struct bytes b;

    for (size_t len = 0; len < 2 * seed_len(); len++) {
        b.len = 0;
        append(&b, m->private_key, len);
        wrap(&b, 0x80);
        make_info(&b, 0, "", 0, "", 0);
        CHECK(is_taken(&b) == (len == seed_len() || len == seed_len() - 2), "%s: a seed of %zu bytes", set->name, len);
    }
}

static void check_private_lengths(const struct material *m)
{
    static struct bytes b;

    for (size_t len = 0; len < 2 * set->private_len; len++) {
        b.len = 0;
        append(&b, m->private_key, len);
        make_info(&b, 0, "", 0, "", 0);
        CHECK(is_taken(&b) == (len == set->private_len), "%s: a private key of %zu bytes", set->name, len);
    }
}

/* Every prefix of the whole structure. */
static void check_truncated(const struct material *m)
{
    static struct bytes b;
    size_t whole;

    short_form(&b, m);
    make_info(&b, 0, "", 0, "", 0);
    whole = b.len;
    for (b.len = 1; b.len < whole; b.len++)
        CHECK(!is_taken(&b), "%s: truncated to %zu bytes", set->name, b.len);
}

/* Each byte before the key in turn is another one. */
static void check_bytes(EVP_PKEY *key)
{
    static struct bytes b;
    size_t head;

    CHECK(encode(key, EVP_PKEY_PUBLIC_KEY, "DER", "SubjectPublicKeyInfo", &b), "%s: no public key", set->name);
    head = b.len - set->public_len;
    for (size_t i = 0; i < head; i++) {
        b.data[i] ^= 0x40;
        CHECK(!is_taken(&b), "%s: byte %zu of SubjectPublicKeyInfo", set->name, i);
        b.data[i] ^= 0x40;
    }
    memset(b.data + head, 0xff, 3);
    CHECK(is_taken(&b) != set->scheme->has_malformed, "%s: a public key that may be not reduced", set->name);
    b.data[--b.len] = 0;
    CHECK(!is_taken(&b), "%s: a truncated public key", set->name);
}

/* Forms that the configuration does not enable. */
static void check_input_formats(const struct material *m)
{
    OSSL_LIB_CTX *usual = lib;
    static struct bytes b;

    lib = open_with_scheme("input_formats = priv-only");
    short_form(&b, m);
    make_info(&b, 0, "", 0, "", 0);
    CHECK(!is_taken(&b), "%s: a form that is not enabled", set->name);
    OSSL_LIB_CTX_free(lib);
    lib = open_with_scheme("input_formats = SEED-ONLY");
    CHECK(is_taken(&b), "%s: a form that is enabled", set->name);
    OSSL_LIB_CTX_free(lib);
    lib = usual;
}

static void check_malformed(EVP_PKEY *key)
{
    EVP_PKEY *second = key_of_seed(lib, 1);
    static struct material m, other;

    get_material(key, &m);
    get_material(second, &other);
    check_versions(&m);
    check_truncated(&m);
    check_bytes(key);
    if (has_one_form()) {
        check_private_lengths(&m);
    } else {
        check_parts(&m, &other);
        check_seed_lengths(&m);
        check_input_formats(&m);
    }
    EVP_PKEY_free(second);
    ERR_clear_error();
}

int main(void)
{
    static struct harness h;

    kems_open(&h, "ML-KEM-768");
    lib = open_with("");
    for (set = sets; set < sets + sizeof(sets) / sizeof(sets[0]); set++) {
        EVP_PKEY *key = key_of_seed(lib, 0);

        check_answers(key);
        if (has_one_form()) {
            check_one_form(key);
        } else {
            check_forms(key);
            check_without_seed();
        }
        check_public_alone(key);
        check_pem(key);
        check_encrypted(key);
        check_other_cipher(key);
        check_der(key);
        check_sequence(key);
        check_malformed(key);
        EVP_PKEY_free(key);
    }
    check_hybrid();
    printf("files by the %s, %u failures\n", writes_itself() ? "module" : "default provider", failures);
    OSSL_LIB_CTX_free(lib);
    harness_close(&h);
    return failures != 0;
}
