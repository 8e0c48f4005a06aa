# Where `make install` puts each file. OpenSSL looks for modules in LIBDIR/ossl-modules of its own prefix.
install(TARGETS afterburner_module LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/ossl-modules)
install(TARGETS afterburner_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET afterburner_shared)
  install(TARGETS afterburner_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET afterburner_companion)
  install(TARGETS afterburner_companion LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/afterburner)
endif()
if(TARGET afterburner_command)
  install(TARGETS afterburner_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/cli/completion.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME afterburner)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/afterburner DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# The .pc file computes its paths from its own folder, so that the installed tree can be moved.
file(RELATIVE_PATH AB_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_CURRENT_LIST_DIR}/afterburner.pc.in ${CMAKE_BINARY_DIR}/afterburner.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/afterburner.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

foreach(section 1 5 7)
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.${section})
  list(FILTER pages EXCLUDE REGEX "afterburner-lab") # install_lab.cmake
  if(pages)
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
  endif()
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(AB_HAS_TOOLS)
  include(${CMAKE_CURRENT_LIST_DIR}/install_lab.cmake)
endif()
