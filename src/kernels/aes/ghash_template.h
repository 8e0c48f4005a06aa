/*
 * GHASH (SP 800-38D sec. 6.4) and POLYVAL (RFC 8452 sec. 3) as one.
 *
 * The field is that of POLYVAL: bit i of a block is the coefficient of x^i, the modulus P = x^128 + x^127 + x^126 +
 * x^121 + 1, and the product is dot(a, b) = a b x^-128 mod P. GHASH is POLYVAL with the bytes of every block reversed
 * and the key multiplied by x (RFC 8452 appendix A), so both share everything below.
 *
 * Product. With a = a1 x^64 + a0 Karatsuba needs three multiplications of halves: low = a0 b0, high = a1 b1 and
 * mid = (a0 + a1)(b0 + b1) = low + high + (a0 b1 + a1 b0). The sums of halves of the key's powers are stored.
 *
 * Reduction. Write the product as v = v3 x^192 + v2 x^128 + v1 x^64 + v0 and P = x^128 + c x^64 + 1, where
 * c = x^63 + x^62 + x^57. Since v + v0 P is divisible by x^64, v x^-64 = (v3 x^64 + v2) x^64 + v1 + v0 x^64 + v0 c: one
 * multiplication by c and one exchange of halves. Twice that gives v x^-128. It is linear, so the products of a whole
 * batch are summed first: x_1 H^n + ... + x_n H costs one reduction.
 */

enum { HASH_BLOCKS = WIDE * VEC_BLOCKS }; /* blocks of a batch; the most powers that are kept */

/* Three-part products, summed. */
struct products {
    vec low, mid, high;
};

AB_INLINE vec reduce(const struct products *p)
{
    vec c = vec_broadcast(_mm_set_epi64x(0, (int64_t)0xc200000000000000));
    vec v = vec_xor3(p->mid, p->low, p->high);

    v = vec_xor3(v, vec_swap64(p->low), vec_clmul_low(p->low, c));
    return vec_xor3(p->high, vec_swap64(v), vec_clmul_low(v, c));
}

/* Adds x0 and x1, each times the power in its place: those of x1 are one vector further on. In three parts. */
AB_INLINE void add_pair_low(struct products *p, vec x0, vec x1, const struct ab_hash_key *h, size_t place)
{
    vec h0 = vec_load_aligned(h->power[place]), h1 = vec_load_aligned(h->power[place + VEC_BLOCKS]);

    p->low = vec_xor3(p->low, vec_clmul_low(x0, h0), vec_clmul_low(x1, h1));
    settle(&p->low);
}

AB_INLINE void add_pair_high(struct products *p, vec x0, vec x1, const struct ab_hash_key *h, size_t place)
{
    vec h0 = vec_load_aligned(h->power[place]), h1 = vec_load_aligned(h->power[place + VEC_BLOCKS]);

    p->high = vec_xor3(p->high, vec_clmul_high(x0, h0), vec_clmul_high(x1, h1));
    settle(&p->high);
}

AB_INLINE void add_pair_mid(struct products *p, vec x0, vec x1, const struct ab_hash_key *h, size_t place)
{
    vec f0 = vec_load_aligned(h->folded[place]), f1 = vec_load_aligned(h->folded[place + VEC_BLOCKS]);
    vec halves = vec_xor(vec_unpack_low64(x0, x1), vec_unpack_high64(x0, x1));

    p->mid = vec_xor3(p->mid, vec_clmul_low(halves, f0), vec_clmul_high_low(halves, f1));
    settle(&p->mid);
}

AB_INLINE void add_pair(struct products *p, vec x0, vec x1, const struct ab_hash_key *h, size_t place)
{
    add_pair_low(p, x0, x1, h, place);
    add_pair_high(p, x0, x1, h, place);
    add_pair_mid(p, x0, x1, h, place);
}

AB_INLINE void add_one(struct products *p, vec x, const struct ab_hash_key *h, size_t place)
{
    vec power = vec_load_aligned(h->power[place]), folded = vec_load_aligned(h->folded[place]);

    p->low = vec_xor(p->low, vec_clmul_low(x, power));
    p->high = vec_xor(p->high, vec_clmul_high(x, power));
    p->mid = vec_xor(p->mid, vec_clmul_low(vec_xor(x, vec_swap64(x)), folded));
}

/* dot(a, b), block by block. */
AB_INLINE vec dot(vec a, vec b)
{
    struct products p = { vec_clmul_low(a, b), vec_clmul_low(vec_xor(a, vec_swap64(a)), vec_xor(b, vec_swap64(b))),
                          vec_clmul_high(a, b) };

    return reduce(&p);
}

AB_INLINE void put_powers(struct ab_hash_key *h, vec v, size_t place)
{
    vec_store(h->power[place], v);
    vec_store(h->folded[place], vec_xor(v, vec_swap64(v)));
}

