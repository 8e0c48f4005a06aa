"""
Deliberate faults in the sources, one line each, and the quick test that must fail for each. Kernels with AVX-512 and
IFMA have theirs in tests/bounds/test_offenders.py, since proofs need no such processor.

A fault: what is wrong, the file below src/, a text that occurs in it once, what replaces it, and the name in CTest of
the check. EQUIVALENT has changes that no test can see, each with the reason why nothing changes.
"""

from fault import Equivalent, Fault
from faults_symmetric import (
    AES_KERNELS,
    AES_MODES,
    ARIA,
    CAMELLIA,
    CHACHA,
    CHACHA_512,
    HASH_KERNELS,
    HASHES,
    KDFS,
    RECORDS,
    SM4,
    TLS,
)

MONT, INVERT = "kernels/bignum/mont_portable.c", "kernels/bignum/invert_template.h"

BIGNUM = [
    Fault("products: a carry above the highest word", MONT, "mask(borrow & ~over)", "mask(borrow)", "bignum"),
    Fault(
        "products: the carry of a row",
        MONT,
        "over = out + add_word(&t[i + num], high);",
        "over = out;\n        add_word(&t[i + num], high);",
        "bignum",
    ),
    Fault(
        "squares: the carry of a reduction",
        MONT,
        "over = carry + add_word(&t[i + num], high);",
        "over = add_word(&t[i + num], high);",
        "bignum",
    ),
    Fault("squares: a bit that doubling shifts out", MONT, "        bit = high >> 63;\n", "", "bignum"),
    Fault(
        "powers: a window over two words",
        "kernels/bignum/power_window_template.h",
        "at % 64 + k > 64",
        "at % 64 + k > 65",
        "bignum",
    ),
    Fault(
        "powers: the last entry of the table",
        "kernels/bignum/power_window_template.h",
        "for (unsigned i = 0; i < num_entries; i++, table",
        "for (unsigned i = 0; i < num_entries - 1; i++, table",
        "bignum",
    ),
    Fault(
        "public powers: a window one bit longer",
        "crypto/bignum/power_public.c",
        "at + 1 > WINDOW ? at + 1 - WINDOW : 0",
        "at > WINDOW ? at - WINDOW : 0",
        "bignum",
    ),
    Fault(
        "inverses: one batch of division steps too few",
        "kernels/bignum/invert256_portable.c",
        "INVERT_BATCHES = 11",
        "INVERT_BATCHES = 10",
        "bounds.division_steps",
    ),
    Fault("inverses: a wrong sign", INVERT, "1 | f.v[INVERT_LIMBS - 1] >> 63", "1", "invert"),
    Fault("inverses: a remainder that is not brought above 0", INVERT, "(m->limb[i] & negative)", "0", "invert"),
    Fault(
        "inverses: bits between two limbs", INVERT, "shift > 64 - LIMB && word", "shift > LIMB - 2 && word", "invert"
    ),
    Fault(
        "remainders: a quotient too small by one",
        "crypto/bignum/words.c",
        "rest - (d & ~ab_ct_lt(rest, d))",
        "rest",
        "bignum",
    ),
    Fault(
        "comparison: of the highest word only",
        "crypto/bignum/words.c",
        "difference |= a[i] ^ b[i];",
        "difference = a[i] ^ b[i];",
        "bignum",
    ),
    Fault("exact division: a borrow", "crypto/rsa/integers.c", " + (word < u128_low(product));", ";", "prime"),
    Fault(
        "least common multiple: a factor of 2^64",
        "crypto/rsa/integers.c",
        "for (size_t step = 1; step < num; step *= 2)",
        "for (size_t step = 2; step < num; step *= 2)",
        "prime",
    ),
]

RSA = "crypto/rsa/"

