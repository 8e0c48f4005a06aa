"""Faults of ciphers, records, hash functions and derivations, which faults.py collects."""

from fault import Fault

AES = "crypto/aes/aes_"

AES_MODES = [
    Fault("GCM: the length of a long IV in bytes", AES + "gcm.c", "8 * (uint64_t)iv_len", "(uint64_t)iv_len", "aead"),
    Fault(
        "GCM: the counter of a block that is finished later",
        "kernels/aes/gcm_template.h",
        "    gcm_set_counter(g, counter, 1);\n",
        "",
        "aead",
    ),
    Fault(
        "GCM: key stream made ahead within a block",
        AES + "gcm.c",
        "g->used = g->text_len % AB_AES_BLOCK;",
        "g->used = 0;",
        "aead",
    ),
    Fault(
        "CBC-CTS: the last bytes with those before them",
        "crypto/aes/block.h",
        "last >> 8 * (8 - n), 0 }",
        "last, 0 }",
        "modes",
    ),
    Fault("GCM: every tag is right", AES + "gcm.c", "    return diff == 0;", "    return diff >= 0;", "aead"),
    Fault(
        "GCM: associated data without padding",
        AES + "gcm.c",
        "    if (g->text_len == 0)\n        g->pending_len = (g->pending_len + 15) / AB_AES_BLOCK * AB_AES_BLOCK;\n",
        "",
        "aead",
    ),
    Fault("CCM: no flag of associated data", AES + "ccm.c", "    c->first[0] |= 0x40;\n", "", "aead"),
    Fault(
        "CCM: 0xff00 bytes of associated data with a length of two bytes",
        AES + "ccm.c",
        "    if (len < 0xff00) {",
        "    if (len <= 0xff00) {",
        "aead",
    ),
    Fault(
        "CCM: a message that is longer than its length field allows",
        AES + "ccm.c",
        "    if (q < 8 && message_len >> (8 * q) != 0)\n        return 0;\n",
        "",
        "aead",
    ),
    Fault("CCM: the counter starts at 0", AES + "ccm.c", "    c->counter[15] = 1;\n", "", "aead"),
    Fault(
        "key wrap: the last byte of padding is not looked at",
        AES + "wrap.c",
        "i < padded; i++)",
        "i < padded - 1; i++)",
        "evp.vectors.wycheproof.aesni",
    ),
    Fault(
        "key wrap: a length of one block less",
        AES + "wrap.c",
        "ab_ct_lt(padded - 8, length)",
        "ab_ct_lt(padded - 9, length)",
        "evp.vectors.wycheproof.aesni",
    ),
    Fault(
        "key wrap: half of the integrity check",
        AES + "wrap.c",
        "iv == NULL ? default_iv : iv, 8);\n    AB_PUBLIC",
        "iv == NULL ? default_iv : iv, 4);\n    AB_PUBLIC",
        "evp.vectors.wycheproof.aesni",
    ),
    Fault(
        "CMAC: a last whole block that is chained early", AES + "cmac.c", "len > fill", "len >= fill", "evp.mac.aesni"
    ),
    Fault(
        "CMAC: the other subkey",
        "crypto/aes/cmac.h",
        "ab_aes_double(k2, k1);",
        "ab_aes_double(k2, k2);",
        "evp.mac.aesni",
    ),
    Fault("SIV: the counter keeps bit 31", AES + "siv.c", "    counter[12] &= 0x7f;\n", "", "aead"),
    Fault(
        "SIV: strings in the wrong order",
        AES + "siv.c",
        "    ab_aes_double(c->d, c->d);\n    ab_aes_xor_block(c->d, c->d, mac);",
        "    ab_aes_xor_block(c->d, c->d, mac);\n    ab_aes_double(c->d, c->d);",
        "aead",
    ),
    Fault(
        "GCM-SIV: a key of six blocks from five",
        AES + "gcm_siv.c",
        "blocks[i][0] = (uint8_t)i;",
        "blocks[i][0] = (uint8_t)(i < 5 ? i : 4);",
        "aead",
    ),
    Fault(
        "OCB: an offset without the last bit of the nonce",
        AES + "ocb.c",
        "c = a ^ (a << 8 | b >> 56)",
        "c = a ^ (a << 8)",
        "aead",
    ),
    Fault(
        "OCB: the length of the tag is not in the nonce", AES + "ocb.c", "8 * tag_len % 128", "8 * tag_len % 64", "aead"
    ),
]