/*
 * Make as many powers as one vector holds, and zeros behind them, which products with zero blocks read. Within a
 * vector, v = {H^n .. H^1} is extended cyclically, so that one step gives {H^2n .. H^1}.
 */
AB_INLINE void start_powers(struct ab_hash_key *h, __m128i key)
{
    vec top = vec_broadcast(key), v = top;

    for (unsigned n = 1; n < VEC_BLOCKS; n *= 2) {
        vec next = dot(v, top);

        v = vec_pick(next, v, n);
        top = vec_broadcast(vec_first(next));
    }
    put_powers(h, v, AB_HASH_POWERS - VEC_BLOCKS);
    put_powers(h, vec_zero(), AB_HASH_POWERS);
    h->num = VEC_BLOCKS;
}

/* From h->num powers, make up to as many more: the first ones times the highest. */
AB_INLINE void double_powers(struct ab_hash_key *h, size_t num)
{
    vec top = vec_broadcast(load_block(h->power[AB_HASH_POWERS - h->num]));
    size_t more = num - h->num < h->num ? num - h->num : h->num;

    for (size_t place = AB_HASH_POWERS - VEC_BLOCKS; place + more > AB_HASH_POWERS - VEC_BLOCKS; place -= VEC_BLOCKS)
        put_powers(h, dot(vec_load_aligned(h->power[place]), top), place - h->num);
    h->num += (more + VEC_BLOCKS - 1) / VEC_BLOCKS * VEC_BLOCKS;
}

AB_NOINLINE void add_powers(struct ab_hash_key *h, size_t num)
{
    while (h->num < num)
        double_powers(h, num);
}

/* Make sure that the powers H .. H^num exist; num is at most HASH_BLOCKS. */
AB_INLINE void need_powers(struct ab_hash_key *h, size_t num)
{
    if (h->num < num)
        add_powers(h, num);
}

/* a x mod P */
AB_INLINE __m128i times_x(__m128i a)
{
    __m128i carries = _mm_srli_epi64(a, 63);
    __m128i modulus = _mm_set_epi64x((int64_t)0xc200000000000000, 1);
    __m128i overflow = _mm_sub_epi64(_mm_setzero_si128(), _mm_unpackhi_epi64(carries, carries));

    a = _mm_or_si128(_mm_slli_epi64(a, 1), _mm_slli_si128(carries, 8));
    return _mm_xor_si128(a, _mm_and_si128(overflow, modulus));
}

static void ghash_init(struct ab_hash_key *h, const uint8_t key[16])
{
    start_powers(h, times_x(reverse_bytes(load_block(key))));
}

/* The bytes of each block in reverse. */
AB_INLINE vec vec_reverse_bytes(vec a)
{
    return vec_shuffle8(a, vec_broadcast(_mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)));
}

AB_INLINE vec hash_order(vec x, int reversed)
{
    return reversed ? vec_reverse_bytes(x) : x;
}

/* Add num blocks (1 .. AB_HASH_POWERS) to p, the last one times H^(1 + after), with sum added to the first. */
AB_INLINE void add_blocks(struct products *p, const struct ab_hash_key *h, vec sum, const uint8_t *in, size_t num,
                          size_t after, int reversed)
{
    size_t place = AB_HASH_POWERS - num - after;

    for (; num > 2 * VEC_BLOCKS; num -= 2 * VEC_BLOCKS) {
        vec x0 = vec_xor(sum, hash_order(vec_load(in), reversed));

        add_pair(p, x0, hash_order(vec_load(in + VEC_BYTES), reversed), h, place);
        sum = vec_zero();
        place += 2 * VEC_BLOCKS;
        in += 2 * VEC_BYTES;
    }
    if (num > VEC_BLOCKS) {
        vec x0 = vec_xor(sum, hash_order(vec_load(in), reversed));

        add_pair(p, x0, hash_order(vec_load_blocks(in + VEC_BYTES, num - VEC_BLOCKS), reversed), h, place);
    } else
        add_one(p, vec_xor(sum, hash_order(vec_load_blocks(in, num), reversed)), h, place);
}

/* The hash of num blocks, with sum added to the first; both in hash order. */
AB_INLINE __m128i hash_blocks(struct ab_hash_key *h, __m128i sum, const uint8_t *in, size_t num, int reversed)
{
    need_powers(h, num < HASH_BLOCKS ? num : HASH_BLOCKS);
    while (num != 0) {
        size_t now = num % HASH_BLOCKS == 0 ? HASH_BLOCKS : num % HASH_BLOCKS;
        struct products p = { vec_zero(), vec_zero(), vec_zero() };

        add_blocks(&p, h, vec_from_block(sum), in, now, 0, reversed);
        sum = vec_sum(reduce(&p));
        in += 16 * now;
        num -= now;
    }
    return sum;
}

static void ghash(struct ab_hash_key *h, uint8_t sum[16], const uint8_t *in, size_t num_blocks)
{
    store_block(sum, hash_blocks(h, load_block(sum), in, num_blocks, 1));
}
