/*
 * OSSL_provider_init, the one exported symbol. Loading allocates memory and nothing else: no thread, lock, descriptor
 * or system call, unless `threads` or `counters` is set. It uses only the core's upcalls, so a second libcrypto or
 * library context in the same process can load the module again.
 */
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "provider/capabilities.h"
#include "provider/config.h"
#include "provider/counting.h"
#include "provider/error.h"
#include "provider/fallback/fallback.h"
#include "provider/generator.h"
#include "provider/hash_names.h"
#include "provider/host_random.h"
#include "provider/keymgmt/ffc_groups.h"
#include "provider/objects.h"
#include "provider/offer.h"
#include "provider/param.h"
#include "provider/provctx.h"
#include "provider/rand/era.h"
#include "provider/report.h"
#include "provider/self_tests.h"

static OSSL_FUNC_provider_teardown_fn teardown;
static OSSL_FUNC_provider_gettable_params_fn gettable_params;
static OSSL_FUNC_provider_get_params_fn get_params;
static OSSL_FUNC_provider_query_operation_fn query_operation;
static OSSL_FUNC_provider_get_capabilities_fn get_capabilities;

/* Our own parameters, for the command `afterburner`. */
#define PARAM_LEVEL "afterburner-level"               /* level in use */
#define PARAM_CPU_LEVEL "afterburner-cpu-level"       /* level of the processor */
#define PARAM_BITS "afterburner-bits"                 /* in use, with a space between */
#define PARAM_LEVEL_REASON "afterburner-level-reason" /* why less is in use than the processor has; empty if all is */
#define PARAM_REPORT "afterburner-report"             /* src/provider/report.h */
#define PARAM_SELF_TESTS "afterburner-self-tests"     /* src/provider/self_tests.h */
#define PARAM_RANDOM "afterburner-random"             /* where random bytes come from, a sentence */
#define PARAM_THREADS "afterburner-threads"           /* as configured */
/* maximum number of threads on one long call, including the caller; 0: no pool */
#define PARAM_WORKERS "afterburner-workers"

static void teardown(void *provctx)
{
    struct ab_provctx *prov = provctx;

    ab_generator_free(prov);
    ab_era_end(prov);
    ab_pool_free(atomic_exchange(&prov->pool, NULL)); /* the host may exit while its threads begin calls */
    ab_fallback_release(prov);
    ab_counting_end(prov);
    ab_offer_free(prov);
    ab_hash_names_free(prov);
    ab_ffc_groups_release(prov);
    free(atomic_load(&prov->bignum));
    free(prov->algorithms);
    free(prov);
}

static const OSSL_PARAM *gettable_params(void *provctx)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, NULL, 0),
        OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, NULL),
        OSSL_PARAM_utf8_string(PARAM_LEVEL, NULL, 0),
        OSSL_PARAM_utf8_string(PARAM_CPU_LEVEL, NULL, 0),
        OSSL_PARAM_utf8_string(PARAM_BITS, NULL, 0),
        OSSL_PARAM_utf8_string(PARAM_LEVEL_REASON, NULL, 0),
        OSSL_PARAM_utf8_string(PARAM_REPORT, NULL, 0),
        OSSL_PARAM_utf8_string(PARAM_SELF_TESTS, NULL, 0),
        OSSL_PARAM_utf8_string(PARAM_RANDOM, NULL, 0),
        OSSL_PARAM_uint(PARAM_THREADS, NULL),
        OSSL_PARAM_uint(PARAM_WORKERS, NULL),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return list;
}

/* len: of the text that was written to the parameter's data as far as that has room. */
static int has_room(OSSL_PARAM *p, size_t len)
{
    p->return_size = len;
    return p->data == NULL || len < p->data_size;
}

static int set_report(struct ab_provctx *prov, OSSL_PARAM *p)
{
    return has_room(p, ab_report(prov, p->data, p->data == NULL ? 0 : p->data_size));
}

static int set_bits(const struct ab_provctx *prov, OSSL_PARAM *p)
{
    char text[128] = "";

    for (uint32_t bits = prov->allowed.bits; bits != 0; bits &= bits - 1) {
        strcat(text, *text == '\0' ? "" : " ");
        strcat(text, ab_bit_name((enum ab_cpu_bit)(bits & -bits)));
    }
    return ab_param_set_utf8(p, text);
}

