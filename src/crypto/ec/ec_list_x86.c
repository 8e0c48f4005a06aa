/* The lists of implementations of each curve: for one key, and for several keys at once. */
#include "afterburner/ec.h"
#include "afterburner/ec_batch.h"
#include "kernels/ec/ec_batch_kernels.h"
#include "kernels/ec/ec_kernels.h"

const struct ab_ec_kernels *const *ab_curve_list(enum ab_curve_id id)
{
    enum { MAX_IMPLEMENTATIONS = 3 };
    static const struct ab_ec_kernels *const lists[AB_NUM_CURVES][MAX_IMPLEMENTATIONS + 1] = {
        [AB_P256] = { &ab_p256_ifma, &ab_p256_adx, &ab_p256_portable },
        [AB_P384] = { &ab_p384_ifma, &ab_p384_adx, &ab_p384_portable },
        [AB_P521] = { &ab_p521_ifma, &ab_p521_adx, &ab_p521_portable },
#define UNROLLED_CURVE(id, name, same) [AB_##id] = { &ab_##name##_adx, &ab_##name##_portable },
#define SHORT_CURVE(id, name, same) [AB_##id] = { &ab_##name##_portable },
#define LONG_CURVE(id, name, same) [AB_##id] = { &ab_##name##_adx, &ab_##name##_portable },
#define FALLBACK_CURVE(id, name, same) /* listed above */
#include "kernels/ec/prime/prime_curves.def"
    };
    static const struct ab_ec_kernels *const none[] = { NULL };

    return (unsigned)id < AB_NUM_CURVES ? lists[id] : none;
}

const struct ab_ec_batch_kernels *const *ab_ec_batch_kernels_list(enum ab_curve_id id)
{
    static const struct ab_ec_batch_kernels *const of_p256[] = { &ab_p256_batch8_ifma, NULL }, *const none[] = { NULL };

    return id == AB_P256 ? of_p256 : none;
}
