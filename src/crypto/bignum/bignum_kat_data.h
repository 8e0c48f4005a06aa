/* Made by generate/make_kat.py with an independent implementation: the folds of bignum_kat.c. */
static const struct answers answers[] = {
    { 1, 0x3a583cb4753b962fu, 0xfd1dc4612e35cb27u, 0x7c0a7e2b0c30de89u, 0x1d78afc105c6443au, 0x8477b5c2016bfad0u },
    { 4, 0x4d8ad62a57bc5f92u, 0x604db83a80a2f789u, 0x17e253f544f9b8f6u, 0x9c385e38ad3304ccu, 0x9cb1d8d42ddcffe1u },
    { 7, 0xd079a03333fe530au, 0xdf2a390c233e71b4u, 0x28d2bd7f907440bau, 0x480406d4a6b86373u, 0x14595e632ef6e592u },
    { 8, 0xa33b3b253b26052eu, 0x3a7ada826f3e9e33u, 0x0f2e5ed99ba13724u, 0xc95278c4ccc150c9u, 0x745f485a0e56213du },
    { 12, 0xb275354b8e6cb03du, 0xe4e36d079ae97739u, 0x9a1ec573a1843d3eu, 0xfc0401125b0a2e02u, 0x1b91f4fa14d7592du },
    { 16, 0xe06eeffbcf427a13u, 0xd65290e4b84e2bccu, 0x29ce3c3316da30ccu, 0xc64689a3cc8f0226u, 0x46b15f03ed6c5da7u },
    { 24, 0x881a65ac2699f1d1u, 0x0c888f56a5562b33u, 0xb0f207433bbfc496u, 0xf78960c0bc36ee37u, 0x269e07f55de79689u },
    { 32, 0xece4e5c7c2f50d79u, 0xacc42f0a921cade1u, 0xbdbc773898ea889cu, 0x2ea494af3b4ac4a6u, 0xf2374f9475277e38u },
    { 48, 0x02c632e6d149f631u, 0x8529404183ac0e35u, 0xe9eca81052443baeu, 0x242c4277d8f84ce3u, 0x333dc10c4a0f34dbu },
    { 64, 0x8e49962ec8cece62u, 0x9bfcd0bf34992f28u, 0xf648bc5e4481f53bu, 0x76dc2a780bb38b38u, 0x1d15c180dc61d73cu },
};
