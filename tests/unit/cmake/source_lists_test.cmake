# cmake -P: leave_out_folders in folders whose names would be patterns.
include(${CMAKE_CURRENT_LIST_DIR}/../../../cmake/source_lists.cmake)

foreach(root IN ITEMS "/work/eddyline" "/work/a b" "/work/c++" "/work/(c" "/work/a b+(c)" "/work/[x]*?.$^|")
  set(sources "${root}/common/a.cpp" "${root}/sql/a.cpp" "${root}/sqlite/a.cpp" "${root}/build/dev/generated/a.cpp" "${root}/jobmanager/rest/a.cpp")
  leave_out_folders(sources "${root}/build/dev" "${root}/jobmanager/rest" "${root}/sql")
  set(expected "${root}/common/a.cpp" "${root}/sqlite/a.cpp")
  if(NOT "${sources}" STREQUAL "${expected}")
    message(SEND_ERROR "in ${root}: ${sources}\nexpected: ${expected}")
  endif()
endforeach()
