# Static probes (src/os/probe.h): where <sys/sdt.h> of SystemTap is installed (Debian: systemtap-sdt-dev).
include(CheckIncludeFile)
check_include_file(sys/sdt.h AB_HAS_SDT)
if(AB_HAS_SDT)
  target_compile_definitions(afterburner_module PRIVATE AB_HAS_SDT)
endif()
