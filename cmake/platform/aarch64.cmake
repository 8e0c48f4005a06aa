# The portable implementations only. The suffix of a file says what it needs: cmake/instruction_sets.cmake.
set(AB_HAS_X86 OFF)
set(AB_HAS_COMMAND OFF)
set(AB_TEST_PROCESSOR aarch64)
set(AB_TEST_LEVELS none)
set(AB_PROTECTION -mbranch-protection=standard)
string(CONCAT AB_LEFT_OUT
  "_(x86|i686)\\.c$|"
  "_(avx2|bmi2|adx|sha|aesni|vaes256|avx512|vaes512|gfni256|gfni512|ifma)(_[a-z]+_[0-9]+|_pick)?\\.[cS]$")