RSA_LOGIC = [
    Fault(
        "RSA: a faulty result is given out",
        RSA + "operations.c",
        "    if (equal == 0)\n",
        "    if (equal == 1)\n",
        "rsa",
    ),
    Fault(
        "RSA: an input above the modulus",
        RSA + "operations.c",
        "below != 0 ? AB_RSA_OK : AB_RSA_NOT_BELOW_MODULUS",
        "below != 1 ? AB_RSA_OK : AB_RSA_NOT_BELOW_MODULUS",
        "rsa",
    ),
    Fault(
        "PKCS #1 signature: the last byte is not compared",
        RSA + "pkcs1_signature.c",
        "memcmp(em, right, k) == 0)\n            return AB_RSA_OK;\n        if (digest",
        "memcmp(em, right, k - 1) == 0)\n            return AB_RSA_OK;\n        if (digest",
        "rsa",
    ),
    Fault(
        "PKCS #1 signature: seven bytes of padding",
        RSA + "pkcs1_signature.c",
        "i < AB_RSA_PKCS1_OVERHEAD - 1",
        "i < AB_RSA_PKCS1_OVERHEAD - 2",
        "rsa",
    ),
    Fault(
        "PKCS #1 decryption: any second byte",
        RSA + "pkcs1_encryption.c",
        "ab_ct_is_zero(em[0]) & ab_ct_eq(em[1], 2) &",
        "ab_ct_is_zero(em[0]) &",
        "rsa",
    ),
    Fault(
        "PKCS #1 decryption: any version of TLS",
        RSA + "pkcs1_encryption.c",
        "    return good & version;\n",
        "    (void)version;\n    return good;\n",
        "rsa",
    ),
    Fault(
        "implicit rejection: one candidate too few",
        RSA + "implicit_rejection.c",
        "NUM_LENGTHS = 128",
        "NUM_LENGTHS = 127",
        "rsa",
    ),
    Fault("PSS: any trailer", RSA + "pss.c", "if (h[s.hash_len] != TRAILER)", "if (h[s.hash_len] == 0)", "rsa"),
    Fault(
        "PSS: bits above the modulus", RSA + "pss.c", "(em[0] & ~s.top_mask) != 0", "(em[0] & ~s.top_mask) > 255", "rsa"
    ),
    Fault("PSS: any byte before the salt", RSA + "pss.c", "if (db[i] != 1)", "if (db[i] == 0)", "rsa"),
    Fault(
        "PSS: a salt of another length",
        RSA + "pss.c",
        "want >= 0 && *salt_len != (size_t)want",
        "want >= 0 && *salt_len < (size_t)want",
        "rsa",
    ),
    Fault(
        "OAEP: any first byte",
        RSA + "oaep.c",
        "good = ab_ct_is_zero(em[0]), start",
        "good = UINT64_MAX, start",
        "rsa",
    ),
    Fault(
        "OAEP: padding that is not zero",
        RSA + "oaep.c",
        "        good &= found | ab_ct_is_zero(db[i]);\n",
        "",
        "rsa",
    ),
    Fault(
        "OAEP: any label",
        RSA + "oaep.c",
        "ab_ct_memcmp(db, digest, hash_len)",
        "ab_ct_memcmp(db, digest, 0)",
        "rsa",
    ),
]

EC = "crypto/ec/"

