# Language level, warnings, optimisation, sanitizers, linker and compiler cache for every target.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(EDDYLINE_CCACHE ccache)
if(EDDYLINE_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${EDDYLINE_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${EDDYLINE_CCACHE})
endif()

add_compile_options(-Wall -Wextra -Werror -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough -fno-omit-frame-pointer)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Both warn about sound code of the standard library once it is inlined (GCC 12).
  add_compile_options(-Wno-maybe-uninitialized -Wno-restrict)
  add_compile_options(-fpch-preprocess)
else()
  # GCC's hints to its vectorizer.
  add_compile_options(-Wno-unknown-pragmas)
endif()

if(EDDYLINE_ARCH AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-march=${EDDYLINE_ARCH})
endif()

set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1")
if(EDDYLINE_SANITIZE)
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
  add_compile_options(-fsanitize=${EDDYLINE_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${EDDYLINE_SANITIZE})
  add_compile_definitions(EDDYLINE_SANITIZED=1)
  # Some forty programs carry the whole engine each: compressed line tables and fixed addresses halve what they take on disk.
  add_compile_options(-gz)
  add_link_options(-gz)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND EDDYLINE_SANITIZE MATCHES "address")
    set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
    add_compile_options(-fno-pie)
    add_link_options(-no-pie)
  endif()
endif()

if(EDDYLINE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(EDDYLINE_MOLD mold)
if(EDDYLINE_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

find_package(Threads REQUIRED)
include_directories(BEFORE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
