/* The functions of a struct field_case for four elements in one vector. */
static struct fe_x4 four(const uint64_t a[4][AB_EC_MAX_WORDS])
{
    struct fe x[4];

    for (unsigned i = 0; i < 4; i++)
        x[i] = element(a[i]);
    return fe_x4_from(&x[0], &x[1], &x[2], &x[3]);
}

static void from_four(uint64_t r[4][AB_EC_MAX_WORDS], struct fe_x4 a)
{
    struct fe x;

    for (unsigned i = 0; i < 4; i++) {
        fe_x4_lane(&x, &a, i);
        fe_to_words(r[i], &x);
    }
    leave_vectors();
}

static void mul4(uint64_t r[4][AB_EC_MAX_WORDS], const uint64_t a[4][AB_EC_MAX_WORDS],
                 const uint64_t b[4][AB_EC_MAX_WORDS])
{
    from_four(r, fe_x4_settle(fe_x4_mul(four(a), four(b))));
}

/* As in the group law: sums of products without carries in between. */
static void sums4(uint64_t r[4][AB_EC_MAX_WORDS], const uint64_t a[4][AB_EC_MAX_WORDS],
                  const uint64_t b[4][AB_EC_MAX_WORDS])
{
    struct fe_x4 x = four(a), y = four(b), ab = fe_x4_mul(x, y), bb = fe_x4_mul(y, y), left, right;

    left = fe_x4_add(fe_x4_twice(fe_x4_twice(bb)), ALL_LANES, fe_x4_twice(ab));
    right = fe_x4_sub(ab, ALL_LANES, fe_x4_twice(fe_x4_twice(bb)));
    from_four(r, fe_x4_settle(fe_x4_mul(fe_x4_settle(left), fe_x4_settle(right))));
}

#define FIELD_X4_FUNCTIONS mul4, sums4