CURVES = [
    Fault(
        "ECDSA: r or s of 0, or above the order",
        EC + "ec_words.c",
        "ab_words_lt(a, d->n, d->num_words) & ~ab_words_is_zero(a, d->num_words)",
        "~ab_words_is_zero(a, d->num_words)",
        "ec",
    ),
    Fault(
        "ECDSA: an order too few subtracted from an x-coordinate",
        EC + "ecdsa.c",
        "for (unsigned i = 0; i < d->cofactor; i++)",
        "for (unsigned i = 1; i < d->cofactor; i++)",
        "ec",
    ),
    Fault("public key: a y from p on", EC + "ec_words.c", " && ab_words_lt(y, d->p, d->num_words)", "", "ec"),
    Fault(
        "ECDSA: an r of 0",
        EC + "ec_words.c",
        "ab_words_lt(a, d->n, d->num_words) & ~ab_words_is_zero(a, d->num_words)",
        "ab_words_lt(a, d->n, d->num_words)",
        "ec",
    ),
    Fault(
        "ECDSA: a digest longer than the order",
        EC + "ec_words.c",
        "if (len < order_len || shift == 0)",
        "if (len <= order_len || shift == 0)",
        "ec",
    ),
    Fault(
        "EC: a point that is not on the curve",
        EC + "ec_words.c",
        "ab_words_lt(y, d->p, d->num_words) && c->is_on_curve(x, y)",
        "ab_words_lt(y, d->p, d->num_words)",
        "ec",
    ),
    Fault(
        "EC: a compressed x that is not reduced",
        EC + "ec_point.c",
        "!ab_words_lt(x, c->domain->p, c->domain->num_words) || ",
        "",
        "corpus_ec_key",
    ),
    Fault(
        "EC: the parity of a hybrid point",
        EC + "ec_point.c",
        "encoded[0] != (AB_EC_HYBRID | (encoded[len - 1] & 1))",
        "(encoded[0] & ~1) != AB_EC_HYBRID",
        "ec",
    ),
    Fault(
        "P-384: a wrong multiple of 2^384",
        "kernels/ec/p384/p384_field.h",
        "#define FOLD_1 0xffffffff\n",
        "#define FOLD_1 0xfffffffe\n",
        "ec_field",
    ),
    Fault(
        "X25519: a shared secret of zero",
        "crypto/curve25519/x25519.c",
        "return differs != 0;",
        "return differs >= 0;",
        "curve25519",
    ),
    Fault(
        "X25519: a private key that is not clamped",
        "crypto/curve25519/x25519.c",
        "    scalar[0] &= 248;\n",
        "",
        "curve25519",
    ),
    Fault(
        "Ed25519: an s above the order",
        "crypto/curve25519/ed25519.c",
        "!ab_scalar_is_reduced(&ab_order25519, signature + HALF)",
        "signature[2 * HALF - 1] >= 0xe0",
        "curve25519",
    ),
    Fault(
        "Ed25519: a context without its length",
        "crypto/curve25519/ed25519.c",
        "(uint8_t)m->context_len }",
        "0 }",
        "curve25519",
    ),
    Fault(
        "Ed25519: x with the other sign",
        "kernels/curve25519/fe25519_template.h",
        "fe_is_odd(x) == in[31] >> 7",
        "fe_is_odd(x) != in[31] >> 7",
        "curve25519",
    ),
    Fault(
        "25519: a bit above 2^255",
        "kernels/curve25519/fe25519_template.h",
        "{ 19 * top }",
        "{ 18 * top }",
        "curve25519",
    ),
    Fault(
        "448: a highest limb that folds once", "kernels/curve448/fe448.h", "    a->v[HALF] += top;\n", "", "curve448"
    ),
    Fault(
        "Ed448: the last byte of a signature",
        "crypto/curve448/ed448.c",
        "signature[AB_ED448_SIGNATURE_LEN - 1] != 0 || ",
        "",
        "curve448",
    ),
    Fault(
        "Ed448: a wrong constant of the curve",
        "kernels/curve448/fe448.h",
        "MINUS_D = 39081",
        "MINUS_D = 39082",
        "curve448",
    ),
    Fault(
        "EdDSA: a scalar that is not reduced",
        "crypto/eddsa/scalar.c",
        "    subtract_order(n, r);\n    subtract_order(n, r);\n",
        "",
        "curve25519",
    ),
]

MLKEM = [
    Fault(
        "ML-KEM: a ciphertext of which a byte differs",
        "crypto/mlkem/mlkem_kem.c",
        "ab_ct_memcmp(same, ciphertext, len)",
        "ab_ct_memcmp(same, ciphertext, len - 1)",
        "mlkem",
    ),
    Fault(
        "ML-KEM: a rejection that ignores the ciphertext",
        "crypto/mlkem/mlkem_kem.c",
        "memcpy(in[i] + sizeof(keys[i]->z), ciphertexts[i], len);",
        "memset(in[i] + sizeof(keys[i]->z), 0, len);",
        "mlkem",
    ),
    Fault(
        "ML-KEM: a wrong hash in a private key",
        "crypto/mlkem/mlkem_key.c",
        "return differs == 0;\n}\n\nint ab_mlkem_set_private",
        "return differs != 256;\n}\n\nint ab_mlkem_set_private",
        "mlkem",
    ),
    Fault(
        "ML-KEM: a sample equal to q",
        "kernels/mlkem/mlkem_portable.c",
        "if (candidate < Q)",
        "if (candidate <= Q)",
        "mlkem",
    ),
    Fault(
        "ML-KEM: a coefficient equal to q",
        "kernels/mlkem/mlkem_portable.c",
        "(Q - 1 - out[i]) >> 31",
        "(Q - out[i]) >> 31",
        "mlkem",
    ),
    Fault(
        "ML-KEM: coefficients equal to q with AVX2",
        "kernels/mlkem/mlkem_bytes_avx2.c",
        "_mm256_cmpgt_epi16(v, _mm256_set1_epi16(Q - 1))",
        "_mm256_cmpgt_epi16(v, _mm256_set1_epi16(Q))",
        "mlkem",
    ),
    Fault(
        "ML-KEM: a wrong constant of the inverse NTT",
        "kernels/mlkem/mlkem_ring_template.h",
        "SCALED_ZETA = -266",
        "SCALED_ZETA = -265",
        "mlkem",
    ),
    Fault(
        "ML-KEM: swapped halves of vectors",
        "kernels/mlkem/mlkem_vec_avx2.h",
        "_mm256_permute2x128_si256(a, b, 0x31)",
        "_mm256_permute2x128_si256(a, b, 0x13)",
        "mlkem",
    ),
    Fault(
        "ML-KEM: a quotient too great by one",
        "kernels/mlkem/mlkem_bytes_avx2.c",
        "_mm256_set1_epi16(-(Q / 2)), remainder",
        "_mm256_set1_epi16(-(2 * Q)), remainder",
        "mlkem",
    ),
]

