# 32-bit x86 with SSE2. The kernels in C for AES-NI, VAES-256 and the SHA instructions serve here as they are, and the
# portable implementations for the rest.
set(AB_HAS_X86 OFF)
set(AB_TEST_PROCESSOR i686)
set(AB_TEST_LEVELS aesni vaes256)
set(AB_PROTECTION -fcf-protection=full)
string(CONCAT AB_LEFT_OUT
  "(_list|_words|_absorb|kernels)_x86\\.c$|(cpu|aes|ciphers_list|sha_list|slhdsa_list)_other\\.c$|_chains_sha\\.c$|"
  "_(avx2|bmi2|adx|avx512|vaes512|gfni256|gfni512|ifma)(_[a-z]+_[0-9]+|_pick)?\\.[cS]$")
add_compile_options(-msse2)