AES_TEMPLATES = "kernels/aes/"

# Those with "512 bits" or "in vectors" in their name are seen only on a processor with AVX-512.
AES_KERNELS = [
    Fault(
        "AES: a round constant that does not wrap",
        AES_TEMPLATES + "expand_template.h",
        "rcon & 0x80 ? 0x11b : 0",
        "rcon & 0x80 ? 0x11a : 0",
        "kernels",
    ),
    Fault(
        "AES: a word of a key of 192 bits from the wrong column",
        AES_TEMPLATES + "expand_template.h",
        "t = _mm_shuffle_epi32(k0, 0xff);",
        "t = _mm_shuffle_epi32(k0, 0xaa);",
        "kernels",
    ),
    Fault(
        "AES: odd keys of 256 bits with a rotation",
        AES_TEMPLATES + "expand_template.h",
        "sub_word(k0, 3, 0)",
        "sub_word(k0, 3, 1)",
        "kernels",
    ),
    Fault(
        "AES: decryption with the round keys of encryption",
        AES_TEMPLATES + "expand_template.h",
        "_mm_aesimc_si128(enc[rounds - r])",
        "_mm_aesimc_si128(enc[r])",
        "kernels",
    ),
    Fault(
        "CBC: decryption with the block before the one before",
        AES_TEMPLATES + "cbc_template.h",
        "vec_load(at->in + i * VEC_BYTES - 16)",
        "vec_load(at->in + i * VEC_BYTES - 32)",
        "kernels",
    ),
    Fault(
        "CTR: counters whose last byte wraps",
        AES_TEMPLATES + "ctr_template.h",
        "last_byte <= 256 - CTR_WIDE_BLOCKS",
        "last_byte <= 257 - CTR_WIDE_BLOCKS",
        "kernels",
    ),
    Fault(
        "OCB: an offset beyond the table",
        AES_TEMPLATES + "ocb_template.h",
        "for (; n > last; n--)",
        "for (; n > last + 1; n--)",
        "kernels",
    ),
    Fault(
        "XTS: a tweak of ciphertext stealing that is not advanced",
        AES_TEMPLATES + "xts_template.h",
        "xts_block(key, next_tweak(tweak), load_block(at.in), enc, gb)",
        "xts_block(key, tweak, load_block(at.in), enc, gb)",
        "kernels",
    ),
    Fault(
        "XTS: the tweak of the block before",
        AES_TEMPLATES + "xts_template.h",
        "(const uint8_t *)t + 16 * blocks, 16)",
        "(const uint8_t *)t + 16 * (blocks - (blocks != 0)), 16)",
        "kernels",
    ),
    Fault(
        "XTS with 512 bits: another modulus",
        AES_TEMPLATES + "xts_template.h",
        "vec_xor(vec_xor3(h, h2, h4), vec_shl64(h, 7))",
        "vec_xor(vec_xor3(h, h2, h4), vec_shl64(h, 6))",
        "kernels",
    ),
    Fault(
        "AES with 512 bits: swapped lanes of counters",
        AES_TEMPLATES + "vec_vaes512.h",
        "_mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0)",
        "_mm512_set_epi64(0, 2, 0, 3, 0, 1, 0, 0)",
        "kernels",
    ),
    Fault(
        "AES with 512 bits: a block too few at the end",
        AES_TEMPLATES + "vec_vaes512.h",
        "_mm512_maskz_mov_epi64(vec_block_mask(n), a)",
        "_mm512_maskz_mov_epi64(vec_block_mask(n - (n != 0)), a)",
        "kernels",
    ),
    Fault(
        "AES with 512 bits: a byte beyond the end is stored",
        AES_TEMPLATES + "vec_vaes512.h",
        "_mm512_mask_storeu_epi8(p, vec_byte_mask(n), a);",
        "_mm512_mask_storeu_epi8(p, vec_byte_mask(n + 1), a);",
        "kernels",
    ),
    Fault(
        "AES with 512 bits: swapped messages",
        AES_TEMPLATES + "vec_vaes512.h",
        "_mm512_inserti32x4(a, vec_lane_block(in[1] + offset), 1)",
        "_mm512_inserti32x4(a, vec_lane_block(in[2] + offset), 1)",
        "lanes",
    ),
]