SLHDSA_TREE, SLHDSA_CHAINS = "crypto/slhdsa/slhdsa_tree.c", "kernels/slhdsa/"

SLHDSA = [
    Fault("SLH-DSA: the sibling of a leaf", SLHDSA_TREE, "leaf >> height ^ 1)", "leaf >> height ^ 2)", "slhdsa"),
    Fault(
        "SLH-DSA: the index of a parent without the trees before",
        SLHDSA_TREE,
        "(t->first >> height) + at + i",
        "at + i",
        "slhdsa",
    ),
    Fault(
        "SLH-DSA: the checksum of WOTS+ without its highest digit",
        "crypto/slhdsa/slhdsa_wots.c",
        "(uint8_t)(sum >> 8)",
        "0",
        "slhdsa",
    ),
    Fault(
        "SLH-DSA: a signature of any length",
        "crypto/slhdsa/slhdsa_verify.c",
        "    if (len != key->params->signature_len)\n        return 0;\n",
        "",
        "slhdsa",
    ),
    Fault(
        "SLH-DSA: a context without its length",
        "crypto/slhdsa/slhdsa_message.c",
        "{ 0, (uint8_t)m->context_len }",
        "{ 0, 0 }",
        "slhdsa",
    ),
    Fault(
        "SLH-DSA: a root that is not compared",
        "crypto/slhdsa/slhdsa_key.c",
        "return memcmp(root, key->pk_root, key->params->n) == 0;",
        "return root[0] <= 255;",
        "slhdsa",
    ),
    Fault(
        "SLH-DSA: chains of SHA-256 that end together",
        SLHDSA_CHAINS + "sha256_chains_template.h",
        "t < g->num_steps[j]",
        "t < 16",
        "slhdsa",
    ),
    Fault(
        "SLH-DSA: chains of SHAKE256 that end together",
        SLHDSA_CHAINS + "shake_chains_template.h",
        "g->num_steps > t;",
        "g->num_steps > -1;",
        "slhdsa",
    ),
    Fault(
        "SLH-DSA: a signature's values from before the first step",
        SLHDSA_CHAINS + "sha256_chains_template.h",
        "h[g->kept_step[j]][k][j]",
        "h[0][k][j]",
        "slhdsa",
    ),
]

COINCIDING = [
    Fault(
        "EC: the last sum of equal points is not mended",
        "kernels/ec/weierstrass/weierstrass_group_template.h",
        "uint64_t equal = ab_ct_barrier(fe_is_zero(&d->h) & fe_is_zero(&d->r));",
        "uint64_t equal = ab_ct_barrier(fe_is_zero(&d->h) & fe_is_zero(&d->r) & 0);",
        "ec",
    ),
    Fault(
        "EC: a public sum of equal points is not a double",
        "kernels/ec/weierstrass/weierstrass_group_template.h",
        "        twice(p, p);\n}\n\n/* p += digit times",
        "        *p = *sum;\n}\n\n/* p += digit times",
        "ec",
    ),
    Fault(
        "EC: a public sum of opposite points is a double",
        "kernels/ec/weierstrass/weierstrass_group_template.h",
        "else if (!is_zero(&d->h) || !is_zero(&d->r))",
        "else if (!is_zero(&d->h))",
        "ec",
    ),
    Fault(
        "EC with IFMA: the last sum of equal points is not mended",
        "kernels/ec/weierstrass/weierstrass_x4_template.h",
        "ab_ct_barrier(is_zero_lane(&d->h, 0) & is_zero_lane(&d->r, 3))",
        "ab_ct_barrier(is_zero_lane(&d->h, 0) & is_zero_lane(&d->r, 3) & 0)",
        "ec",
    ),
    Fault(
        "EC, several keys in step: the last sum of equal points is not mended",
        "kernels/ec/weierstrass/weierstrass_batch8_template.h",
        "equal = fes_is_zero(d.h) & fes_is_zero(d.r);",
        "equal = 0 & fes_is_zero(d.h) & fes_is_zero(d.r);",
        "ec",
    ),
]

