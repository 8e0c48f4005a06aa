# The driver for Windows. afterburner-lab starts lab/driver, which starts it in Wine.
foreach(target lab_measure lab_timing lab_kinds lab_session)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cli/windows)
  target_compile_definitions(${target} PRIVATE _FILE_OFFSET_BITS=64)
  target_compile_options(${target} PRIVATE "SHELL:-include posix.h" ${AB_OS_WARNINGS})
endforeach()
add_executable(lab_driver windows/main.c windows/system.c ${PROJECT_SOURCE_DIR}/cli/windows/posix.c
  $<TARGET_OBJECTS:lab_session> $<TARGET_OBJECTS:lab_timing> $<TARGET_OBJECTS:lab_kinds>)
target_include_directories(lab_driver PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/cli/windows)
target_compile_options(lab_driver PRIVATE "SHELL:-include posix.h" ${AB_OS_WARNINGS})
target_link_libraries(lab_driver PRIVATE lab_measure OpenSSL::Crypto pthread)
set_target_properties(lab_driver PROPERTIES OUTPUT_NAME driver RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lab)
configure_file(windows/driver.in ${CMAKE_BINARY_DIR}/lab/driver @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
