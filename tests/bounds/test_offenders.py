"""
The proofs must be able to fail: each of these faults, planted in a copy of one source file, is refuted. So is a proof
of another bound than the one that the source promises.
"""

import pytest
import test_argon2 as argon2
import test_argon2_reference as argon2_reference
import test_bignum as bignum
import test_binary_fields as binary_fields
import test_binomial as binomial
import test_conversions as conversions
import test_curve448 as curve448
import test_curve25519 as curve25519
import test_group_law as group_law
import test_inverses as inverses
import test_mldsa as mldsa
import test_mlkem as mlkem
import test_p256 as p256
import test_p384_p521 as p384_p521
import test_packing as packing
import test_poly1305 as poly1305
import test_poly1305_ifma as poly1305_ifma
import test_poly1305_vectors as poly1305_vectors
import test_sampling as sampling
import test_wide as wide
import test_words as words
from exact import Refuted
from proof import Kernel, contract
from reader import ROOT


def planted(folder, path, old, new, source):
    """The kernel of `source` with one text replaced in a copy of the file `path`."""
    text = (ROOT / "src" / path).read_text()
    assert old in text, f"{path} no longer has: {old}"
    copy = folder / path
    copy.parent.mkdir(parents=True)
    copy.write_text(text.replace(old, new, 1))
    return Kernel(source, replaced=(str(folder),))


X4 = "kernels/curve25519/curve25519_x4_template.h"
IFMA = "kernels/curve25519/curve25519_ifma.c"
BATCH = "kernels/curve25519/fe25519_batch_template.h"
BATCH8 = "kernels/curve25519/curve25519_batch8_ifma.c"
BATCH4 = "kernels/curve25519/curve25519_batch4_avx2.c"
FORMULAS = "kernels/curve25519/curve25519_formulas_template.h"
FE_PORTABLE = "kernels/curve25519/fe25519_portable.h"
PORTABLE = "kernels/curve25519/curve25519_portable.c"


def batch(make, proof, *args):
    def prove(kernel):
        of = make()
        of.kernel = kernel
        proof(of, *args)

    return prove


def of_width(proof, width):
    return lambda kernel: proof(kernel, width)


def x4_climb(kernel):
    curve25519.prove_x4_formula(kernel, "climb")


def portable(name):
    return lambda kernel: curve25519.prove_portable(kernel, name)


P256_LIMBS = "kernels/ec/p256/p256_limbs_template.h"
P256_X4 = "kernels/ec/p256/p256_x4_template.h"
P256_IFMA = "kernels/ec/p256/p256_ifma.c"
P256_BATCH8 = "kernels/ec/p256/p256_batch8_ifma.c"
P256_FIELD8 = "kernels/ec/p256/p256_field_batch8.h"
EIGHT = "kernels/ec/weierstrass/weierstrass_batch8_template.h"


def p256_field(proof, width):
    return lambda kernel: proof(kernel, width)


def p256_eight(name):
    return lambda kernel: p256.prove_batch_formula(kernel, name)


IFMA448 = "kernels/curve448/curve448_ifma.c"
PORTABLE448 = "kernels/curve448/curve448_portable.c"
FE448 = "kernels/curve448/fe448.h"
POINTS448 = "kernels/curve448/curve448_template.h"


def formula448(kernel):
    curve448.prove_x8_formula(kernel, "twice")


def points448(kernel):
    curve448.prove_portable_formula(kernel, "add")


X4_POINTS = "kernels/ec/weierstrass/weierstrass_x4_template.h"
P384, P384_IFMA = "kernels/ec/p384/p384_field_x4.h", "kernels/ec/p384/p384_ifma.c"
P521, P521_IFMA = "kernels/ec/p521/p521_field_x4.h", "kernels/ec/p521/p521_ifma.c"


LANES_POWER = "kernels/bignum/power_ifma_lanes_template.h"
IFMA_POWER, AVX2_POWER = "kernels/bignum/power_ifma_template.h", "kernels/bignum/power_avx2_template.h"


def power(proof, *method):
    """The method of the altered sources, which are found first."""
    return lambda kernel: proof(bignum.Method(*method, replaced=kernel.replaced))


def sizes_of_powers(*method):
    return lambda kernel: bignum.prove_sizes(kernel, bignum.Method(*method))


def step_of_power(shift, *method):
    return lambda kernel: bignum.prove_step(bignum.Method(*method, replaced=kernel.replaced), shift)


RING, VEC_AVX2, VEC_AVX512 = (f"kernels/mlkem/mlkem_{name}.h" for name in ("ring_template", "vec_avx2", "vec_avx512"))
POLY, POLY_VECTORS, POLY_IFMA = poly1305.WORDS, poly1305_vectors.VECTORS, poly1305_ifma.IFMA
POLY_TEMPLATE = poly1305_ifma.TEMPLATE
C_MLKEM, BYTES_MLKEM = mlkem.PORTABLE, mlkem.BYTES


def ring(name, proof, *args):
    """The proof of the altered sources of this level, which are found first."""
    return lambda kernel: proof(mlkem.Level(name, kernel.replaced), *args)


RING_MLDSA, ROUND_MLDSA, AVX2_MLDSA, AVX512_MLDSA = (
    f"kernels/mldsa/mldsa_{name}.h" for name in ("ring_template", "round_template", "vec_avx2", "vec_avx512")
)
C_MLDSA = mldsa.PORTABLE


def signature_ring(name, proof, *args):
    return lambda kernel: proof(mldsa.Level(name, kernel.replaced), *args)


ARGON2_C, ARGON2_AVX2, ARGON2_AVX512 = map(argon2.source, argon2.LEVELS)
ARGON2_VECTORS = "kernels/argon2/argon2_vectors_template.h"
ARGON2_WORDS_AVX2, ARGON2_WORDS_AVX512 = (f"kernels/argon2/argon2_words_{level}.h" for level in argon2.LEVELS[1:])


def compression(kernel):
    argon2.prove_compression(kernel, 1)


ARGON2_TEMPLATE = "kernels/argon2/argon2_template.h"


MLKEM_SAMPLE, MLDSA_SAMPLE = ({level: f"kernels/{family}/{family}_sample_{level}.h" for level in ("avx2", "avx512")}
                              for family in ("mlkem", "mldsa"))


def sampled(family, level, proof, *args):
    return lambda kernel: proof(sampling.Vectors(family, level, kernel.replaced), *args)


def sampled_in_c(family, proof, *args):
    return lambda kernel: proof(sampling.Portable(family, kernel.replaced), *args)


BINOMIAL, BINOMIAL_AVX2, BINOMIAL_C = "kernels/mlkem/mlkem_binomial_avx2.h", binomial.AVX2, binomial.C


def noise(eta):
    return lambda kernel: binomial.prove_binomial(kernel, eta)


def mlkem_bytes(kernel):
    mlkem.prove_avx2_compression(mlkem.avx2_bytes(kernel.replaced))


WORDS, MONT, FE384 = words.WORDS, words.BIGNUM, words.P384
LAST_FOLD, UNFOLDED = "    words_add(r->v, sum.v, fold.v, NUM_WORDS);\n}\n\n", "    *r = sum;\n}\n\n"


def in_words(proof, *args):
    return lambda kernel: proof(kernel, *args)


def side_by_side(proof, field, *args):
    return lambda kernel: proof(field(*args, kernel.replaced))


FE521, FE256 = "kernels/ec/p521/p521_field_portable.h", "kernels/ec/p256/p256_field_portable.h"
GROUP, LADDER = "kernels/ec/weierstrass/weierstrass_group_template.h", "kernels/ladder_template.h"


def of_points(proof, name):
    return lambda kernel: proof(group_law.weierstrass(name, kernel.replaced))


FE25519, FE_X4 = "kernels/curve25519/fe25519_template.h", "kernels/ec/weierstrass/fe_x4_template.h"


def curve_x4(name, proof):
    def prove(kernel):
        curve = p384_p521.CURVES[name]()
        curve.kernel = kernel
        proof(curve)

    return prove