FFC = [
    Fault(
        "DSA: an r or s above q",
        "crypto/dsa/dsa.c",
        "!ab_words_is_zero(a, q->num_words) && ab_words_lt(a, q->n, q->num_words)",
        "!ab_words_is_zero(a, q->num_words)",
        "ffc",
    ),
    Fault(
        "DSA: any v",
        "crypto/dsa/dsa.c",
        "ab_words_eq(m, sig->r, q->num_words)",
        "ab_words_eq(m, sig->r, 0)",
        "evp.dsa",
    ),
    Fault(
        "DH: a public value of a small subgroup",
        "crypto/ffc/ffc.c",
        "    return has_order_q(f, y) > 0;",
        "    return has_order_q(f, y) >= 0;",
        "evp.dh",
    ),
    Fault("DH: a public value of p - 1", "crypto/ffc/ffc.c", "differ = a[0] ^ p[0] ^ 1", "differ = a[0] ^ p[0]", "ffc"),
    Fault("DSA: a nonce that is not wiped", "crypto/dsa/dsa.c", "    ab_wipe(s->k, s->len);\n", "", "residue"),
    Fault("ECDSA: a nonce that is not wiped", EC + "ecdsa.c", "    ab_wipe(nonce, sizeof(nonce));\n", "", "residue"),
]

DER = "provider/signature/ecdsa_der.c"

PROVIDER = [
    Fault("DER: a negative number", DER, " || in.at[0] >> 7", "", "evp.ecdsa"),
    Fault(
        "DER: a number with a zero byte too many",
        DER,
        "\n        || (in.len > 1 && in.at[0] == 0 && !(in.at[1] >> 7)))",
        ")",
        "evp.ecdsa",
    ),
    Fault("DER: bytes after the signature", DER, " || whole.len != 0)", ")", "evp.ecdsa"),
    Fault(
        "DER: bytes after both numbers",
        DER,
        "second == AB_DER_WRONG || r.len != 0",
        "second == AB_DER_WRONG",
        "evp.ecdsa",
    ),
    Fault(
        "DER: a number without its zero byte", DER, "    if (number[zeros] >> 7)\n        *at++ = 0;\n", "", "evp.ecdsa"
    ),
]

FAULTS = [
    *AES_MODES,
    *AES_KERNELS,
    *RECORDS,
    *HASHES,
    *HASH_KERNELS,
    *KDFS,
    *BIGNUM,
    *RSA_LOGIC,
    *CURVES,
    *COINCIDING,
    *MLKEM,
    *SLHDSA,
    *CHACHA,
    *CHACHA_512,
    *SM4,
    *ARIA,
    *CAMELLIA,
    *FFC,
    *PROVIDER,
]

EQUIVALENT = [
    Equivalent(
        "CBC with HMAC: padding that does not fit is subtracted",
        TLS + "hmac_open.c",
        "ab_ct_select(ab_ct_lt(r->max_len, pad), 0, pad)",
        "ab_ct_select(0, 0, pad)",
        "ab_tls_cbc_unpad refuses such padding by itself: it gives the complement of the MAC that was computed, "
        "whatever that is, and no place of memory depends on the length.",
    ),
    Equivalent(
        "inverse of an RSA exponent: a carry that is lost",
        "crypto/rsa/integers.c",
        "        carry &= ab_ct_is_zero(work[i]);\n",
        "        carry = 0;\n",
        "phi is even, for it is a multiple of p - 1: k phi ends in a zero bit, and adding 1 to it never carries.",
    ),
]
