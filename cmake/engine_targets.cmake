# One helper a kind of target. Sources and headers are listed, never globbed.

# engine_library(NAME state_hashmap SRCS a.cpp a.hpp ... DEPS common_base ... [THIRD_PARTY fmt::fmt ...])
#   DEPS are libraries of ours and are public; THIRD_PARTY stays private to the folder that wraps it.
function(engine_library)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;DEPS;THIRD_PARTY" ${ARGN})
  add_library(${ARG_NAME} STATIC ${ARG_SRCS})
  foreach(source IN LISTS ARG_SRCS)
    cmake_path(ABSOLUTE_PATH source)
    set_property(GLOBAL APPEND PROPERTY ENGINE_SOURCES ${source})
  endforeach()
  set_target_properties(${ARG_NAME} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${ARG_NAME} PUBLIC ${ARG_DEPS} PRIVATE ${ARG_THIRD_PARTY})
endfunction()

# engine_program(NAME eddyline SRCS main.cpp DEPS ... [THIRD_PARTY ...]); the binary lands in <build>/bin. The target "programs"
# builds all of them.
add_custom_target(programs)
function(engine_program)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;DEPS;THIRD_PARTY" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SRCS})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_DEPS} ${ARG_THIRD_PARTY} Threads::Threads)
  set_target_properties(${ARG_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
  add_dependencies(programs ${ARG_NAME})
endfunction()

# engine_bench(NAME interval_join_bench SRCS ... DEPS ...): a measured program, built by the preset release with the target
# "benches"; the binary lands in <build>/bench.
add_custom_target(benches)
function(engine_bench)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;DEPS;THIRD_PARTY" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SRCS})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_DEPS} ${ARG_THIRD_PARTY} Threads::Threads)
  set_target_properties(${ARG_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bench")
  add_dependencies(benches ${ARG_NAME})
endfunction()

# Everything that starts threads or crosses them: what the thread sanitizer's build compiles and runs.
add_custom_target(thread_tests)
add_custom_target(fuzz_targets)

# engine_test(NAME common_tests SRCS ... DEPS ... [LABELS threads] [ARGS ...]): a GoogleTest binary, registered with ctest
# under its own name. Its counts go to <build>/test-results/<name>.json. Labels: "threads" also runs under the thread
# sanitizer, "long" runs only with bin/test.sh --all.
function(engine_test)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;DEPS;THIRD_PARTY;LABELS;ARGS" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SRCS})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_DEPS} ${ARG_THIRD_PARTY} GTest::gtest GTest::gtest_main Threads::Threads)
  target_precompile_headers(${ARG_NAME} PRIVATE <gtest/gtest.h> <algorithm> <map> <memory> <optional> <string> <vector>)
  set_target_properties(${ARG_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_compile_definitions(${ARG_NAME} PRIVATE EDDYLINE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  add_test(NAME ${ARG_NAME} COMMAND ${ARG_NAME} ${ARG_ARGS} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${ARG_NAME} PROPERTIES
    ENVIRONMENT "GTEST_OUTPUT=json:${CMAKE_BINARY_DIR}/test-results/${ARG_NAME}.json;UBSAN_OPTIONS=print_stacktrace=1"
    LABELS "${ARG_LABELS}"
    TIMEOUT 900)
  if("threads" IN_LIST ARG_LABELS)
    add_dependencies(thread_tests ${ARG_NAME})
  endif()
endfunction()

# engine_fuzz(NAME parser_fuzz SRCS ... DEPS ... CORPUS corpus/parser [DICTIONARY parser.dict] [BYTES_MAX 4096]): a libFuzzer program (preset fuzz), run over
# its corpus and a fixed number of inputs made from a fixed seed; a hundred times as many as <name>_long.
function(engine_fuzz)
  cmake_parse_arguments(ARG "" "NAME;CORPUS;DICTIONARY;BYTES_MAX" "SRCS;DEPS" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SRCS})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_DEPS} Threads::Threads)
  target_link_options(${ARG_NAME} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${ARG_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/fuzz")
  add_dependencies(fuzz_targets ${ARG_NAME})
  # libFuzzer adds what it finds to the first folder, so that one lies in the build tree.
  set(found "${CMAKE_BINARY_DIR}/fuzz/${ARG_NAME}_found")
  file(MAKE_DIRECTORY ${found})
  if(NOT ARG_BYTES_MAX)
    set(ARG_BYTES_MAX 4096)
  endif()
  set(dictionary "")
  if(ARG_DICTIONARY)
    set(dictionary -dict=${CMAKE_CURRENT_SOURCE_DIR}/${ARG_DICTIONARY})
  endif()
  foreach(extent IN ITEMS ordinary long)
    set(name ${ARG_NAME})
    set(runs 20000)
    if(extent STREQUAL "long")
      string(APPEND name "_long")
      set(runs 2000000)
    endif()
    add_test(NAME ${name} COMMAND ${ARG_NAME} -runs=${runs} -seed=1 -max_len=${ARG_BYTES_MAX} -timeout=20 -rss_limit_mb=2048
      -print_final_stats=1 ${dictionary} ${found} ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_CORPUS})
    set_tests_properties(${name} PROPERTIES TIMEOUT 1800)
  endforeach()
  set_tests_properties(${ARG_NAME}_long PROPERTIES LABELS long)
endfunction()