TLS = "crypto/tls/cbc_"

RECORDS = [
    Fault(
        "CBC with HMAC: a byte of data too many",
        TLS + "hmac_open.c",
        "r->data_len = r->max_len - ab_ct_select(",
        "r->data_len = r->max_len + 1 - ab_ct_select(",
        "cbc_hmac",
    ),
    Fault(
        "CBC with HMAC: a key of one block is hashed",
        TLS + "hmac.c",
        "if (len > sizeof(block)) {",
        "if (len >= sizeof(block)) {",
        "cbc_hmac",
    ),
    Fault(
        "CBC with HMAC: the outer key in the inner hash",
        TLS + "hmac.c",
        "start(c, c->outer, block, OUTER_PAD);",
        "start(c, c->outer, block, INNER_PAD);",
        "cbc_hmac",
    ),
    Fault(
        "CBC with HMAC: padding bytes of the next length",
        TLS + "hmac.c",
        "memset(padding, (int)(pad - 1), sizeof(padding));",
        "memset(padding, (int)pad, sizeof(padding));",
        "cbc_hmac",
    ),
    Fault(
        "CBC with HMAC: the length without the key's block",
        TLS + "hmac_open.c",
        "8 * (r->c->num_keyed + end)",
        "8 * end",
        "cbc_hmac",
    ),
    Fault(
        "CBC with HMAC: a MAC whose last block is the one before",
        TLS + "hmac_open.c",
        "last = (end + LEN_LEN) / HASH_BLOCK;",
        "last = (end + LEN_LEN - 1) / HASH_BLOCK;",
        "cbc_hmac",
    ),
]

HASH = "crypto/hash/"
LANES512 = "kernels/lanes/"

HASH_KERNELS = [
    Fault(
        "SHA-512 with AVX-512 and short rounds: a wrong rotation of the schedule",
        "kernels/sha/sha512_short_avx512.S",
        "vprorq  ymm11, ymm\\w7, 61",
        "vprorq  ymm11, ymm\\w7, 60",
        "hash",
    ),
    Fault(
        "SHA-512 with AVX-512: a wrong majority",
        "kernels/sha/sha512_avx512.c",
        "early(early(rest + (a & (b ^ c))) + *d)",
        "early(early(rest + (a & (b | c))) + *d)",
        "hash",
    ),
    Fault(
        "hash functions in vectors of 512 bits: a wrong majority",
        LANES512 + "words32_avx512.h",
        "_mm512_ternarylogic_epi32(a, b, c, 0xe8)",
        "_mm512_ternarylogic_epi32(a, b, c, 0xea)",
        "batch",
    ),
    Fault(
        "hash functions in vectors of 512 bits: bytes of a word in the wrong order",
        LANES512 + "words32_avx512.h",
        "_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203)",
        "_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010302)",
        "batch",
    ),
    Fault(
        "SHA-3 in vectors of 512 bits: a word too few of the last eight",
        "kernels/keccak/keccak_lanes_avx512.c",
        "0xff >> (WIDTH - min(WIDTH, num_words - at))",
        "0x7f >> (WIDTH - min(WIDTH, num_words - at))",
        "batch",
    ),
    Fault(
        "SHA-3 in vectors of 512 bits: a message in place of one that is absent",
        "kernels/keccak/keccak_lanes_avx512.c",
        "from[i < num_lanes ? i : 0]",
        "from[i + 1 < num_lanes ? i : 0]",
        "batch",
    ),
    Fault(
        "Argon2 in vectors of 512 bits: a product that is not doubled",
        "kernels/argon2/argon2_words_avx512.h",
        "return words_add(product, product);",
        "return product;",
        "argon2",
    ),
]

