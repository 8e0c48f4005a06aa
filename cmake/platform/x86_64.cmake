set(AB_HAS_X86 ON)
set(AB_PROTECTION -fcf-protection=full)
set(AB_LEFT_OUT "_other\\.c$")
