/* Powers of a fixed base by a comb: see comb.h. */
#include "crypto/ffc/comb.h"

#include <stdlib.h>
#include <string.h>

#include "ct/ct.h"

/* Return the entry for these rows in the table of a piece. */
static size_t entry_offset(const struct ab_modulus *m, size_t part, size_t rows)
{
    return (part * AB_COMB_ENTRIES + rows) * m->num_words;
}

/* Fill entries 1, 2, 4 and 8 of every piece: base to the power of two of its lowest bit. */
static void fill_single_rows(const struct ab_modulus *m, struct ab_comb *c, uint64_t *power)
{
    for (size_t row = 0; row < AB_COMB_TEETH; row++)
        for (size_t part = 0; part < AB_COMB_PARTS; part++) {
            memcpy(c->table + entry_offset(m, part, (size_t)1 << row), power, m->num_words * sizeof(*power));
            for (size_t i = 0; i < c->spacing; i++)
                ab_mod_mont_sqr(m, power, power);
        }
}

/* Fill the entries of several rows: the entry without the lowest row, times the entry of that row. */
static void fill_products(const struct ab_modulus *m, struct ab_comb *c)
{
    for (size_t part = 0; part < AB_COMB_PARTS; part++) {
        memcpy(c->table + entry_offset(m, part, 0), m->one, m->num_words * sizeof(*m->one));
        for (size_t rows = 3; rows < AB_COMB_ENTRIES; rows++) {
            size_t lowest = rows & (0 - rows);

            if (rows != lowest)
                ab_mod_mont_mul(m, c->table + entry_offset(m, part, rows),
                                c->table + entry_offset(m, part, rows - lowest),
                                c->table + entry_offset(m, part, lowest));
        }
    }
}

struct ab_comb *ab_comb_new(const struct ab_modulus *m, const uint64_t *base, size_t num_bits)
{
    size_t num = AB_COMB_PARTS * AB_COMB_ENTRIES * m->num_words;
    struct ab_comb *c = malloc(sizeof(*c) + num * sizeof(c->table[0]));
    uint64_t *power = malloc(m->num_words * sizeof(*power));

    if (c == NULL || power == NULL) {
        free(power);
        free(c);
        return NULL;
    }
    c->num_bits = num_bits;
    c->spacing = (num_bits + AB_COMB_TEETH * AB_COMB_PARTS - 1) / (AB_COMB_TEETH * AB_COMB_PARTS);
    ab_mod_to_mont(m, power, base);
    fill_single_rows(m, c, power);
    fill_products(m, c);
    free(power);
    return c;
}

/* Return the bits of all rows at this place of this piece as the number of an entry. */
static uint64_t rows_at(const struct ab_modulus *m, const struct ab_comb_power *p, size_t part, size_t place)
{
    uint64_t rows = 0;

    for (size_t row = 0; row < AB_COMB_TEETH; row++) {
        size_t bit = (row * AB_COMB_PARTS + part) * p->comb->spacing + place;

        if (bit < 64 * m->num_words)
            rows |= (p->exponent[bit / 64] >> (bit % 64) & 1) << row;
    }
    return rows;
}

/* r = the entry of this number, which is secret. */
static void gather(const struct ab_modulus *m, uint64_t *r, const uint64_t *table, uint64_t rows)
{
    uint64_t mask[AB_COMB_ENTRIES];

    for (size_t i = 0; i < AB_COMB_ENTRIES; i++)
        mask[i] = ab_ct_eq(i, rows);
    for (size_t k = 0; k < m->num_words; k++) {
        uint64_t word = 0;

        for (size_t i = 0; i < AB_COMB_ENTRIES; i++)
            word |= mask[i] & table[i * m->num_words + k];
        r[k] = word;
    }
}

int ab_comb_exp(const struct ab_modulus *m, uint64_t *r, const struct ab_comb_power *p)
{
    uint64_t *entry = malloc(2 * m->num_words * sizeof(*entry)), *power;

    if (entry == NULL)
        return 0;
    power = entry + m->num_words;
    memcpy(power, m->one, m->num_words * sizeof(*power));
    for (size_t place = p->comb->spacing; place-- > 0;) {
        ab_mod_mont_sqr(m, power, power);
        for (size_t part = 0; part < AB_COMB_PARTS; part++) {
            gather(m, entry, p->comb->table + entry_offset(m, part, 0), rows_at(m, p, part, place));
            ab_mod_mont_mul(m, power, power, entry);
        }
    }
    ab_mod_from_mont(m, r, power);
    ab_wipe(entry, 2 * m->num_words * sizeof(*entry));
    free(entry);
    return 1;
}

int ab_comb_exp_joint_public(const struct ab_modulus *m, uint64_t *r, const struct ab_comb_power p[2])
{
    uint64_t *power = malloc(m->num_words * sizeof(*power));

    if (power == NULL)
        return 0;
    memcpy(power, m->one, m->num_words * sizeof(*power));
    for (size_t place = p[0].comb->spacing; place-- > 0;) {
        ab_mod_mont_sqr(m, power, power);
        for (size_t i = 0; i < 2 * AB_COMB_PARTS; i++) {
            uint64_t rows = rows_at(m, &p[i % 2], i / 2, place);

            if (rows != 0)
                ab_mod_mont_mul(m, power, power, p[i % 2].comb->table + entry_offset(m, i / 2, (size_t)rows));
        }
    }
    ab_mod_from_mont(m, r, power);
    free(power);
    return 1;
}
