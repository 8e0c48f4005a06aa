/* Made by generate/make_kat.py with an independent implementation: the folds of bignum_kat.c. */
static const struct answers answers[] = {
    { 1, 0xdd325fe5d3055c6eu, 0x12b7259589933ca9u, 0xb5460773e6af1874u, 0xd94834adb15c8c04u, 0x348eb88dd09e611eu },
    { 4, 0xdd30545d98106addu, 0x792817161e49c0afu, 0xd56cd14469a87c62u, 0x74817d3ef4846685u, 0x1aeeeef52c49ed3du },
    { 7, 0xde3b0fc5448f4a7cu, 0x973ba44f846982d3u, 0x067e278e63d41cfau, 0x20332ca258001fccu, 0x1958a1a763029ee3u },
    { 8, 0xdf1ca04ea3285c4bu, 0x1bbf6a68024d1112u, 0xc64f53344d14ea2bu, 0xf8bf85754f40233cu, 0x7ccaa472717e2869u },
    { 12, 0x5da5f147293a091du, 0x012145661802d661u, 0x825a8f6ee35c7d9bu, 0xdab10e66f0f9b70du, 0x16c56cec3ffb12aeu },
    { 16, 0xba345360721b72ebu, 0x8c7655ed68c0fef5u, 0xf30de72541942ed0u, 0x188be80f83798d4fu, 0xeb8c675ea1e6625du },
    { 24, 0x3d188e1a477f37f8u, 0x5d7ab233c8f42436u, 0x66fb1e69a22e12b7u, 0x3f5f2fff1dd5475bu, 0xcf6ecbea8511e569u },
    { 32, 0x5e10753cee196accu, 0xeddefaca7fe63826u, 0xd0d84c0bcfb63690u, 0xe31ab46ed0355ba9u, 0x4b5c551a80590c8fu },
    { 48, 0x39358423955841cbu, 0x564305402b3790fdu, 0xe1687a35f08c3075u, 0x5f5b42f860d1133fu, 0xccc94539c4908e50u },
    { 64, 0xceb5dfc1126728deu, 0xfbd62b000aa42264u, 0x2fed8f313f14e19fu, 0x84ec68216f68dca1u, 0x4b91a370e03ae138u },
};
