#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/sql/harness/sql_file.hpp"

namespace eddyline::sql_tests {

/// tests/sql
std::string sql_folder();
/// Of all files below it, relative to it, sorted.
std::vector<std::string> sql_file_paths();
/// Whether all is to be run that can be: bin/test.sh --all.
bool runs_everything();

/// What the file needs and a cluster of processes does not have; empty if nothing.
std::string_view missing_feature(const SqlFile& file);

/// "aggregate_sum_retract" for test names.
std::string test_name_of(const std::string& path);

}  // namespace eddyline::sql_tests
