// An option that a user may set and nothing reads would be a promise nobody keeps: every option either has a reader in
// the sources or refuses what does not work. Both are looked up, so neither can go stale.

#include <gtest/gtest.h>

#include <array>

#include "common/config/connector_options.hpp"
#include "common/config/engine_options.hpp"
#include "connectors/connector_registry.hpp"
#include "tests/tidy/source_tree.hpp"

namespace eddyline::tidy {
namespace {

/// An option as its header declares it.
struct DeclaredOption {
  std::string member;
  std::string key;
  std::string header;
};

bool is_product(const SourceFile& file) {
  return file.is_cpp() && file.top_folder() != "tests" && file.top_folder() != "bench";
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The name that ends before `end`, blanks between left out.
std::string name_before(std::string_view text, size_t end) {
  while (end > 0 && !is_name(text[end - 1])) --end;
  size_t start = end;
  while (start > 0 && is_name(text[start - 1])) --start;
  return std::string(text.substr(start, end - start));
}

/// Of the shape: Option<T> member{*this, "key", ...}.
std::vector<DeclaredOption> declared_options() {
  std::vector<DeclaredOption> options;
  for (const SourceFile& file : source_tree()) {
    if (!file.path.ends_with("_options.hpp") || !is_product(file)) continue;
    for (size_t at = file.text.find("*this,"); at != std::string::npos; at = file.text.find("*this,", at + 1)) {
      const size_t open = file.text.find('"', at) + 1;
      const std::string key = file.text.substr(open, file.text.find('"', open) - open);
      options.push_back({name_before(file.text, file.text.rfind('{', at)), key, file.path});
    }
  }
  return options;
}

/// Whether the name at `at` is a whole argument, or asked for its key, in a statement that reads a configuration.
bool is_read(std::string_view code, size_t at, size_t length) {
  const std::string_view after = code.substr(at + length);
  if (!after.starts_with(')') && !after.starts_with(',') && !after.starts_with(".key")) return false;
  const size_t start = code.find_last_of(";{}", at);
  const std::string_view statement = code.substr(start, at - start);
  static constexpr std::array<std::string_view, 5> kReads{"get(", "find(", "raw(", "parse_bound<", "required_property("};
  return std::ranges::any_of(kReads, [&](std::string_view read) { return statement.find(read) != std::string_view::npos; });
}

/// Scripts ask a process for the values of keys.
bool is_read_by_script(const SourceFile& file, const std::string& key) {
  return file.top_folder() == "bin" && file.text.find(key) != std::string::npos;
}

bool has_reader(const DeclaredOption& option) {
  const std::string name = "." + option.member;
  for (const SourceFile& file : source_tree()) {
    if (is_read_by_script(file, option.key)) return true;
    if (!is_product(file) || file.path == option.header) continue;
    for (size_t at = file.text.find(name); at != std::string::npos; at = file.text.find(name, at + 1)) {
      if (is_read(file.text, at, name.size())) return true;
    }
  }
  return false;
}

const OptionBase* find_option(const connectors::ConnectorRegistry& registry, const std::string& key) {
  if (const OptionBase* option = engine_option_catalog().find(key)) return option;
  if (const OptionBase* option = table_factory_options().find(key)) return option;
  for (const connectors::ConnectorFactory* factory : registry.factories()) {
    for (const OptionScope& scope : factory->option_scopes({})) {
      if (const OptionBase* option = scope.group->find(key)) return option;
    }
  }
  return nullptr;
}

TEST(OptionReadersTest, EveryOptionIsReadOrRefused) {
  connectors::ConnectorRegistry registry;
  connectors::register_connectors(registry);
  const std::vector<DeclaredOption> options = declared_options();
  ASSERT_GT(options.size(), 40u) << "the declarations changed their shape: mend the pattern above";
  for (const DeclaredOption& declared : options) {
    const OptionBase* option = find_option(registry, declared.key);
    ASSERT_NE(option, nullptr) << declared.key;
    const bool read = has_reader(declared);
    EXPECT_TRUE(read || !option->limit_text().empty())
        << declared.header << ": nothing reads " << declared.key
        << ": use it, or declare what does not work with .only or .no_effect_yet";
    EXPECT_FALSE(read && !option->has_effect()) << declared.key << " is read: it has an effect, take .no_effect_yet away";
  }
}

TEST(OptionReadersTest, ADefaultIsNeverRefused) {
  for (const OptionGroup* group : engine_option_catalog().groups()) {
    for (const OptionBase* option : group->options()) {
      if (option->default_text().empty() || !option->has_effect()) continue;
      EXPECT_TRUE(option->check(option->key(), option->default_text()).ok()) << option->key();
    }
  }
}

}  // namespace
}  // namespace eddyline::tidy
