#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/base/status.hpp"

namespace eddyline::sql {

/// A file of plan goldens: comment lines, then blocks.
///
///   tables NAME       runs the statements of tables/NAME.sql
///   statement         runs the SQL up to the next empty line
///   plan              the SQL up to "----", then what it shows up to "===="
///   error             the SQL up to "----", then the error's text up to "===="
struct PlanBlock {
  enum class Kind : uint8_t { kTables, kStatement, kPlan, kError };
  Kind kind = Kind::kStatement;
  /// Lines before the block: comments and empty ones, kept when the file is written again.
  std::string leading;
  /// The statement, or the name of a tables file.
  std::string text;
  std::string expected;
  size_t line = 0;
};

struct PlanFile {
  std::vector<PlanBlock> blocks;
  std::string trailing;
};

Result<PlanFile> read_plan_file(const std::filesystem::path& path);
Status write_plan_file(const std::filesystem::path& path, const PlanFile& file);

}  // namespace eddyline::sql
