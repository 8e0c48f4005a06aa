set(AB_OS linux)
set(AB_IS_ELF ON)