static const char *random_text(struct ab_provctx *prov)
{
    return ab_host_random_is_there(prov) ? "the generator that OpenSSL is configured with, mixed with the system's"
                                         : "the system's alone: without the default provider OpenSSL's is out of reach";
}

static int get_one_param(struct ab_provctx *prov, OSSL_PARAM *p)
{
    if (ab_param_is(p, OSSL_PROV_PARAM_NAME))
        return ab_param_set_utf8_ptr(p, "Afterburner");
    if (ab_param_is(p, OSSL_PROV_PARAM_VERSION) || ab_param_is(p, OSSL_PROV_PARAM_BUILDINFO))
        return ab_param_set_utf8_ptr(p, AB_VERSION);
    if (ab_param_is(p, OSSL_PROV_PARAM_STATUS))
        return ab_param_set_uint64(p, 1);
    if (ab_param_is(p, PARAM_LEVEL))
        return ab_param_set_utf8(p, ab_level_name(prov->allowed.level));
    if (ab_param_is(p, PARAM_CPU_LEVEL))
        return ab_param_set_utf8(p, ab_level_name(prov->cpu.level));
    if (ab_param_is(p, PARAM_BITS))
        return set_bits(prov, p);
    if (ab_param_is(p, PARAM_LEVEL_REASON))
        return ab_param_set_utf8(p, prov->level_reason == NULL ? "" : prov->level_reason);
    if (ab_param_is(p, PARAM_REPORT))
        return set_report(prov, p);
    if (ab_param_is(p, PARAM_SELF_TESTS))
        return has_room(p, ab_self_tests(prov, p->data, p->data_size));
    if (ab_param_is(p, PARAM_RANDOM))
        return ab_param_set_utf8(p, random_text(prov));
    if (ab_param_is(p, PARAM_THREADS))
        return ab_param_set_uint64(p, prov->threads);
    if (ab_param_is(p, PARAM_WORKERS))
        return ab_param_set_uint64(p, prov->pool == NULL ? 0 : ab_pool_num_threads(prov->pool));
    return 1;
}

static int get_params(void *provctx, OSSL_PARAM params[])
{
    for (; params != NULL && params->key != NULL; params++)
        if (!get_one_param(provctx, params))
            return 0;
    return 1;
}

static const OSSL_ALGORITHM *query_operation(void *provctx, int operation, int *no_store)
{
    *no_store = 0;
    return ab_offer_query(provctx, operation);
}

static int get_capabilities(void *provctx, const char *capability, OSSL_CALLBACK *callback, void *arg)
{
    return ab_capabilities(provctx, capability, callback, arg);
}

static const OSSL_DISPATCH provider_functions[] = {
    { OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))teardown },
    { OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (void (*)(void))gettable_params },
    { OSSL_FUNC_PROVIDER_GET_PARAMS, (void (*)(void))get_params },
    { OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query_operation },
    { OSSL_FUNC_PROVIDER_GET_CAPABILITIES, (void (*)(void))get_capabilities },
    { 0, NULL },
};

/* Numbers that the headers of older releases lack: since 3.2. All four are there, or none. */
enum { CLEANUP_USER_ENTROPY = 96, CLEANUP_USER_NONCE = 97, GET_USER_ENTROPY = 98, GET_USER_NONCE = 99 };

static void read_seed_source(struct ab_core *core, const OSSL_DISPATCH *in)
{
    int is_user = ab_fallback_entry(in, GET_USER_ENTROPY)->function != NULL;

    core->get_entropy = OSSL_FUNC_get_entropy(
        ab_fallback_entry(in, is_user ? GET_USER_ENTROPY : OSSL_FUNC_GET_ENTROPY));
    core->cleanup_entropy = OSSL_FUNC_cleanup_entropy(
        ab_fallback_entry(in, is_user ? CLEANUP_USER_ENTROPY : OSSL_FUNC_CLEANUP_ENTROPY));
    core->get_nonce = OSSL_FUNC_get_nonce(ab_fallback_entry(in, is_user ? GET_USER_NONCE : OSSL_FUNC_GET_NONCE));
    core->cleanup_nonce = OSSL_FUNC_cleanup_nonce(
        ab_fallback_entry(in, is_user ? CLEANUP_USER_NONCE : OSSL_FUNC_CLEANUP_NONCE));
}

