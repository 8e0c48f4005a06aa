# The lab as the package afterburner-lab has it: the component `lab`, which `make install` leaves out. It has the files
# of this tree in the same folders, below DATADIR/afterburner-lab: the package in Python, the schemas and marks that it
# reads, and the native sources that `connections --libssl` compiles.
set(AB_LAB_DATA ${CMAKE_INSTALL_DATADIR}/afterburner-lab)
configure_file(${PROJECT_SOURCE_DIR}/lab/installed-lab.in ${CMAKE_BINARY_DIR}/lab/afterburner-lab @ONLY)
install(PROGRAMS ${CMAKE_BINARY_DIR}/lab/afterburner-lab DESTINATION ${CMAKE_INSTALL_BINDIR}
  COMPONENT lab EXCLUDE_FROM_ALL)
install(TARGETS lab_driver lab_tls lab_startup lab_load lab_guard
  RUNTIME DESTINATION ${CMAKE_INSTALL_LIBDIR}/afterburner/lab
  COMPONENT lab EXCLUDE_FROM_ALL)
install(TARGETS lab_measure_library lab_connections_library lab_startup_phases_library
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/afterburner/lab COMPONENT lab EXCLUDE_FROM_ALL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/lab/afterburner_lab ${PROJECT_SOURCE_DIR}/lab/schemas
  ${PROJECT_SOURCE_DIR}/lab/native DESTINATION ${AB_LAB_DATA}/lab COMPONENT lab EXCLUDE_FROM_ALL
  PATTERN __pycache__ EXCLUDE PATTERN CMakeLists.txt EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/lab/requirements.txt ${PROJECT_SOURCE_DIR}/lab/marks.txt
  DESTINATION ${AB_LAB_DATA}/lab COMPONENT lab EXCLUDE_FROM_ALL)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/scripts/venv.sh DESTINATION ${AB_LAB_DATA}/scripts
  COMPONENT lab EXCLUDE_FROM_ALL)
install(FILES ${PROJECT_SOURCE_DIR}/docs/man/afterburner-lab.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
  COMPONENT lab EXCLUDE_FROM_ALL)
