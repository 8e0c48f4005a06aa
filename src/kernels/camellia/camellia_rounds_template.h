/*
 * The rounds of Camellia over registers, for camellia_cipher_template.h, which includes it twice: with OF(name) as
 * vec_##name for vectors of blocks, and as block_##name for single blocks, whose narrow registers shuffle twice as
 * often.
 */

/* The order of bytes in a block's halves, and in numbers; its own inverse. */
AB_INLINE OF(value) OF(camellia_order)(OF(value) a)
{
    return OF(shuffle8)(a, OF(broadcast)(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)));
}

AB_INLINE OF(value) OF(camellia_enter_halves)(OF(value) a)
{
    OF(value) turned = OF(affine)(a, OF(load_aligned)(camellia_enter_turned));

    return OF(select)(camellia_turned_bytes, turned, OF(affine)(a, OF(load_aligned)(camellia_enter)));
}

AB_INLINE OF(value) OF(camellia_leave_halves)(OF(value) a)
{
    OF(value) turned = OF(affine)(a, OF(load_aligned)(camellia_leave_turned));

    return OF(select)(camellia_turned_bytes, turned, OF(affine)(a, OF(load_aligned)(camellia_leave)));
}

/* F(a) + b, without what the S-boxes add. */
AB_INLINE OF(value) OF(camellia_round)(OF(value) a, OF(value) b)
{
    OF(value) first = OF(affine_inverse)(a, OF(load_aligned)(camellia_first));
    OF(value) second = OF(affine_inverse)(a, OF(load_aligned)(camellia_second));
    OF(value) third = OF(affine_inverse)(a, OF(load_aligned)(camellia_third)), sum;

    second = OF(select)(camellia_third_bytes, third, second);
    b = OF(xor3)(b, OF(shuffle8)(second, OF(load_aligned)(camellia_second_sum0)),
                 OF(shuffle8)(second, OF(load_aligned)(camellia_second_sum1)));
    sum = OF(xor)(OF(shuffle8)(first, OF(load_aligned)(camellia_first_sum0)),
                  OF(shuffle8)(first, OF(load_aligned)(camellia_first_sum1)));
    return OF(xor3)(sum, OF(swap64)(sum), b);
}

/* The same as it is in the cipher, without A and turns, and so is b. */
AB_INLINE OF(value) OF(camellia_last_round)(OF(value) a, OF(value) b)
{
    OF(value) first = OF(affine_inverse)(a, OF(load_aligned)(camellia_last_first));
    OF(value) second = OF(affine_inverse)(a, OF(load_aligned)(camellia_last_second)), sum;

    b = OF(xor3)(b, OF(shuffle8)(second, OF(load_aligned)(camellia_last_second_sum0)),
                 OF(shuffle8)(second, OF(load_aligned)(camellia_last_second_sum1)));
    sum = OF(xor)(OF(shuffle8)(first, OF(load_aligned)(camellia_last_first_sum0)),
                  OF(shuffle8)(first, OF(load_aligned)(camellia_last_first_sum1)));
    return OF(xor3)(sum, OF(swap64)(sum), b);
}

/* Words of a key: kl with zeros below, and not kr and kr likewise. */
struct OF(fl_key) {
    OF(value) left, not_right, right;
};

AB_INLINE struct OF(fl_key) OF(camellia_fl_key)(const uint8_t *rk)
{
    OF(value) k = OF(set64)(rk), high = OF(broadcast)(_mm_set_epi32(-1, 0, -1, 0));
    OF(value) right = OF (and)(OF(swap32)(k), high);

    return (struct OF(fl_key)){ OF (and)(k, high), OF(xor)(right, high), right };
}

/*
 * FL and FL^-1, sec. 2.4.2 and 2.4.3: xr += (xl & kl) <<< 1, xl += xr | kr, and back. x | k = (x & ~k) + k. A half has
 * xl above xr.
 */
AB_INLINE OF(value) OF(camellia_fl)(OF(value) x, struct OF(fl_key) k)
{
    OF(value) t = OF(turn32)(OF (and)(x, k.left)), right = OF (and)(OF (xor)(OF(swap32)(x), t), k.not_right);

    return OF(xor3)(OF(xor)(x, k.right), OF(swap32)(t), right);
}

AB_INLINE OF(value) OF(camellia_fl_back)(OF(value) x, struct OF(fl_key) k)
{
    x = OF(xor3)(x, k.right, OF (and)(OF(swap32)(x), k.not_right));
    return OF(xor)(x, OF(swap32)(OF(turn32)(OF (and)(x, k.left))));
}

/* Six rounds over num vectors of left halves and of right ones. The halves that come out are as in the cipher. */
AB_INLINE void OF(camellia_six)(const uint8_t *rk, OF(value) * left, OF(value) * right, unsigned num)
{
    OF(value) in = OF(broadcast)(load_block(camellia_left)), out = in;

    AB_UNROLL for (unsigned r = 0; r < 6; r += 2) {
        out = OF(xor)(out, OF(set64)(rk + 8 * r));
        in = OF(xor)(in, OF(set64)(rk + 8 * r + 8));
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        left[i] = OF(xor)(left[i], in);
    AB_UNROLL for (unsigned r = 0; r < 6; r += 2) {
        OF(value) k = OF(set64)(rk + 8 * r);

        AB_UNROLL for (unsigned i = 0; i < num; i++)
            right[i] = OF(camellia_round)(left[i], OF(xor)(right[i], k));
        k = OF(set64)(rk + 8 * r + 8);
        AB_UNROLL for (unsigned i = 0; i < num; i++)
            if (r < 4)
                left[i] = OF(camellia_round)(right[i], OF(xor)(left[i], k));
            else
                left[i] = OF(camellia_last_round)(right[i], OF(camellia_leave_halves)(OF(xor)(left[i], k)));
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        right[i] = OF(camellia_leave_halves)(OF(xor)(right[i], out));
}

AB_INLINE void OF(camellia_fl_layer)(const uint8_t *rk, OF(value) *left, OF(value) *right, unsigned num)
{
    struct OF(fl_key) k = OF(camellia_fl_key)(rk), back = OF(camellia_fl_key)(rk + 8);

    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        left[i] = OF(camellia_enter_halves)(OF(camellia_fl)(left[i], k));
        right[i] = OF(camellia_enter_halves)(OF(camellia_fl_back)(right[i], back));
    }
}

/* All rounds over num vectors. sixes: 3 or 4 times six rounds. */
AB_INLINE void OF(camellia_rounds)(const uint8_t *rk, unsigned sixes, OF(value) *b, unsigned num)
{
    OF(value) left[4], right[4];

    AB_UNROLL for (unsigned i = 0; i < num; i++) {
        OF(value) a = OF(camellia_enter_halves)(OF(camellia_order)(b[i]));

        left[i] = OF(unpack_low64)(a, a);
        right[i] = OF(unpack_high64)(a, a);
    }
    OF(camellia_six)(rk, left, right, num);
    while (--sixes != 0) {
        OF(camellia_fl_layer)(rk + SIX, left, right, num);
        rk += SIX + FL_KEYS;
        OF(camellia_six)(rk, left, right, num);
    }
    AB_UNROLL for (unsigned i = 0; i < num; i++)
        b[i] = OF(camellia_order)(OF(unpack_low64)(right[i], left[i]));
}
