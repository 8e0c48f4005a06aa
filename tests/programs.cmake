# How test programs are built and registered.

# Each compiler builds this target (afterburner-lab compilers --kernels --test) and runs the tests labelled kernels.
add_custom_target(kernel_tests)

# Label a test: with its tier (quick, full) and with the families that it covers. `make check FAMILY=...` builds
# check_FAMILY, and thereby PROGRAM if that is a target.
function(ab_label test program)
  set_tests_properties(${test} PROPERTIES LABELS "${ARGN}")
  foreach(label ${ARGN})
    if(NOT TARGET check_${label})
      add_custom_target(check_${label})
    endif()
    if(TARGET ${program})
      add_dependencies(check_${label} ${program})
    endif()
  endforeach()
endfunction()

# Add a program NAME_test, made from NAME_test.c and further sources, as the test NAME.
function(ab_program name families tiers)
  add_executable(${name}_test ${name}_test.c ${ARGN})
  target_link_libraries(${name}_test PRIVATE ab_harness)
  add_test(NAME ${name} COMMAND ${name}_test)
  ab_label(${name} ${name}_test ${families} ${tiers})
  set_tests_properties(${name} PROPERTIES TIMEOUT 900)
  if(kernels IN_LIST tiers)
    add_dependencies(kernel_tests ${name}_test)
  endif()
endfunction()

# Add a suite of harness/suites.h as the test NAME, and to the emulator's image if tests/emulator lists its sources.
function(ab_suite name families)
  add_executable(${name}_test ${PROJECT_SOURCE_DIR}/tests/harness/suite_main.c ${ARGN})
  target_compile_definitions(${name}_test PRIVATE AB_SUITE=ab_suite_${name})
  target_link_libraries(${name}_test PRIVATE ab_harness)
  add_test(NAME ${name} COMMAND ${name}_test)
  ab_label(${name} ${name}_test ${families} kernels quick)
  set_tests_properties(${name} PROPERTIES TIMEOUT 900)
  add_dependencies(kernel_tests ${name}_test)
endfunction()
