ab_sources(ab_core
  sha256_chains_avx2.c
  sha256_chains_avx512.c
  sha256_chains_sha.c
  shake_chains_avx2.c
  shake_chains_avx512.c)
