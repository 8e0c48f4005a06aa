# 32-bit x86 with SSE2. The kernels in C for x86-64 serve here as they are, from AES-NI to AVX-512 IFMA, compiled for
# eight registers; the portable implementations serve for the rest. Left out are
#   - what is for other processors, and the lists in which x86-64 has what is left out here: those of i686 are beside
#     them;
#   - assembly and the files in C around it: ChaCha20, Keccak and what expands by it, MULX, ADCX and ADOX.
set(AB_HAS_X86 OFF)
set(AB_HAS_COMMAND ON)
set(AB_TEST_PROCESSOR i686)
set(AB_TEST_LEVELS aesni vaes256 vaes512)
set(AB_PROTECTION -fcf-protection=full)
string(CONCAT AB_LEFT_OUT
  "(cpu|aes|gains|list|lists)_other\\.c$|"
  "(chacha|curve25519|curve448|ec|bignum|sha1|sha2|sha3|md5_sha1|slhdsa|mldsa|mlkem)_list_x86\\.c$|"
  "(_words|_absorb|gains|kernels)_x86\\.c$|\\.S$|_(bmi2|adx)\\.c$|"
  "(chacha|keccak|mlkem|mldsa|shake)_([a-z]+_)?(avx2|avx512|ifma)\\.c$")
add_compile_options(-msse2)
add_compile_definitions(_FILE_OFFSET_BITS=64)
