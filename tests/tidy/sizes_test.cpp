#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "tests/tidy/function_lengths.hpp"
#include "tests/tidy/source_tree.hpp"

namespace eddyline::tidy {
namespace {

constexpr size_t kFunctionLinesMax = 80;
constexpr size_t kFileLinesMax = 500;
constexpr size_t kFolderSourcesMax = 25;

/// "function path name" or "file path" to the size listed.
std::map<std::string, size_t> read_exceptions() {
  std::map<std::string, size_t> exceptions;
  for (const std::string& line : data_lines("size_exceptions.txt")) {
    const size_t blank = line.rfind(' ');
    exceptions[line.substr(0, blank)] = std::stoul(line.substr(blank + 1));
  }
  return exceptions;
}

/// Compares sizes with their limit and with the list, and at the end finds entries that no longer stand for anything.
class SizeCheck {
 public:
  void check(const std::string& what, size_t size, size_t limit) {
    const auto listed = exceptions_.find(what);
    if (listed == exceptions_.end()) {
      EXPECT_LE(size, limit) << what << " is too large: look for its second subject";
      return;
    }
    EXPECT_GT(size, limit) << what << " is within the limit now: take it off tests/tidy/size_exceptions.txt";
    EXPECT_EQ(size, listed->second) << what << ": a listed size may only fall; if it fell, lower the listed one";
    exceptions_.erase(listed);
  }

  void expect_all_met() const {
    for (const auto& [what, size] : exceptions_) ADD_FAILURE() << what << " is listed but does not exist";
  }

 private:
  std::map<std::string, size_t> exceptions_ = read_exceptions();
};

TEST(SizesTest, FunctionsFilesAndFoldersStaySmall) {
  SizeCheck sizes;
  std::map<std::string, size_t> sources;
  for (const SourceFile& file : source_tree()) {
    if (!file.is_cpp()) continue;
    sizes.check("file " + file.path, file.lines().size(), kFileLinesMax);
    if (file.is_source()) ++sources[std::string(file.folder())];
    std::map<std::string, size_t> longest;  // overloads share a name
    for (const FunctionLength& function : function_lengths(file.text)) {
      longest[function.name] = std::max(longest[function.name], function.lines);
    }
    for (const auto& [name, lines] : longest) sizes.check("function " + file.path + " " + name, lines, kFunctionLinesMax);
  }
  for (const auto& [folder, count] : sources) sizes.check("folder " + folder, count, kFolderSourcesMax);
  sizes.expect_all_met();
}

template <class T>
T quantile(std::vector<T> values, double share) {
  if (values.empty()) return T{};
  std::ranges::sort(values);
  return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1))];
}

void expect_quantile(std::string_view what, const std::vector<size_t>& values, double share, size_t limit) {
  const size_t value = quantile(values, share);
  std::cout << what << ": " << value << " (aim " << limit << ") over " << values.size() << "\n";
  EXPECT_LE(value, limit) << what;
}

TEST(SizesTest, ProductCodeKeepsItsAims) {
  std::vector<size_t> headers;
  std::vector<size_t> sources;
  std::vector<size_t> files;
  std::vector<size_t> functions;
  for (const SourceFile& file : source_tree()) {
    if (!file.is_cpp() || file.top_folder() == "tests" || file.top_folder() == "bench") continue;
    (file.is_header() ? headers : sources).push_back(file.lines().size());
    files.push_back(file.lines().size());
    for (const FunctionLength& function : function_lengths(file.text)) functions.push_back(function.lines);
  }
  expect_quantile("header lines, median", headers, 0.5, 80);
  expect_quantile("source lines, median", sources, 0.5, 150);
  expect_quantile("file lines, ninth of ten", files, 0.9, 400);
  expect_quantile("function lines, median", functions, 0.5, 6);
  expect_quantile("function lines, ninth of ten", functions, 0.9, 30);
}

TEST(FunctionLengthsTest, FindsFunctionsByTheirBraces) {
  const std::vector<FunctionLength> found = function_lengths(R"code(
namespace a {
struct Point { int x = 0; int y{1}; };
enum class Kind { kOne };
constexpr int kTable[] = {1, 2};
class Shape {
 public:
  Shape(int a) : a_{a}, b_(2) {
    if (a > 0) { b_ = 3; }
  }
  int area() const { return a_ * b_; }
  bool operator==(const Shape&) const = default;
 private:
  int a_;
  int b_;
};
template <class T>
  requires(sizeof(T) > 1)
T twice(T value) {
  const auto add = [&] { return value + value; };
  return add();
}
}
TEST(Suite, Name) {
  EXPECT_TRUE(true);
}
)code");
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].name, "Shape");
  EXPECT_EQ(found[0].lines, 3U);
  EXPECT_EQ(found[1].name, "area");
  EXPECT_EQ(found[1].lines, 1U);
  EXPECT_EQ(found[2].name, "twice");
  EXPECT_EQ(found[2].lines, 6U);
  EXPECT_EQ(found[3].name, "Suite, Name");
  EXPECT_EQ(found[3].lines, 3U);
}

}  // namespace
}  // namespace eddyline::tidy