HASHES = [
    Fault(
        "SHA-3: a whole block that is not permuted",
        HASH + "sponge.c",
        "if (used + part < rate)",
        "if (used + part <= rate)",
        "hash",
    ),
    Fault(
        "SHA-3: one round too few",
        "kernels/keccak/keccak_portable.c",
        "i < AB_KECCAK_ROUNDS",
        "i < AB_KECCAK_ROUNDS - 1",
        "hash",
    ),
    Fault(
        "SHA-3: a wrong rotation",
        "kernels/keccak/keccak_portable.c",
        "(t + 1) * (t + 2) / 2 % 64",
        "(t + 1) * (t + 2) / 2 % 63",
        "hash",
    ),
    Fault(
        "SHA-2: a wrong majority",
        "kernels/sha/sha2_portable_template.h",
        "(x & y) ^ (x & z) ^ (y & z)",
        "(x & y) ^ (x & z)",
        "hash",
    ),
    Fault(
        "SHA-2: a wrong word of the schedule",
        "kernels/sha/sha2_portable_template.h",
        "SMALL_SIGMA0(w[t - 15])",
        "SMALL_SIGMA0(w[t - 14])",
        "hash",
    ),
    Fault(
        "Merkle-Damgard: padding that does not fit",
        HASH + "md.c",
        "used + min_padding(s) <= block ? block",
        "used + min_padding(s) <= block + 1 ? block",
        "batch",
    ),
    Fault(
        "BLAKE2: the length of a block too few",
        HASH + "blake2.c",
        "compress(c, buffer_of(c, s), 1, done + block, 0, s);",
        "compress(c, buffer_of(c, s), 1, done, 0, s);",
        "hash",
    ),
    Fault(
        "HMAC: a key of one block is hashed",
        "crypto/hmac/hmac.c",
        "if (len > block_len)",
        "if (len >= block_len)",
        "hmac",
    ),
]

KDFS = [
    Fault(
        "HKDF: the second block without the first", "crypto/kdf/hkdf.c", "number > 1", "number > 2", "evp.kdf.vaes256"
    ),
    Fault(
        "HKDF: 256 blocks",
        "crypto/kdf/hkdf.c",
        "out_len > AB_HKDF_MAX_BLOCKS * digest_len",
        "out_len > (AB_HKDF_MAX_BLOCKS + 1) * digest_len",
        "hmac",
    ),
    Fault(
        "PBKDF2: an iteration too many",
        "crypto/kdf/pbkdf2.c",
        "d->num_iterations - 1, num)",
        "d->num_iterations, num)",
        "evp.kdf.aesni",
    ),
    Fault(
        "PBKDF2: blocks by one counter",
        "crypto/kdf/pbkdf2.c",
        "__builtin_bswap32(d->next++)",
        "__builtin_bswap32(d->next)",
        "evp.kdf.aesni",
    ),
    Fault(
        "TLS 1.0 PRF: halves of an odd secret",
        "crypto/kdf/tls1_prf.c",
        "secret_len / 2 + secret_len % 2",
        "secret_len / 2",
        "evp.kdf.vaes256",
    ),
    Fault(
        "one-step KDF: the counter starts at 0", "crypto/kdf/sskdf.c", "number = 1;", "number = 0;", "evp.kdf.vaes256"
    ),
    Fault("KBKDF: the counter starts at 0", "crypto/kdf/kbkdf.c", "number = 1;", "number = 0;", "evp.kdf.vaes256"),
    Fault(
        "SSHKDF: the digests after the first",
        "crypto/kdf/sshkdf.c",
        "ab_hash_update(&message, digest, digest_len);",
        "",
        "evp.kdf.vaes256",
    ),
    Fault(
        "PKCS12KDF: the 1 that a step adds",
        "crypto/kdf/pkcs12_kdf.c",
        "unsigned carry = 1;",
        "unsigned carry = 0;",
        "evp.kdf.vaes256",
    ),
    Fault(
        "X942KDF: the tag of a field",
        "provider/kdf/x942_kdf.c",
        "write_part(at, 3, &k->parts[PRIVATE])",
        "write_part(at, 2, &k->parts[PRIVATE])",
        "evp.kdf.vaes256",
    ),
    Fault(
        "RFC 6979: one tag for both steps",
        "crypto/nonce/nonce.c",
        "step_k(g, 1, private_key, digest, len);",
        "step_k(g, 0, private_key, digest, len);",
        "ec",
    ),
]

