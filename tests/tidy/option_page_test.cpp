#include "tests/tidy/option_page.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "common/config/connector_options.hpp"
#include "common/config/engine_options.hpp"
#include "connectors/connector_registry.hpp"
#include "tests/tidy/source_tree.hpp"

namespace eddyline::tidy {
namespace {

constexpr std::string_view kPagePath = "docs/config.md";

std::vector<const OptionGroup*> documented_groups(const connectors::ConnectorRegistry& registry) {
  std::vector<const OptionGroup*> groups = engine_option_catalog().groups();
  groups.push_back(&table_factory_options());
  for (const connectors::ConnectorFactory* factory : registry.factories()) {
    for (const OptionScope& scope : factory->option_scopes({})) groups.push_back(scope.group);
  }
  return groups;
}

const SourceFile* find_file(std::string_view path) {
  for (const SourceFile& file : source_tree()) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

TEST(OptionPageTest, IsTheOneMadeFromTheDeclarations) {
  connectors::ConnectorRegistry registry;
  connectors::register_connectors(registry);
  const std::string page = option_page(documented_groups(registry));
  if (std::getenv("REWRITE") != nullptr) {
    std::ofstream(std::string(EDDYLINE_SOURCE_DIR) + "/" + std::string(kPagePath)) << page;
    return;
  }
  const SourceFile* file = find_file(kPagePath);
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(file->text, page) << "run REWRITE=1 tidy_tests and look at the difference";
}

TEST(OptionPageTest, NamesEveryOptionDeclaredInTheTree) {
  const SourceFile* page = find_file(kPagePath);
  ASSERT_NE(page, nullptr);
  for (const SourceFile& file : source_tree()) {
    if (!file.path.ends_with("_options.hpp") || file.top_folder() == "tests") continue;
    for (size_t at = file.text.find("*this,"); at != std::string::npos; at = file.text.find("*this,", at + 1)) {
      const size_t open = file.text.find('"', at);
      const std::string key = file.text.substr(open + 1, file.text.find('"', open + 1) - open - 1);
      EXPECT_NE(page->text.find("| `" + key + "` |"), std::string::npos)
          << file.path << " declares " << key << ": no catalog and no connector's option_scopes() names its group";
    }
  }
}

}  // namespace
}  // namespace eddyline::tidy
