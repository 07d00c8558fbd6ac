# Writes build_name.cpp: the version, and a hash of the paths and contents of the sources in SOURCE_LIST. Leaves a file alone that says
# the same already.
file(STRINGS ${SOURCE_LIST} sources)
set(contents "")
foreach(source IN LISTS sources)
  file(SHA256 ${source} hash)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${SOURCE_FOLDER})
  string(APPEND contents "${source} ${hash}\n")
endforeach()
string(SHA256 hash "${contents}")
string(SUBSTRING ${hash} 0 12 hash)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "#include \"programs/build/build_name.hpp\"

namespace eddyline::programs {

std::string_view build_name() { return \"@VERSION@ (@hash@)\"; }

}  // namespace eddyline::programs
")
