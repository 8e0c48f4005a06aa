/* Made by generate/make_kat.py with an independent implementation: the folds of hash_kat.c. */
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
    [AB_HASH_BLAKE2B512] = { 0x6038479905068b79u, 0xc5e719eb1ae69f55u, 0x44155039d035e267u },
    [AB_HASH_BLAKE2S256] = { 0x2524a357ae79ce73u, 0x7ab66fe86d30daa7u, 0xa701c632ce54af9fu },
    [AB_HASH_MD5_SHA1] = { 0x4c3be870c2c721eeu, 0xc561445ce53173d4u, 0xa693bf44e63c5a30u },
    [AB_HASH_SHA3_224] = { 0x11c4f39fe8b094a6u, 0x4b9dcc2a44d58d48u, 0xa4a254a07975e8c5u },
    [AB_HASH_SHA3_256] = { 0xeb1bb1216e4ed58au, 0x339cfa9a756f525fu, 0xcd4b37bd07aa5f3eu },
    [AB_HASH_SHA3_384] = { 0xf25d95c2fd9bf6deu, 0xc9e8eb0ba82bb795u, 0x12a82c3ba91909c0u },
    [AB_HASH_SHA3_512] = { 0x5b4d24ea6a4aa3c3u, 0xcabe8b1b7621aa37u, 0x067306b9340e866bu },
    [AB_HASH_KECCAK_224] = { 0x5b290eb070e2a8b4u, 0xfd3ad4a649012180u, 0x90514f2586bbd0fau },
    [AB_HASH_KECCAK_256] = { 0xeaa97f8b43b09b91u, 0x34b513b2762f764du, 0x2c59ddcc9946c917u },
    [AB_HASH_KECCAK_384] = { 0x4aea7fc35750557cu, 0x56e215bd46b656a6u, 0xda027436381a0257u },
    [AB_HASH_KECCAK_512] = { 0x5f188d9dbe784e75u, 0xeeb9499753f70476u, 0x573615dade6f1a2eu },
    [AB_HASH_SHAKE_128] = { 0x987adf4384861ad9u, 0x6e22ede1842a36f4u, 0xda35f91b781f780au },
    [AB_HASH_SHAKE_256] = { 0x119791a72dd2674du, 0x7175d670a770363du, 0x3062bf40d2bcecd9u },
    [AB_HASH_CSHAKE_KECCAK_128] = { 0x243b5d98056fbee5u, 0x725b8e709d5c31f7u, 0x806944e876078dd4u },
    [AB_HASH_CSHAKE_KECCAK_256] = { 0x585877d213089188u, 0x57d8ade769c68d33u, 0xe66cf4935a2ac806u },
};
