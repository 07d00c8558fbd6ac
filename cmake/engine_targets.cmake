# One helper a kind of target. Sources and headers are listed, never globbed.

# engine_library(NAME state_hashmap SRCS a.cpp a.hpp ... DEPS common_base ... [THIRD_PARTY fmt::fmt ...])
#   DEPS are libraries of ours and are public; THIRD_PARTY stays private to the folder that wraps it.
function(engine_library)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;DEPS;THIRD_PARTY" ${ARGN})
  add_library(${ARG_NAME} STATIC ${ARG_SRCS})
  set_target_properties(${ARG_NAME} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${ARG_NAME} PUBLIC ${ARG_DEPS} PRIVATE ${ARG_THIRD_PARTY})
endfunction()

# engine_program(NAME eddyline SRCS main.cpp DEPS ... [THIRD_PARTY ...]); the binary lands in <build>/bin.
function(engine_program)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;DEPS;THIRD_PARTY" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SRCS})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_DEPS} ${ARG_THIRD_PARTY} Threads::Threads)
  set_target_properties(${ARG_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
endfunction()

# engine_test(NAME common_tests SRCS ... DEPS ...): a GoogleTest binary, registered with ctest under its own name.
function(engine_test)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;DEPS;THIRD_PARTY" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SRCS})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_DEPS} ${ARG_THIRD_PARTY} GTest::gtest GTest::gtest_main Threads::Threads)
  target_precompile_headers(${ARG_NAME} PRIVATE <gtest/gtest.h> <algorithm> <map> <memory> <optional> <string> <vector>)
  set_target_properties(${ARG_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_compile_definitions(${ARG_NAME} PRIVATE EDDYLINE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  add_test(NAME ${ARG_NAME} COMMAND ${ARG_NAME} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endfunction()
