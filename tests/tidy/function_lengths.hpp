#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eddyline::tidy {

struct FunctionLength {
  std::string name;
  size_t first_line;
  /// Lines from the first of the signature's last statement to the closing brace.
  size_t lines;
};

/// Every function defined in C++ text, by the braces at namespace and class scope; lambdas count with their function.
/// A heuristic: it knows no preprocessor, so each branch of an #if counts.
std::vector<FunctionLength> function_lengths(std::string_view text);

}  // namespace eddyline::tidy