CHACHA = [
    Fault(
        "ChaCha20: nine double rounds",
        "kernels/chacha/chacha_portable.c",
        "DOUBLE_ROUNDS = 10",
        "DOUBLE_ROUNDS = 9",
        "chacha",
    ),
    Fault(
        "ChaCha20: the carry of the counter",
        "kernels/chacha/chacha_portable.c",
        "    counter[1] += counter[0] == 0;\n",
        "",
        "chacha",
    ),
    Fault(
        "Poly1305: a clamp of one bit less",
        "kernels/chacha/poly1305_words.h",
        "0x0ffffffc0ffffffc",
        "0x0ffffffc0ffffffe",
        "chacha",
    ),
    Fault(
        "Poly1305: a last block without its one",
        "kernels/chacha/poly1305_words.h",
        "    block[len] = 1;\n",
        "",
        "chacha",
    ),
    Fault(
        "Poly1305: a result from p on",
        "kernels/chacha/poly1305_words.h",
        "u128_sum(p->h[0], 5, 0)",
        "u128_sum(p->h[0], 4, 0)",
        "chacha",
    ),
    Fault(
        "Poly1305 in vectors: powers of r in the wrong order",
        "kernels/chacha/poly1305_vectors.h",
        "four_set_factor(&t->power, &t->even[PAIRS - n]);",
        "four_set_factor(&t->power, &t->even[PAIRS - 1]);",
        "chacha",
    ),
    Fault(
        "ChaCha20-Poly1305: lengths in the wrong order",
        "crypto/chacha/chacha20_poly1305.c",
        "{ c->aad_len, c->text_len }",
        "{ c->text_len, c->aad_len }",
        "chacha",
    ),
    Fault(
        "ChaCha20-Poly1305: a tag of which a byte differs",
        "crypto/chacha/chacha20_poly1305.c",
        "diff = ab_ct_memcmp(right, tag, tag_len);",
        "diff = ab_ct_memcmp(right, tag, tag_len - 1);",
        "chacha",
    ),
]

