/* Made by scripts/make_kat.py with an independent implementation: the folds of hash_kat.c. */
struct ab_hash_answers {
    uint64_t empty, whole, part;
};

static const struct ab_hash_answers ab_hash_answers[AB_NUM_HASHES] = {
    [AB_HASH_SHA1] = { 0x1f294b3c2e0118ebu, 0x39c5c8178861a8b4u, 0x9c6e8eba827f8949u },
    [AB_HASH_SHA224] = { 0xd921ca62bdee36b6u, 0x69b4881c0ad6538fu, 0x7e1469969e44bdd8u },
    [AB_HASH_SHA256] = { 0xf0c0098a8747b1c2u, 0x05c76bc1a7818ef5u, 0x96d231d8cbc41286u },
    [AB_HASH_SHA384] = { 0x3efb7201da1def33u, 0x7448d68b652b65d5u, 0x1286f69c08351648u },
    [AB_HASH_SHA512] = { 0x08962d132e711c17u, 0xc0e639a1e67d068cu, 0x100eb023b0efce35u },
    [AB_HASH_SHA512_224] = { 0x85c5ee6a45549827u, 0xe4516d4880573997u, 0x2c540ca51cfdadbbu },
    [AB_HASH_SHA512_256] = { 0x434eeb6fbe32d117u, 0x822882aa785ed35bu, 0x9baacbc03a0d6bb0u },
    [AB_HASH_SM3] = { 0x0c0b0f6f0a43caa0u, 0xe39534a45e7735ccu, 0xe6beef42e4b2e955u },
    [AB_HASH_RIPEMD160] = { 0x076331b8445acfb2u, 0x4be22962649e28eau, 0xcfa7e2ba941f8bdfu },
    [AB_HASH_MD5] = { 0x568c92f8f5ea62a4u, 0xd9a7e3c90579f4c5u, 0x31fcc98be3432a88u },
    [AB_HASH_MD5_SHA1] = { 0x4c3be870c2c721eeu, 0xc561445ce53173d4u, 0xa693bf44e63c5a30u },
};
