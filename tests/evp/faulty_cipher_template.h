/*
 * The broken kernels of one block cipher. The file that includes this defines REAL_LIST, WRAPPED_LIST and OF_CIPHER,
 * which makes names of its own; they are undefined here again.
 */

const struct ab_aes_kernels *const *REAL_LIST(void);
const struct ab_aes_kernels *const *WRAPPED_LIST(void);

/*
 * One broken copy for each level, made again in each call (the test has one thread). The broken functions call the
 * sound ones through `sound`, which are those of the last level, since they run on every processor with AES. If keys of
 * the broken level have another form, more than one bit is wrong.
 */
static struct ab_aes_kernels OF_CIPHER(broken)[MAX_IMPLEMENTATIONS];
static const struct ab_aes_kernels *OF_CIPHER(sound);

/* Every cipher has a round key in row 3. */
static void OF_CIPHER(broken_expand_encrypt)(struct ab_aes_key *key, const uint8_t *user_key, size_t key_len)
{
    OF_CIPHER(sound)->expand_encrypt(key, user_key, key_len);
    key->enc[3][0] ^= 0x80;
}

static void OF_CIPHER(broken_expand_decrypt)(struct ab_aes_key *key)
{
    OF_CIPHER(sound)->expand_decrypt(key);
    key->dec[3][7] ^= 1;
}

static void OF_CIPHER(broken_ctr)(const struct ab_aes_key *key, uint8_t counter[16], const uint8_t *in, uint8_t *out,
                                  size_t len, uint8_t tail[16])
{
    OF_CIPHER(sound)->ctr(key, counter, in, out, len, tail);
    if (len >= 640)
        out[639] ^= 0x80;
}

static void OF_CIPHER(spoil)(struct ab_aes_kernels *kernels, const char *part)
{
    if (part == NULL || strcmp(part, "encrypt") == 0)
        kernels->expand_encrypt = OF_CIPHER(broken_expand_encrypt);
    else if (strcmp(part, "decrypt") == 0)
        kernels->expand_decrypt = OF_CIPHER(broken_expand_decrypt);
    else
        kernels->ctr = OF_CIPHER(broken_ctr);
}

const struct ab_aes_kernels *const *WRAPPED_LIST(void)
{
    static const struct ab_aes_kernels *list[MAX_IMPLEMENTATIONS + 1];
    const struct ab_aes_kernels *const *real = REAL_LIST();

    for (int i = 0; i < MAX_IMPLEMENTATIONS && real[i] != NULL; i++) {
        list[i] = real[i];
        OF_CIPHER(sound) = real[i];
        if (!names_level(getenv("AB_FAULTY_LEVELS"), ab_aes_level(real[i])))
            continue;
        OF_CIPHER(broken)[i] = *real[i];
        OF_CIPHER(spoil)(&OF_CIPHER(broken)[i], getenv("AB_FAULTY_PART"));
        list[i] = &OF_CIPHER(broken)[i];
    }
    return list;
}

#undef REAL_LIST
#undef WRAPPED_LIST
#undef OF_CIPHER