static void read_core(struct ab_core *core, const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in)
{
    core->handle = handle;
    read_seed_source(core, in);
    for (; in->function_id != 0; in++)
        switch (in->function_id) {
        case OSSL_FUNC_CORE_GET_PARAMS: core->get_params = OSSL_FUNC_core_get_params(in); break;
        case OSSL_FUNC_CORE_NEW_ERROR: core->new_error = OSSL_FUNC_core_new_error(in); break;
        case OSSL_FUNC_CORE_SET_ERROR_DEBUG: core->set_error_debug = OSSL_FUNC_core_set_error_debug(in); break;
        case OSSL_FUNC_CORE_VSET_ERROR: core->vset_error = OSSL_FUNC_core_vset_error(in); break;
        case OSSL_FUNC_CORE_SET_ERROR_MARK: core->set_error_mark = OSSL_FUNC_core_set_error_mark(in); break;
        case OSSL_FUNC_CORE_POP_ERROR_TO_MARK: core->pop_error_to_mark = OSSL_FUNC_core_pop_error_to_mark(in); break;
        case OSSL_FUNC_CORE_OBJ_CREATE: core->obj_create = OSSL_FUNC_core_obj_create(in); break;
        case OSSL_FUNC_CORE_OBJ_ADD_SIGID: core->obj_add_sigid = OSSL_FUNC_core_obj_add_sigid(in); break;
        case OSSL_FUNC_BIO_READ_EX: core->bio_read_ex = OSSL_FUNC_BIO_read_ex(in); break;
        case OSSL_FUNC_BIO_WRITE_EX: core->bio_write_ex = OSSL_FUNC_BIO_write_ex(in); break;
        case OSSL_FUNC_PROVIDER_REGISTER_CHILD_CB:
            core->provider_register_child_cb = OSSL_FUNC_provider_register_child_cb(in);
            break;
        case OSSL_FUNC_PROVIDER_DEREGISTER_CHILD_CB:
            core->provider_deregister_child_cb = OSSL_FUNC_provider_deregister_child_cb(in);
            break;
        case OSSL_FUNC_PROVIDER_NAME: core->provider_name = OSSL_FUNC_provider_name(in); break;
        case OSSL_FUNC_PROVIDER_GET0_PROVIDER_CTX:
            core->provider_get0_provider_ctx = OSSL_FUNC_provider_get0_provider_ctx(in);
            break;
        case OSSL_FUNC_PROVIDER_GET0_DISPATCH:
            core->provider_get0_dispatch = OSSL_FUNC_provider_get0_dispatch(in);
            break;
        case OSSL_FUNC_PROVIDER_UP_REF: core->provider_up_ref = OSSL_FUNC_provider_up_ref(in); break;
        case OSSL_FUNC_PROVIDER_FREE: core->provider_free = OSSL_FUNC_provider_free(in); break;
        default: break; /* an upcall of a later OpenSSL */
        }
}

/* Reads a version like "3.5.7", "3.5.7-dev" or "4.0"; 0 if the core states none. */
static unsigned read_release(const struct ab_core *core)
{
    const char *text = NULL;
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_CORE_VERSION, (char **)&text, 0), OSSL_PARAM_END };
    unsigned long number[3] = { 0, 0, 0 };
    char *end;

    if (core->get_params == NULL || !core->get_params(core->handle, params) || text == NULL)
        return 0;
    for (unsigned i = 0; i < 3; i++) {
        number[i] = strtoul(text, &end, 10);
        if (*end != '.')
            break;
        text = end + 1;
    }
    return AB_RELEASE_PATCH((unsigned)number[0], (unsigned)number[1], (unsigned)number[2]);
}

__attribute__((visibility("default"))) int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                                                              const OSSL_DISPATCH **out, void **provctx)
{
    struct ab_provctx *prov = calloc(1, sizeof(*prov));

    if (prov == NULL)
        return 0;
    read_core(&prov->core, handle, in);
    ab_generator_init(prov);
    prov->release = read_release(&prov->core);
    ab_cpu_detect(&prov->cpu);
    if (!ab_config_read(prov) || !ab_offer_check(prov)) {
        teardown(prov);
        return 0;
    }
    ab_counting_begin(prov);
    ab_objects_register(prov);
    if (prov->threads >= 2) /* without memory for the pool, or on a kernel before 4.14, long calls run alone */
        prov->pool = ab_pool_new(prov->threads, AB_POOL_IF_IT_PAYS);
    ab_log(prov, AB_LOG_INFO, "version %s, level %s", AB_VERSION, ab_level_name(prov->allowed.level));
    *out = provider_functions;
    *provctx = prov;
    return 1;
}
