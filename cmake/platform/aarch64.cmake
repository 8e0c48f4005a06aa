# The portable implementations only. The suffix of a file says what it needs: cmake/instruction_sets.cmake.
set(AB_HAS_X86 OFF)
set(AB_PROTECTION -mbranch-protection=standard)
set(AB_LEFT_OUT "_x86\\.c$|_(avx2|bmi2|adx|sha|aesni|vaes256|avx512|vaes512|ifma)(_[a-z]+_[0-9]+|_pick)?\\.[cS]$")