CHACHA_512 = [
    Fault(
        "ChaCha20 in vectors of 512 bits: a wrong rotation",
        "kernels/chacha/chacha_rows_avx512.h",
        ": _mm512_rol_epi32(a, 7);",
        ": _mm512_rol_epi32(a, 9);",
        "chacha",
    ),
    Fault(
        "ChaCha20 in vectors of 512 bits: swapped counters",
        "kernels/chacha/chacha_rows_avx512.h",
        "_mm512_setr_epi64(n, 0, n + 1, 0, n + 2, 0, n + 3, 0)",
        "_mm512_setr_epi64(n, 0, n + 2, 0, n + 1, 0, n + 3, 0)",
        "chacha",
    ),
    Fault(
        "ChaCha20 in vectors of 512 bits: a counter without its carry",
        "kernels/chacha/chacha_rows_avx512.h",
        "return _mm512_add_epi64(wide_all(counter),",
        "return _mm512_add_epi32(wide_all(counter),",
        "chacha",
    ),
    Fault(
        "Poly1305 with IFMA: powers of the key of the last message",
        "kernels/chacha/poly1305_words.h",
        "    p->has_powers = 0;\n}\n\n/* Wipe",
        "}\n\n/* Wipe",
        "chacha",
    ),
    Fault(
        "Poly1305 with IFMA: powers of the key that stay in memory",
        "kernels/chacha/poly1305_words.h",
        "ab_wipe(p->powers + i, 4 *",
        "ab_wipe(p->powers + i, 2 *",
        "chacha",
    ),
]

SM4 = [
    Fault(
        "SM4-XTS by GB/T 17964: tweaks whose bits are not reversed",
        "kernels/sm4/sm4_rounds_template.h",
        "return gb ? sm4_reverse_bits(t) : t;",
        "return gb ? vec_xor(t, vec_zero()) : t;",
        "kernels",
    ),
    Fault(
        "SM4: the words of the key schedule are turned the wrong way",
        "kernels/sm4/sm4_round_aes_template.h",
        "load_block(sm4_operands.turn[i])",
        "load_block(sm4_operands.turn[4 - i])",
        "kernels",
    ),
    Fault(
        "SM4: decryption leaves the round keys in the order of encryption",
        "kernels/sm4/sm4_expand_template.h",
        "from + 4 * (SM4_ROUNDS - 1 - i)",
        "from + 4 * i",
        "kernels",
    ),
]

ARIA = [
    Fault(
        "ARIA: even rounds take the S-boxes of odd ones",
        "kernels/aria/aria_rounds_aes_template.h",
        "b[i] = aria_round(b[i], &aria_even, 0, k);",
        "b[i] = aria_round(b[i], &aria_odd, 1, k);",
        "kernels",
    ),
    Fault(
        "ARIA: decryption leaves the diffusion out of a round key",
        "kernels/aria/aria_rounds_aes_template.h",
        "aria_diffuse(vec_from_block(k), aria_plain)",
        "aria_diffuse(vec_from_block(k), aria_odd.inputs)",
        "kernels",
    ),
    Fault(
        "ARIA: decryption by GFNI takes round keys in the order of the other rounds",
        "kernels/aria/aria_rounds_gfni.h",
        "return _mm_shuffle_epi32(block_aria_diffuse(k, k, _mm_setzero_si128()), 0xb1);",
        "return block_aria_diffuse(k, k, _mm_setzero_si128());",
        "kernels",
    ),
    Fault(
        "ARIA: even rounds over slices take the S-boxes of odd ones",
        "kernels/aria/aria_slices.h",
        "aria_slice_round(rk[1], s, 0);",
        "aria_slice_round(rk[1], s, 1);",
        "kernels",
    ),
]

CAMELLIA = [
    Fault(
        "Camellia: the bytes of s2 do not get their own matrix on the way to s4",
        "kernels/camellia/camellia_rounds_template.h",
        "    second = OF(select)(camellia_third_bytes, third, second);\n",
        "    (void)third;\n",
        "kernels",
    ),
    Fault(
        "Camellia: FL^-1 takes the key of FL",
        "kernels/camellia/camellia_rounds_template.h",
        "back = OF(camellia_fl_key)(rk + 8);",
        "back = OF(camellia_fl_key)(rk);",
        "kernels",
    ),
    Fault(
        "Camellia: decryption takes the keys in the order of encryption",
        "kernels/camellia/camellia_expand_template.h",
        "memcpy(dec + 8 * i, enc + 8 * (num - 1 - i), 8);",
        "memcpy(dec + 8 * i, enc + 8 * i, 8);",
        "kernels",
    ),
]