INVERT, DIVISION = "kernels/bignum/invert_template.h", "kernels/bignum/division_steps.h"


def of_inverses(proof):
    return lambda kernel: proof(inverses.Size(256, kernel.replaced))


def of_packing(proof, *args):
    return lambda kernel: proof(packing.Packing(kernel.text.split('"')[1], kernel.replaced), *args)


GHASH, GCM, XTS = (f"kernels/aes/{name}_template.h" for name in ("ghash", "gcm", "xts"))


def over_gf2(name, proof, *args):
    return lambda kernel: proof(binary_fields.Level(name, kernel.replaced), *args)


FAULTS = {
    "a lost carry": (X4, "+ (a.v[i - 1] >> LIMB);", ";", IFMA, curve25519.prove_x4_carry),
    "a wrong fold": (X4, "vec_set1(19)", "vec_set1(18)", IFMA, curve25519.prove_x4_carry),
    "a product that folds with 18": (X4, "(x << 4) + (x << 1) + x", "(x << 4) + (x << 1)", IFMA,
                                     curve25519.prove_x4_product),
    "an upper half that is not doubled": (X4, "(w->high[i - 1] << 1)", "w->high[i - 1]", IFMA,
                                          curve25519.prove_x4_product),
    "too small a multiple of p": (X4, "8 * (LIMB_MASK - 18)", "(LIMB_MASK - 18)", IFMA, curve25519.prove_x4_sums),
    "what is no multiple of p": (X4, "8 * (LIMB_MASK - 18)", "8 * (LIMB_MASK - 17)", IFMA, curve25519.prove_x4_sums),
    "a sum that is not carried": (IFMA, "sums = fe_x4_carry(\n        fe_x4_add_sub(",
                                  "sums = (\n        fe_x4_add_sub(",
                                  IFMA, x4_climb),
    "a limb cut at the wrong bit": (X4, "w[1] << 13", "w[1] << 12", IFMA, curve25519.prove_x4_words),
    "a mixed lane": (X4, "w.low[i + j] = vec_madd_low(w.low[i + j], a.v[i], b.v[j]);",
                     "w.low[i + j] = vec_madd_low(w.low[i + j], vec_permute(a.v[i], vec_lanes(1, 0, 2, 3)), b.v[j]);",
                     IFMA, curve25519.prove_x4_product),
    "a square that is doubled once": (BATCH8, "    double_columns(&c);\n    EACH(i)\n        c.v[2 * i] =",
                                      "    EACH(i)\n        c.v[2 * i] =", BATCH8,
                                      batch(curve25519.batch8, curve25519.prove_batch_products)),
    "a settled limb too few": (BATCH4, "i < NUM_LIMBS; i += NUM_LIMBS / 2", "i < 1; i += NUM_LIMBS / 2", BATCH4,
                               batch(curve25519.batch4, curve25519.prove_batch_products)),
    "twice the largest factor": (BATCH4, "vec x = i % 2 != 0 && j % 2 != 0 ? twice_a[i] : a->v[i]",
                                 "vec x = twice_a[i]", BATCH4,
                                 batch(curve25519.batch4, curve25519.prove_batch_products)),
    "a difference with 2 p": (BATCH, "8 * (limb_mask(i) - (i == 0 ? 18 : 0))",
                              "2 * (limb_mask(i) - (i == 0 ? 18 : 0))", BATCH4,
                              batch(curve25519.batch4, curve25519.prove_batch_sums)),
    "a sum of four as a factor": (FORMULAS, "fe_add(&f, &c, &g);", "fe_add(&c, &c, &c);\n    fe_add(&f, &c, &g);",
                                  BATCH4, batch(curve25519.batch4, curve25519.prove_batch_formula,
                                                *curve25519.FORMULAS["twice"])),
    "a carry that is dropped": (FE_PORTABLE, "r->v[0] += 38 & ab_ct_mask(carry);", "", PORTABLE,
                                portable("fe_add")),
    "a borrow that is dropped": (FE_PORTABLE, "d.v[0] -= 38 & ab_ct_mask(again);", "", PORTABLE,
                                 portable("fe_sub")),
    "a fold with 19": (FE_PORTABLE, "fe_fold(r, &low, carry * 38);\n}\n\n#endif",
                       "fe_fold(r, &low, carry * 19);\n}\n\n#endif",
                       PORTABLE, portable("fe_mul_small")),
    "a fold that can carry again": (FE_PORTABLE, "r->v[0] += 38 & ab_ct_mask(carry);",
                                    "r->v[0] += 38 & ab_ct_mask(carry);\n    r->v[0] += 38;", PORTABLE,
                                    portable("fe_add")),
    "a row without its carry": (FE_PORTABLE, "        w[i + 4] = carry;\n", "", PORTABLE,
                                curve25519.prove_portable_product),
    "Curve448: too small a multiple of p in a product": (IFMA448, "limb_of_4p(i) << 11", "limb_of_4p(i) << 8", IFMA448,
                                                         curve448.prove_x8_product),
    "Curve448: a wrong multiple of p": (IFMA448, "(i == 0 ? 3 : i == HALF_LIMBS", "(i == 0 ? 4 : i == HALF_LIMBS",
                                        IFMA448, curve448.prove_x8_sums),
    "Curve448: 4 p in place of 16 p": (IFMA448, "_mm512_set1_epi64(4 * limb_of_4p(i))",
                                       "_mm512_set1_epi64(limb_of_4p(i))", IFMA448, curve448.prove_x8_sums),
    "Curve448: a carry that does not fold": (IFMA448, "_mm512_slli_epi64(over[NUM_LIMBS - 1], 2)",
                                             "_mm512_slli_epi64(over[NUM_LIMBS - 1], 1)", IFMA448,
                                             curve448.prove_x8_carry),
    "Curve448: 64 p in place of 16 p": (IFMA448, "_mm512_set1_epi64(4 * limb_of_4p(i))",
                                        "_mm512_set1_epi64(16 * limb_of_4p(i))", IFMA448, formula448),
    "Curve448: 2 p in place of 4 p": (FE448, "4 * (LIMB_MASK - (i == HALF))", "2 * (LIMB_MASK - (i == HALF))",
                                      PORTABLE448, curve448.prove_portable_sums),
    "Curve448: a last carry that is dropped": (FE448, "    r->v[1] += low >> LIMB_BITS;\n", "", PORTABLE448,
                                               curve448.prove_portable_products),
    "Curve448: a square that is not doubled": (FE448, "j < i - j ? 2 * a[j] : a[j]", "a[j]", PORTABLE448,
                                               curve448.prove_portable_products),
    "Curve448: a sum of a sum": (POINTS448, "fe_add(&g, d, c);", "fe_add(&g, d, c);\n    fe_add(&g, &g, c);",
                                 PORTABLE448, points448),
    "P-384: a limb without its carry": (P384, "a.v[i] = _mm512_add_epi64(a.v[i], over[i - 1]);", "", P384_IFMA,
                                        batch(p384_p521.p384, p384_p521.prove_settle)),
    "P-384: what is no multiple of p": (P384, "0x2000ffffffffe000", "0x2000ffffffffe001", P384_IFMA,
                                        batch(p384_p521.p384, p384_p521.prove_settle)),
    "P-384: no spare 2^48": (P384, "    a.v[0] = _mm512_add_epi64(a.v[0], spare);\n", "", P384_IFMA,
                             batch(p384_p521.p384, p384_p521.prove_settle)),
    "P-384: a fold that is not made twice": (P384, "return fold_three_limbs(r, e);", "return r;", P384_IFMA,
                                             batch(p384_p521.p384, p384_p521.prove_product)),
    "P-521: an upper half in the wrong place": (P521, "carry_round(high[HALF - 1], 52 - LIMB)",
                                                "carry_round(high[HALF - 1], 51 - LIMB)", P521_IFMA,
                                                batch(p384_p521.p521, p384_p521.prove_product)),
    "P-521: a factor that is not settled": (X4_POINTS, "s = fe_x4_settle(fe_x4_add(m, LANE_0 | LANE_1, m));",
                                            "s = fe_x4_add(m, LANE_0 | LANE_1, m);", P521_IFMA,
                                            batch(p384_p521.p521, p384_p521.prove_formula, "twice_x4")),
    "powers: the carry of a lane is lost": (IFMA_POWER, "vec_first_shift_right(t->d[K - 1], TOP_DIGIT)", "vec_all(0)",
                                            P256_IFMA, power(bignum.prove_congruence, "ifma", "pair", 3)),
    "powers: a highest digit that is not carried": (IFMA_POWER, "r->d[0] = vec_add(r->d[0], vec_up(over));\n    EACH",
                                                    "EACH", P256_IFMA,
                                                    power(bignum.prove_congruence, "ifma", "pair", 3)),
    "powers: a last factor of one more bit": (IFMA_POWER, "    q = vec_and(q, digit_mask(TOP_DIGIT));\n", "", P256_IFMA,
                                              power(bignum.prove_congruence, "ifma", "pair", 3)),
    "powers with AVX2: a last factor of one more bit": (AVX2_POWER, "vec_first(last.b[0]), digit_mask(TOP_DIGIT)",
                                                        "vec_first(last.b[0]), digit_mask(DIGIT)", P256_IFMA,
                                                        power(bignum.prove_congruence, "avx2", "pair", 5)),
    "powers: the multiple of a digit for the last one": (IFMA_POWER, "vec_load(m->n + i * NUM_LANES)",
                                                         "vec_load(m->by_digit + i * NUM_LANES)", P256_IFMA,
                                                         power(bignum.prove_congruence, "ifma", "pair", 3)),
    "powers: a factor from another digit": (LANES_POWER, "vec_all(0), s->d[0], digit(m->n_inverse, 0)",
                                            "vec_all(0), s->d[1], digit(m->n_inverse, 0)", P256_IFMA,
                                            power(bignum.prove_congruence, "ifma", "lanes", 3)),
    "powers: moduli that are too short": (bignum.VECTOR, "&& 4 * (r_bits(v)", "&& 3 * (r_bits(v)", bignum.VECTOR,
                                          sizes_of_powers("avx2", "one", 10)),
    "powers: a multiple of n by a factor that is not cut": (bignum.VECTOR, "n_inverse, num_bits - 64 * i)",
                                                            "n_inverse, 64)", bignum.VECTOR,
                                                            lambda kernel: bignum.prove_reduced_one(kernel, 2, 103)),
    "powers: digits of one more bit": (AVX2_POWER, "t->d[k - 1] = vec_add(vec_and(d, digit_mask(DIGIT)), over);",
                                       "t->d[k - 1] = vec_add(vec_and(d, digit_mask(DIGIT + 1)), over);", P256_IFMA,
                                       power(bignum.prove_congruence, "avx2", "pair", 5)),
    "P-256: a carry of a column is lost": (P256_X4, "vec_madd_low(left[k + 1], sum, p1) + (sum >> LIMB)",
                                           "vec_madd_low(left[k + 1], sum, p1)", P256_IFMA,
                                           p256_field(p256.prove_product, 4)),
    "P-256: an upper half in the wrong column": (P256_FIELD8, "c[4] = vec_madd_low(vec_madd_high(c[4], c[0], p3)",
                                                 "c[4] = vec_madd_low(vec_madd_high(c[4], c[0], p4)", P256_BATCH8,
                                                 p256_field(p256.prove_product, 8)),
    "P-256: a wrong fold": (P256_LIMBS, "a.v[3] -= h << 36;", "a.v[3] -= h << 35;", P256_IFMA,
                            p256_field(p256.prove_fold, 4)),
    "P-256: 5 p in place of 6 p": (P256_X4, "fes_sub(fes_add(v, v), fes_multiple(6))",
                                   "fes_sub(fes_add(v, v), fes_multiple(3))", P256_IFMA, p256.prove_x4_add),
    "P-256: 3 p in place of 4 p": (P256_X4, "fes_sub(less, fes_multiple(4))", "fes_sub(less, fes_multiple(1))",
                                   P256_IFMA, p256.prove_x4_double),
    "P-256: one p more": (P256_X4, "fes_sub(fes_spread(t, 2), fes_multiple(2))",
                          "fes_sub(fes_spread(t, 2), fes_multiple(3))", P256_IFMA, p256.prove_x4_add),
    "P-256: 1 p in place of 2 p": (EIGHT, "fes_sub(p->x, fes_sub(p->zz, fes_multiple(2)))",
                                   "fes_sub(p->x, fes_sub(p->zz, fes_multiple(1)))", P256_BATCH8,
                                   p256_eight("twice_times")),
    "P-256: 9 p in place of 8 p": (EIGHT, "fes_sub(fes_multiple(8), p->w)", "fes_sub(fes_multiple(9), p->w)",
                                   P256_BATCH8, p256_eight("negate")),
    "P-256: 7 p in place of 10 p": (EIGHT, "fes_sub(fes_multiple(10), p->w)", "fes_sub(fes_multiple(8), p->w)",
                                    P256_BATCH8, p256_eight("add_entry")),
    "ML-KEM: a wrong multiple of q": (RING, "mul_round(a, all(10))", "mul_round(a, all(11))", C_MLKEM,
                                      ring("avx2", mlkem.prove_reduction)),
    "ML-KEM: a quotient that is not rounded": (C_MLKEM, "(20159 * a + (1 << 25))", "(20159 * a)", C_MLKEM,
                                               ring("portable", mlkem.prove_reduction)),
    "ML-KEM: a wrong inverse of q": (C_MLKEM, "62209u", "62207u", C_MLKEM, ring("portable", mlkem.prove_montgomery)),
    "ML-KEM: a reduction too few": (C_MLKEM, "        a[i] = barrett_reduce(a[i]);", "        a[i] = a[i];", C_MLKEM,
                                    ring("portable", mlkem.prove_ntt)),
    "ML-KEM: a butterfly with two sums": (RING, "*b = *a - t;", "*b = *a + t;", C_MLKEM,
                                          ring("avx2", mlkem.prove_ntt)),
    "ML-KEM: a wrong power of zeta": (RING, "zeta(8 + 2 * block + i / 2)", "zeta(8 + block + i / 2)", C_MLKEM,
                                      ring("avx2", mlkem.prove_ntt)),
    "ML-KEM: levels without a reduction": (RING, "            if (len == 8)\n"
                                                 "                v[2 * i] = reduce(v[2 * i]);\n", "", C_MLKEM,
                                           ring("avx2", mlkem.prove_inverse_ntt)),
    "ML-KEM: sums that are not reduced": (RING, "        v[0] = reduce(v[0]);\n", "",
                                          C_MLKEM, ring("avx512", mlkem.prove_inverse_ntt)),
    "ML-KEM: a wrong scale": (RING, "SCALE = 512,", "SCALE = 256,", C_MLKEM, ring("avx2", mlkem.prove_inverse_ntt)),
    "ML-KEM: a scale that is not the one over q": (RING, "SCALED_ZETA_OVER_Q = -32522", "SCALED_ZETA_OVER_Q = -32521",
                                                   C_MLKEM, ring("avx2", mlkem.prove_multiplication)),
    "ML-KEM: lanes that are not split": (VEC_AVX2, "*y = (vec)_mm256_unpackhi_epi64(a, b);",
                                         "*y = (vec)_mm256_unpacklo_epi64(a, b);", C_MLKEM,
                                         ring("avx2", mlkem.prove_ntt)),
    "ML-KEM: lanes joined in another order": (VEC_AVX512, "_mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11)",
                                              "_mm512_setr_epi64(0, 1, 2, 3, 8, 9, 10, 11)", C_MLKEM,
                                              ring("avx512", mlkem.prove_ntt)),
    "ML-KEM: high words of the wrong places": (VEC_AVX2, "(__m256i)odd, 0xaa);\n}\n\n/*\n",
                                               "(__m256i)odd, 0xab);\n}\n\n/*\n", C_MLKEM,
                                               ring("avx2", mlkem.prove_montgomery)),
    "ML-KEM: a wrong reduction of products": (RING, "ONE_OVER_Q = -3327", "ONE_OVER_Q = -3329", C_MLKEM,
                                              ring("avx512", mlkem.prove_montgomery)),
    "ML-KEM: one product too few": (C_MLKEM, "for (unsigned j = 0; j < k; j++) {\n            const int16_t *pair",
                                    "for (unsigned j = 1; j < k; j++) {\n            const int16_t *pair", C_MLKEM,
                                    ring("portable", mlkem.prove_inner_product, 4)),
    "ML-KEM: gamma without its sign": (C_MLKEM, "(i & 1) == 1 ? -zeta : zeta", "(i & 1) == 1 ? zeta : zeta", C_MLKEM,
                                       ring("portable", mlkem.prove_prepare)),
    "ML-KEM: a difference the other way": (RING, "load(b + i) - load(a + i)", "load(a + i) - load(b + i)", C_MLKEM,
                                           ring("avx512", mlkem.prove_sums)),
    "ML-KEM: a factor of compression": (C_MLKEM, "20642679u", "20642178u", C_MLKEM,
                                        ring("portable", mlkem.prove_portable_compression)),
    "ML-KEM: a quotient too great by one": (BYTES_MLKEM, "_mm256_set1_epi16(-(Q / 2)), remainder",
                                            "_mm256_set1_epi16(-(2 * Q)), remainder", C_MLKEM, mlkem_bytes),
    "ML-KEM: half of a unit less": (BYTES_MLKEM, "(int16_t)(1 << (10 - d))", "(int16_t)((1 << (10 - d)) - 1)", C_MLKEM,
                                    mlkem_bytes),
    "ML-DSA: a wrong inverse of q": (C_MLDSA, "(uint32_t)a * 58728449u", "(uint32_t)a * 58728447u", C_MLDSA,
                                     signature_ring("portable", mldsa.prove_montgomery)),
    "ML-DSA: a reduction by another inverse": (RING_MLDSA, "ONE_OVER_Q = 58728449", "ONE_OVER_Q = -58728449", C_MLDSA,
                                               signature_ring("avx512", mldsa.prove_montgomery)),
    "ML-DSA: a product without its reduction": (RING_MLDSA, "return a - mul_even((vec)t, all(Q));", "return a;",
                                                C_MLDSA, signature_ring("avx2", mldsa.prove_multiplication)),
    "ML-DSA: odd words of the wrong places": (AVX2_MLDSA, "(__m256i)odd, 0xaa)", "(__m256i)odd, 0x55)", C_MLDSA,
                                              signature_ring("avx2", mldsa.prove_multiplication)),
    "ML-DSA: a scale that is not the one over q": (RING_MLDSA, "SCALE_OVER_Q = -8395782", "SCALE_OVER_Q = -8395781",
                                                   C_MLDSA, signature_ring("avx2", mldsa.prove_multiplication)),
    "ML-DSA: a wrong power of zeta": (C_MLDSA, "ab_mldsa_zetas + 1;", "ab_mldsa_zetas + 2;", C_MLDSA,
                                      signature_ring("portable", mldsa.prove_ntt)),
    "ML-DSA: a butterfly with two sums": (RING_MLDSA, "*b = *a - t;", "*b = *a + t;", C_MLDSA,
                                          signature_ring("avx512", mldsa.prove_ntt)),
    "ML-DSA: constants of even places for odd ones": (
        RING_MLDSA, "load(tail + VEC_LEN), odd_words(load(tail)),", "load(tail + VEC_LEN), load(tail),", C_MLDSA,
        signature_ring("avx2", mldsa.prove_ntt)),
    "ML-DSA: lanes that are not split": (AVX512_MLDSA, "_mm512_shuffle_i64x2(a, b, 0xdd)",
                                         "_mm512_shuffle_i64x2(a, b, 0xd8)", C_MLDSA,
                                         signature_ring("avx512", mldsa.prove_ntt)),
    "ML-DSA: a scale of 512": (C_MLDSA, "multiply(a[i], 41978)", "multiply(a[i], 20989)", C_MLDSA,
                               signature_ring("portable", mldsa.prove_inverse_ntt)),
    "ML-DSA: a difference the other way": (RING_MLDSA, "difference = *b - *a", "difference = *a - *b", C_MLDSA,
                                           signature_ring("avx2", mldsa.prove_inverse_ntt)),
    "ML-DSA: a coefficient that is not centred": (RING_MLDSA, "v[j + 4] = centre(v[j + 4]);", "", C_MLDSA,
                                                  signature_ring("avx512", mldsa.prove_inverse_ntt)),
    "ML-DSA: centred but for one": (C_MLDSA, "((Q - 1) / 2 - a) >> 31", "((Q - 1) / 2 - 1 - a) >> 31", C_MLDSA,
                                    signature_ring("portable", mldsa.prove_representatives)),
    "ML-DSA: one product too few": (C_MLDSA, "for (unsigned j = 0; j < num; j++)\n            sum",
                                    "for (unsigned j = 1; j < num; j++)\n            sum", C_MLDSA,
                                    signature_ring("portable", mldsa.prove_inner_product, 2)),
    "ML-DSA: products of other places": (RING_MLDSA, "odd += mul_even(odd_words(x), odd_words(y));",
                                         "odd += mul_even(odd_words(x), y);", C_MLDSA,
                                         signature_ring("avx2", mldsa.prove_inner_product, 1)),
    "ML-DSA: t0 of -2^12": (ROUND_MLDSA, "c + all((1 << (AB_MLDSA_D - 1)) - 1)", "c + all(1 << (AB_MLDSA_D - 1))",
                            C_MLDSA, signature_ring("avx2", mldsa.prove_power2round)),
    "ML-DSA: a quotient that is too small": (C_MLDSA, "* 32801 >> 25", "* 32799 >> 25", C_MLDSA,
                                             signature_ring("portable", mldsa.prove_decompose, 16)),
    "ML-DSA: a quotient that is too great": (ROUND_MLDSA, "all(11276)", "all(11300)", C_MLDSA,
                                             signature_ring("avx2", mldsa.prove_decompose, 44)),
    "ML-DSA: high bits of num_high": (ROUND_MLDSA, "return high & ~is_over;", "return high;", C_MLDSA,
                                      signature_ring("avx512", mldsa.prove_decompose, 16)),
    "ML-DSA: a hint for a low part of 0": (ROUND_MLDSA, "is_positive = low > all(0)", "is_positive = low > all(-1)",
                                           C_MLDSA, signature_ring("avx2", mldsa.prove_use_hint, 44)),
    "ML-DSA: high bits below 0": (C_MLDSA, "        h += m & h >> 31;\n", "", C_MLDSA,
                                  signature_ring("portable", mldsa.prove_use_hint, 16)),
    "ML-DSA: a hint for -gamma2 with high bits of 0": (ROUND_MLDSA, " & (high != all(0))", "", C_MLDSA,
                                                       signature_ring("avx2", mldsa.prove_make_hint, 16)),
    "ML-DSA: no hint above gamma2": (C_MLDSA, "(gamma2 - low[i]) >> 31", "(gamma2 + 1 - low[i]) >> 31", C_MLDSA,
                                     signature_ring("portable", mldsa.prove_make_hint, 44)),
    "powers: an entry that is not read": (IFMA_POWER, "(i << WINDOW) / WINDOW, ((i + 1)",
                                          "(i << WINDOW) / WINDOW + (i == 2), ((i + 1)", P256_IFMA,
                                          step_of_power(12, "ifma", "pair", 3)),
    "powers: entries of another number": (AVX2_POWER, "vec_equal(vec_load(index), vec_all(entry))",
                                         "vec_equal(vec_load(index), vec_all(entry ^ 1))", P256_IFMA,
                                         step_of_power(0, "avx2", "pair", 5)),
    "powers: a square too few": (LANES_POWER, "i < WINDOW; i++", "i < WINDOW - 1; i++", P256_IFMA,
                                 step_of_power(0, "ifma", "lanes", 3)),
    "inverses: a carry without its upper word": (INVERT, "s128_high(x) * (1U << (64 - LIMB)) + ", "", INVERT,
                                                 of_inverses(inverses.prove_combine)),
    "inverses: a limb of the other number": (INVERT, "s128_mul(a, d->v[i]), b, e->v[i])",
                                             "s128_mul(a, d->v[i]), b, d->v[i])", INVERT,
                                             of_inverses(inverses.prove_combine_modulo)),
    "inverses: a multiple of m of the other sign": (INVERT, "(0 - s128_low(sum) * m->inverse)",
                                                    "(s128_low(sum) * m->inverse)", INVERT,
                                                    of_inverses(inverses.prove_clearing_factor)),
    "inverses: a negative result": (INVERT, "(m->limb[i] & negative)", "0", INVERT,
                                    of_inverses(inverses.prove_normalise)),
    "inverses: bits that a limb lacks": (INVERT, "shift > 64 - LIMB && word", "shift > LIMB - 2 && word", INVERT,
                                         of_inverses(inverses.prove_conversions)),
    "inverses: matrices in the wrong order": (INVERT, "*t = then(t, &group);", "*t = then(&group, t);", INVERT,
                                              of_inverses(lambda size: inverses.prove_batch(size.kernel))),
    "inverses: a part that borrows": (DIVISION, "int64_t at_u = word + ((int64_t)1 << (AB_DIVISION_U - 1))",
                                      "int64_t at_u = word", INVERT,
                                      of_inverses(lambda size: inverses.prove_words(size.kernel))),
    "inverses: a unit that is one step too low": (DIVISION, "(unit + AB_DIVISION_STEPS)",
                                                  "(unit + AB_DIVISION_STEPS - 1)", INVERT,
                                                  of_inverses(lambda size: inverses.prove_words(size.kernel))),
    "25519 in step: a limb that is read before or after a carry": (
        BATCH, "over = fe_carry_through(r);\n    r->v[0] = add_19_times(r->v[0], over);\n    over",
        "r->v[0] = add_19_times(r->v[0], fe_carry_through(r));\n    over", BATCH8,
        batch(curve25519.batch8, conversions.prove_full_reduction)),
    "25519 in step: p is not reduced": (BATCH, "above.v[0] += 19;", "above.v[0] += 18;", BATCH4,
                                        batch(curve25519.batch4, conversions.prove_full_reduction)),
    "25519 in step: a carry that is not added": (BATCH, "a->v[i] += over;\n        over", "over", BATCH4,
                                                 batch(curve25519.batch4, conversions.prove_carry_through)),
    "25519: a result from p on": (FE25519, "&(struct fe){ { 19 } });", "&(struct fe){ { 18 } });", PORTABLE,
                                  conversions.prove_25519),
    "448: a p that lacks its middle": (FE448, "below & (LIMB_MASK - (i == HALF))", "below & LIMB_MASK", PORTABLE448,
                                       conversions.prove_448),
    "P-256 in step: bits between words": (P256_FIELD8, "t.v[1] >> 12 | t.v[2] << 40", "t.v[1] >> 12 | t.v[2] << 41",
                                          P256_BATCH8, conversions.prove_p256_to_words),
    "P-256 in step: another factor": (P256_FIELD8, "{ 0x300, 0xffff", "{ 0x301, 0xffff", P256_BATCH8,
                                      conversions.prove_p256_from_words),
    "P-256: a fifth word that is lost": (P256_X4, "l4 << 16, l4 >> 48)", "l4 << 16, 0)", P256_IFMA,
                                         conversions.prove_p256_lane),
    "P-384: a limb of two words": (FE_X4, "shift + LIMB > 64 && word", "shift + LIMB > 80 && word", P384_IFMA,
                                   curve_x4("p384", conversions.prove_x4_from)),
    "P-521: a limb that is not carried": (FE_X4, "limb[i + 1] += limb[i] >> LIMB;\n", "", P521_IFMA,
                                          curve_x4("p521", conversions.prove_x4_lane)),
    "P-521: bits above 2^521 that stay": (FE521, "low[NUM_WORDS - 1] &= TOP_MASK;", "low[NUM_WORDS - 1] &= 1023;",
                                          FE521, words.prove_p521),
    "P-521: 2 p in place of 4 p": (FE521, "(uint64_t)-4, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, "
                                   "UINT64_MAX, UINT64_MAX, 0x7ff,",
                                   "(uint64_t)-1, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, "
                                   "UINT64_MAX, UINT64_MAX, 0x1ff,", FE521, words.prove_p521),
    "P-256: an inverse of the other sign": (FE256, "PRIME, 1, NUM_WORDS", "PRIME, UINT64_MAX, NUM_WORDS", FE256,
                                            words.prove_p256_in_words),
    "points: a doubling without its half": (GROUP, "    fe_half(&d, &d); /* 8 Y^4 */\n", "", P256_IFMA,
                                            of_points(group_law.prove_weierstrass_double, "p521_adx")),
    "points: a sum with the other point": (GROUP, "fe_mul(&v, u1, &hh);", "fe_mul(&v, &d->h, &hh);", P256_IFMA,
                                           of_points(group_law.prove_weierstrass_sums, "p384_portable")),
    "points: a slope of another curve": (GROUP, "fe_add(&u, &p->x, &u);", "fe_add(&u, &u, &u);", P256_IFMA,
                                         of_points(group_law.prove_weierstrass_double, "p256_i686")),
    "points: a curve without its coefficient": (group_law.PRIME, "AB_PRIME_A));\n        ab_prime_add(f, u, u, t);",
                                                "AB_PRIME_A));\n        ab_prime_add(f, u, t, t);", group_law.PRIME,
                                                group_law.prove_prime_curves),
    "points: a difference of squares of the other sign": (
        FORMULAS, "fe_sub(&g, &a, &b);", "fe_sub(&g, &b, &a);", BATCH8,
        lambda kernel: group_law.prove_25519(group_law.curve25519("batch8_ifma", kernel.replaced))),
    "points: a d of the other sign": (POINTS448, "    fe_sub(&c, &ZERO, &c);\n", "", PORTABLE448,
                                      lambda kernel: group_law.prove_448(group_law.curve448(kernel.replaced))),
    "points side by side: swapped masks": (X4, "vec_lanes(0, 3, 3, 0)), 12, 3)", "vec_lanes(0, 3, 3, 0)), 3, 12)", IFMA,
                                           side_by_side(group_law.prove_25519_lanes, group_law.x4_25519)),
    "points side by side: a lane too few is subtracted": (
        IFMA448, "h, 0, 3);", "h, 0, 1);", IFMA448, side_by_side(group_law.prove_448_lanes, group_law.x8_448)),
    "points side by side: 3 X H": (X4_POINTS, "xh = fe_x4_twice(fe_x4_permute(n, LANES(0, 0, 0, 0)));",
                                   "xh = fe_x4_permute(n, LANES(0, 0, 0, 0));", P521_IFMA,
                                   side_by_side(group_law.prove_x4, group_law.x4_weierstrass, "p521")),
    "points side by side: a cube of another element": (
        X4_POINTS, "cube = fe_x4_permute(fe_x4_settle(m), LANES(0, 0, 0, 0));",
        "cube = fe_x4_permute(fe_x4_settle(m), LANES(1, 1, 1, 1));", P384_IFMA,
        side_by_side(group_law.prove_x4, group_law.x4_weierstrass, "p384")),
    "points side by side: Y in place of 2 Y": (P256_X4, "z_is_one ? fes_add(y, y) : y", "z_is_one ? y : y", P256_IFMA,
                                               side_by_side(group_law.prove_p256_x4, group_law.p256_lanes, 4)),
    "points in step: a sum that is not doubled": (EIGHT, "s->w = fes_fold(fes_add(t, t));", "s->w = fes_fold(t);",
                                                  P256_BATCH8, side_by_side(
                                                      group_law.prove_p256_in_step, group_law.p256_lanes, 8)),
    "ladders: another curve": (LADDER, "fe_mul_small(&b, &e, A24);", "fe_mul_small(&b, &e, A24 + 1);", PORTABLE448,
                               lambda kernel: group_law.prove_ladder(group_law.curve448(kernel.replaced), 156326)),
    "words of 32 bits: a carry of the middle": (wide.WIDE, "(first >> 32) + (second >> 32)", "(first >> 32)", wide.WIDE,
                                                lambda kernel: wide.prove_products(wide.kernel(kernel.replaced))),
    "words of 32 bits: the sign of a factor": (wide.WIDE, "(uint64_t)(a >> 63 & b) + ", "", wide.WIDE,
                                               lambda kernel: wide.prove_signed_products(wide.kernel(kernel.replaced))),
    "GHASH: another modulus": (GHASH, "0xc200000000000000));", "0xc000000000000000));", GHASH,
                               over_gf2("vaes256", binary_fields.prove_product)),
    "GHASH: halves that are not exchanged": (GHASH, "v = vec_xor3(v, vec_swap64(p->low),", "v = vec_xor3(v, p->low,",
                                             GHASH, over_gf2("aesni", binary_fields.prove_product)),
    "GHASH: sums of halves of another power": (GHASH, "f1 = vec_load_aligned(h->folded[place + VEC_BLOCKS])",
                                               "f1 = vec_load_aligned(h->folded[place])", GHASH,
                                               over_gf2("vaes512", binary_fields.prove_blocks, 8, 0, 0, [3])),
    "GHASH: one place too far": (GHASH, "AB_HASH_POWERS - num - after;", "AB_HASH_POWERS - num;", GHASH,
                                 over_gf2("aesni", binary_fields.prove_blocks, 3, 1, 1, [3])),
    "GHASH: a key that is not reduced": (GHASH, "_mm_set_epi64x((int64_t)0xc200000000000000, 1);",
                                         "_mm_set_epi64x(0, 0);", GHASH,
                                         over_gf2("aesni", binary_fields.prove_times_x)),
    "GHASH: powers in the wrong lanes": (GHASH, "vec_pick(next, v, n)", "vec_pick(v, next, n)", GHASH,
                                         over_gf2("vaes512", binary_fields.prove_powers, [32])),
    "GHASH: a power times one that is too low": (GHASH, "h->power[AB_HASH_POWERS - h->num]",
                                                 "h->power[AB_HASH_POWERS + 1 - h->num]", GHASH,
                                                 over_gf2("vaes256", binary_fields.prove_powers, [16])),
    "GHASH: a power too few": (GHASH, "(more + VEC_BLOCKS - 1) / VEC_BLOCKS", "more / VEC_BLOCKS + 1", GHASH,
                               over_gf2("vaes256", binary_fields.prove_powers, [4, 6])),
    "GCM: the sum before goes to the wrong pair": (GCM, "if (pair == 0)\n", "if (step == 0)\n", GCM,
                                                   over_gf2("vaes512", binary_fields.prove_batch, 10, 0, [3])),
    "GCM: lengths in the wrong order": (GCM, "(int64_t)(8 * g->aad_len), (int64_t)(8 * g->text_len)",
                                        "(int64_t)(8 * g->text_len), (int64_t)(8 * g->aad_len)", GCM,
                                        over_gf2("vaes256", binary_fields.prove_tag, 1, [3])),
    "XTS: another modulus": (XTS, "vec_xor(vec_xor3(h, h2, h4), vec_shl64(h, 7))",
                             "vec_xor(vec_xor3(h, h2, h4), vec_shl64(h, 6))", XTS,
                             over_gf2("vaes512", binary_fields.prove_next_tweaks)),
    "XTS: a sign of the wrong half": (XTS, "_mm_srai_epi32(t, 31), 0x13)", "_mm_srai_epi32(t, 31), 0x31)", XTS,
                                      over_gf2("aesni", binary_fields.prove_first_tweaks)),
    "XTS: bits that are not carried": (XTS, "vec_xor(vec_xor(h, h2), vec_xor(h4, vec_shl32(h, 7)))",
                                       "vec_xor(vec_xor(h, h2), h4)", XTS,
                                       over_gf2("vaes256", binary_fields.prove_next_tweaks)),
    "XTS: signs that are not doubled": (XTS, "        *signs = vec_add32(*signs, *signs);\n", "", XTS,
                                        over_gf2("aesni", binary_fields.prove_next_tweaks)),
    "ML-KEM: fields of 11 bits that meet": (BYTES_MLKEM, "_mm256_setr_epi64x(0, 4, 0, 4)",
                                            "_mm256_setr_epi64x(0, 5, 0, 4)", BYTES_MLKEM,
                                            of_packing(packing.prove_mlkem_packing, 11)),
    "ML-KEM: a value of 12 bits with one of its neighbour": (BYTES_MLKEM, "_mm256_srli_epi16(v, 4), 0xaa",
                                                             "_mm256_srli_epi16(v, 3), 0xaa", BYTES_MLKEM,
                                                             of_packing(packing.prove_mlkem_unpacking, 12)),
    "ML-KEM: values of 11 bits without the bits of a third byte": (
        BYTES_MLKEM, "1 << 14, 0, 0));\n\n    for (unsigned i = 0; i < N; i += VEC_LEN, in += 22)",
        "1 << 13, 0, 0));\n\n    for (unsigned i = 0; i < N; i += VEC_LEN, in += 22)", BYTES_MLKEM,
        of_packing(packing.prove_mlkem_unpacking, 11)),
    "ML-DSA: a byte of C that is one bit late": (C_MLDSA, "held < bits; held += 8", "held <= bits; held += 8", C_MLDSA,
                                                 of_packing(packing.prove_mldsa_unpacking, 13)),
    "ML-DSA: halves of 13 bits that meet": (packing.MLDSA, "<< 4 * bits;", "<< (4 * bits - 1);", packing.MLDSA,
                                            of_packing(packing.prove_mldsa_packing, 13)),
    "ML-DSA: a third byte that is not loaded": (packing.MLDSA, "i < 3; i++", "i < 2; i++", packing.MLDSA,
                                                of_packing(packing.prove_mldsa_unpacking, 18)),
    "ML-DSA: values of six bits that are one too low": (packing.MLDSA, "0x10000001", "0x08000001", packing.MLDSA,
                                                        of_packing(packing.prove_mldsa_high, 44, 6)),
    "ML-DSA: a coefficient that equals the bound": (RING_MLDSA, "greatest = all(bound - 1)", "greatest = all(bound)",
                                                    C_MLDSA, signature_ring("avx512", mldsa.prove_exceeds)),
    "ML-DSA: coefficients after the first ones": (C_MLDSA, "is_above |= (uint32_t)", "is_above = (uint32_t)", C_MLDSA,
                                                  signature_ring("portable", mldsa.prove_exceeds)),
    "Poly1305: a carry that is lost": (POLY, "h[2] = (t & 3) + u128_high(sum);\n}\n\nINLINE void poly_block",
                                       "h[2] = t & 3;\n}\n\nINLINE void poly_block", POLY, poly1305.prove_block),
    "Poly1305: 4 t in place of 5 t": (POLY, "t >> 2, t & ~(uint64_t)3", "0, t & ~(uint64_t)3", POLY,
                                      poly1305.prove_block),
    "Poly1305: limbs that overlap": (POLY, "h[1] << 20", "h[1] << 19", POLY, poly1305.prove_split),
    "Poly1305 with IFMA: a fold by 16": (POLY_TEMPLATE, "OF(left)(OF(times_5)(a->limb[i]), 2)",
                                         "OF(left)(a->limb[i], 4)", POLY_IFMA,
                                         of_width(poly1305_ifma.prove_factor, "eight")),
    "Poly1305 with IFMA: upper parts at 2^51": (POLY_TEMPLATE, "OF(left)(sums->high[1], 8)",
                                                "OF(left)(sums->high[1], 7)", POLY_IFMA,
                                                of_width(poly1305_ifma.prove_carry, "four")),
    "Poly1305 with IFMA: a limb of one more bit": (POLY_TEMPLATE, "OF(and)(limb2, OF(mask)(42))",
                                                   "OF(and)(limb2, OF(mask)(43))", POLY_IFMA,
                                                   poly1305_ifma.prove_group),
    "Poly1305 with IFMA: a block without its one": (POLY_IFMA, "eight_all((uint64_t)1 << 40));\n}\n\n/* Likewise",
                                                    "eight_all(0));\n}\n\n/* Likewise", POLY_IFMA,
                                                    poly1305_ifma.prove_load),
    "Poly1305 with IFMA: a sum without its last carry": (POLY, "(top & 3) + u128_high(sum);", "top & 3;", POLY_IFMA,
                                                         poly1305_ifma.prove_join),
    "Poly1305: a result of p - 1": (POLY, "u128_sum(p->h[0], 5, 0)", "u128_sum(p->h[0], 6, 0)", POLY,
                                    poly1305.prove_finish),
    "Poly1305: a carry of s that is lost": (POLY, "g1 += p->s[1] + u128_high(sum);", "g1 += p->s[1];", POLY,
                                            poly1305.prove_finish),
    "words: a square that is not doubled": (WORDS, "r[i] = r[i] << 1 | r[i - 1] >> 63;", "r[i] = r[i] << 1;", WORDS,
                                            in_words(words.prove_products, 4)),
    "words: a carry of a square that is lost": (WORDS, "carry = u128_high(high);\n    }\n}", "}\n}", WORDS,
                                                in_words(words.prove_products, 4)),
    "words: a modulus that is added once more": (WORDS, "words_sub(difference, a, b, num));",
                                                 "words_sub(difference, a, b, num) ^ 1);", WORDS,
                                                 in_words(words.prove_sums, 3)),
    "words: a sum of m": (WORDS, "ab_ct_mask((high ^ 1) & borrow)", "ab_ct_mask(high ^ 1)", WORDS,
                          in_words(words.prove_once, "words_subtract_once", 2)),
    "words: the carry above the number": (WORDS, "(high ^ 1) & borrow", "borrow", WORDS,
                                          in_words(words.prove_once, "words_subtract_once", 2)),
    "words: half without the carry": (WORDS, "i + 1 < num ? sum[i + 1] : carry", "i + 1 < num ? sum[i + 1] : 0", WORDS,
                                      in_words(words.prove_half, 2)),
    "words: a carry between rows": (WORDS, "t[num] = u128_high(sum);", "t[num] = 0;", WORDS,
                                    in_words(words.prove_inline_montgomery, 2)),
    "words: a carry of the multiple of m": (WORDS, "u128_low(sum), u128_high(reduced));", "u128_low(sum), 0);",
                                            WORDS, in_words(words.prove_inline_montgomery, 3)),
    "words: a factor of another sign": (WORDS, "return word * inverse;", "return 0 - word * inverse;", WORDS,
                                        in_words(words.prove_inline_montgomery, 1)),
    "Montgomery: a carry of a row": (MONT, "uint64_t out = carry < high;", "uint64_t out = 0;", MONT,
                                     in_words(words.prove_montgomery, "mul", 2)),
    "Montgomery: a carry of the highest word": (MONT, "carry = add_word(&high, over);\n\n        over = carry + ",
                                                "carry = add_word(&high, over);\n\n        over = 0 * carry + ", MONT,
                                                in_words(words.prove_montgomery, "sqr", 2)),
    "Montgomery: a factor of the wrong word": (MONT, "add_product(t + i, n, t[i] * n_inverse, num), carry",
                                               "add_product(t + i, n, t[0] * n_inverse, num), carry", MONT,
                                               in_words(words.prove_montgomery, "sqr", 2)),
    "Montgomery: a word that is not compared": (MONT, "borrow & ~over", "borrow", MONT,
                                                in_words(words.prove_once, "subtract_once", 1)),
    "P-384: a sum that is folded once": (FE384, LAST_FOLD + "INLINE void fe_sub", UNFOLDED + "INLINE void fe_sub",
                                         FE384, in_words(words.prove_p384_sums)),
    "P-384: a wrong fold": (FE384, "fold[FOLD_WORDS] = { FOLD_0, FOLD_1, 1 }",
                            "fold[FOLD_WORDS] = { FOLD_0, FOLD_1, 0 }", FE384, in_words(words.prove_p384_fold)),
    "P-384: a carry that is not folded": (FE384, LAST_FOLD + "static void fe_mul", UNFOLDED + "static void fe_mul",
                                          FE384, in_words(words.prove_p384_reduction)),
    "Poly1305 in vectors: too many products in a sum": (POLY_VECTORS, "PAIRS = 16", "PAIRS = 32", POLY_VECTORS,
                                                        poly1305_vectors.prove_chunk),
    "Poly1305 in vectors: odd words as even ones": (POLY_VECTORS, "_mm256_srli_epi64(words, 32)", "words", POLY_VECTORS,
                                                    poly1305_vectors.prove_chunk),
    "Poly1305 in vectors: a carry that is left out": (POLY_VECTORS, "    four_carry_limb(a, 2);\n", "", POLY_VECTORS,
                                                      poly1305_vectors.prove_carry),
    "Poly1305 in vectors: a fold by 1": (POLY_VECTORS, "i == LIMBS - 1 ? four_times_5(carry) : carry", "carry",
                                         POLY_VECTORS, poly1305_vectors.prove_carry),
    "Poly1305 in vectors: a shift by 31": (POLY_VECTORS, "four_times_5(limb) : limb, 6)",
                                           "four_times_5(limb) : limb, 5)", POLY_VECTORS, poly1305_vectors.prove_shift),
    "Poly1305 in vectors: the bits beyond the blocks": (POLY_VECTORS, "lanes), 12);", "lanes), 11);", POLY_VECTORS,
                                                        poly1305_vectors.prove_top),
    "Argon2: a product of which the half is added": (ARGON2_C, "+ 2 * (uint64_t)", "+ (uint64_t)", ARGON2_C,
                                                      compression),
    "Argon2: a diagonal that begins one word late": (ARGON2_C, "12 + (i + 3) % 4", "12 + (i + 2) % 4", ARGON2_C,
                                                     compression),
    "Argon2: rotations in another order": (ARGON2_VECTORS, "32, 24)", "24, 32)", ARGON2_AVX2, compression),
    "Argon2: words of a diagonal swapped": (ARGON2_VECTORS, "{ words_join(s[7], s[6])", "{ words_join(s[6], s[7])",
                                            ARGON2_AVX512, compression),
    "Argon2: a sum of blocks that is left out": (ARGON2_VECTORS, "words_xor(s[i], m->sum[i][group])", "s[i]",
                                                 ARGON2_AVX512, compression),
    "Argon2: a rotation by another byte": (ARGON2_WORDS_AVX2, "0x0201000706050403", "0x0302010007060504", ARGON2_AVX2,
                                           compression),
    "Argon2: swapped parts of vectors": ("kernels/lanes/words_avx512.h", "low23, 0xdd)", "low23, 0x88)", ARGON2_AVX512,
                                         compression),
    "Argon2: a product once": (ARGON2_WORDS_AVX512, "words_add(product, product)", "product", ARGON2_AVX512,
                               compression),
    "ML-KEM: a candidate of q with AVX2": (MLKEM_SAMPLE["avx2"], "_mm256_set1_epi16(AB_MLKEM_Q), v",
                                           "_mm256_set1_epi16(AB_MLKEM_Q + 1), v", MLKEM_SAMPLE["avx2"],
                                           sampled("mlkem", "avx2", sampling.prove_mlkem)),
    "ML-KEM: the mask of the other half": (MLKEM_SAMPLE["avx2"], "_mm256_castsi256_si128(v), mask & 0xff",
                                           "_mm256_castsi256_si128(v), mask >> 8", MLKEM_SAMPLE["avx2"],
                                           sampled("mlkem", "avx2", sampling.prove_mlkem)),
    "ML-KEM: candidates beyond the block": (MLKEM_SAMPLE["avx2"], "in + at + 8)", "in + at + 9)", MLKEM_SAMPLE["avx2"],
                                            sampled("mlkem", "avx2", sampling.prove_mlkem)),
    "ML-KEM: odd bytes of compacted words": (MLKEM_SAMPLE["avx2"], "_mm_add_epi8(even, _mm_set1_epi8(1))", "even",
                                             MLKEM_SAMPLE["avx2"], sampled("mlkem", "avx2", sampling.prove_mlkem)),
    "ML-KEM: candidates in another order": (MLKEM_SAMPLE["avx512"], "0xaa)", "0x55)", MLKEM_SAMPLE["avx512"],
                                            sampled("mlkem", "avx512", sampling.prove_mlkem)),
    "ML-KEM: a candidate that is not counted": (MLKEM_SAMPLE["avx512"], "popcount(mask)", "popcount(mask & 0x7fff)",
                                                MLKEM_SAMPLE["avx512"],
                                                sampled("mlkem", "avx512", sampling.prove_mlkem)),
    "ML-KEM: half of the candidates in C": (BINOMIAL_C, "shift <= 4", "shift < 4", BINOMIAL_C,
                                            sampled_in_c("mlkem", sampling.prove_mlkem_portable)),
    "ML-DSA: a candidate of 24 bits": (MLDSA_SAMPLE["avx2"], "0x7fffff", "0xffffff", MLDSA_SAMPLE["avx2"],
                                       sampled("mldsa", "avx2", sampling.prove_mldsa_matrix)),
    "ML-DSA: words beyond the polynomial": (MLDSA_SAMPLE["avx2"], "at < len && num < AB_MLDSA_POLY; at += 24",
                                            "at < len; at += 24", MLDSA_SAMPLE["avx2"],
                                            sampled("mldsa", "avx2", sampling.prove_mldsa_matrix)),
    "ML-DSA: places of another mask": (MLDSA_SAMPLE["avx2"], "8 * (size_t)mask", "8 * (size_t)(mask ^ 1)",
                                       MLDSA_SAMPLE["avx2"], sampled("mldsa", "avx2", sampling.prove_mldsa_matrix)),
    "ML-DSA: candidates beyond the block": (MLDSA_SAMPLE["avx512"], "? 0xff : 0xffff", "? 0xffff : 0xffff",
                                            MLDSA_SAMPLE["avx512"],
                                            sampled("mldsa", "avx512", sampling.prove_mldsa_matrix)),
    "ML-DSA: a quarter of another candidate": (MLDSA_SAMPLE["avx512"], "8, 8, 9, 10, 11, 11", "8, 8, 9, 10, 10, 11",
                                               MLDSA_SAMPLE["avx512"],
                                               sampled("mldsa", "avx512", sampling.prove_mldsa_matrix)),
    "ML-DSA: half bytes below 10": (MLDSA_SAMPLE["avx2"], "eta == 2 ? 15 : 9", "eta == 2 ? 15 : 10",
                                    MLDSA_SAMPLE["avx2"], sampled("mldsa", "avx2", sampling.prove_mldsa_secret)),
    "ML-DSA: half bytes in another order": (MLDSA_SAMPLE["avx512"],
                                            "_mm_unpacklo_epi8(bytes, _mm_srli_epi16(bytes, 4))",
                                            "_mm_unpacklo_epi8(_mm_srli_epi16(bytes, 4), bytes)",
                                            MLDSA_SAMPLE["avx512"],
                                            sampled("mldsa", "avx512", sampling.prove_mldsa_secret)),
    "ML-DSA: 12 / 64 for a fifth": (MLDSA_SAMPLE["avx2"], "_mm256_set1_epi32(13)", "_mm256_set1_epi32(12)",
                                    MLDSA_SAMPLE["avx2"], sampled("mldsa", "avx2", sampling.prove_values, 2)),
    "ML-DSA: a coefficient of -3": (MLDSA_SAMPLE["avx512"], "-3, -4, 0", "-3, -3, 0", MLDSA_SAMPLE["avx512"],
                                    sampled("mldsa", "avx512", sampling.prove_values, 4)),
    "ML-DSA: a candidate of 24 bits in C": (C_MLDSA, "& 0x7f)", "& 0xff)", C_MLDSA,
                                            sampled_in_c("mldsa", sampling.prove_mldsa_matrix_portable)),
    "ML-DSA: half bytes in another order in C": (C_MLDSA, "4 * (at & 1)", "4 * (~at & 1)", C_MLDSA,
                                                 sampled_in_c("mldsa", sampling.prove_mldsa_secret_portable)),
    "ML-DSA: 12 / 64 for a fifth in C": (C_MLDSA, "z * 13 >> 6", "z * 12 >> 6", C_MLDSA,
                                         sampled_in_c("mldsa", sampling.prove_values_portable, 2)),
    "Argon2: the previous block as a candidate": (ARGON2_TEMPLATE, "num_here - 1,", "num_here,", ARGON2_C,
                                                  argon2_reference.prove_all),
    "Argon2: candidates from the own slice on": (ARGON2_TEMPLATE, "(s->slice + 1) %", "s->slice %", ARGON2_C,
                                                 argon2_reference.prove_all),
    "Argon2: a block behind the lane": (ARGON2_TEMPLATE, "(at < lane_len ?", "(at <= lane_len ?", ARGON2_C,
                                        argon2_reference.prove_all),
    "Argon2: the block before the previous one": (ARGON2_TEMPLATE, "i == 0 ? 0 : 1", "1", ARGON2_C,
                                                  argon2_reference.prove_all),
    "Argon2: a word that is not squared": (ARGON2_TEMPLATE, "(uint32_t)word * (uint32_t)word >> 32", "(uint32_t)word",
                                           ARGON2_C, argon2_reference.prove_all),
    "Argon2: a later pass as the first": (ARGON2_TEMPLATE, "s->pass == 0 ? s->slice :", "s->pass <= 1 ? s->slice :",
                                          ARGON2_C, argon2_reference.prove_all),
    "ML-KEM: a bit of the noise twice": (BINOMIAL, "and_shifted(v, 1, 0x55555555)", "and_shifted(v, 2, 0x55555555)",
                                         BINOMIAL_AVX2, noise(2)),
    "ML-KEM: noise about -1": (BINOMIAL, "set1_epi8(0x33)", "set1_epi8(0x22)", BINOMIAL_AVX2, noise(2)),
    "ML-KEM: noise in another order": (BINOMIAL, "unpacklo_epi8(even, odd)", "unpacklo_epi8(odd, even)", BINOMIAL_AVX2,
                                       noise(2)),
    "ML-KEM: noise that borrows from the next field": (BINOMIAL, "0x0c30c3", "0x0c3082", BINOMIAL_AVX2, noise(3)),
    "ML-KEM: noise with another number of signs": (BINOMIAL_C, "j < eta ? bit", "j < 2 ? bit", BINOMIAL_C, noise(3)),
    "Poly1305 in vectors: 2^64 r without its fold": (POLY_VECTORS, "s1 = r[1] + (r[1] >> 2)", "s1 = r[1]", POLY_VECTORS,
                                                     poly1305_vectors.prove_first_powers),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_refuted(fault, tmp_path):
    path, old, new, source, prove = FAULTS[fault]
    kernel = planted(tmp_path, path, old, new, source)
    with pytest.raises(Refuted):
        prove(kernel)


def test_page_has_their_number():
    assert f"`bounds.offenders`, {len(FAULTS)}," in (ROOT / "docs" / "soundness.md").read_text()


OTHER_BOUNDS = ["{2^51 + 2^12}, limb 0 below {2^51 + 19 2^13}", "{2^51 + 2^13}, limb 0 below {2^52}"]


@pytest.mark.parametrize("other", OTHER_BOUNDS)
def test_other_bound_is_refuted(other):
    contract(X4, '"carried" means limbs below {2^51 + 2^13}, limb 0 below {2^51 + 19 2^13}.')
    with pytest.raises(Refuted, match="does not say"):
        contract(X4, f'"carried" means limbs below {other}.')
