#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/file/text_output.hpp"
#include "operators/operator.hpp"
#include "tests/operator_driver/operator_surroundings.hpp"

namespace eddyline::operators {

/// A clock at 0, a context, and batches of BIGINT columns as text.
class OperatorTestBase : public testing::Test {
 protected:
  /// One column a list; kMissing stands for NULL.
  static constexpr int64_t kMissing = INT64_MIN;
  static Batch batch(const std::vector<std::vector<int64_t>>& columns, const std::vector<RowKind>& kinds = {});
  /// "+I 1 null" a row.
  static std::vector<std::string> rows_of(const Batch& batch);

  /// Calls until done; what comes out in order, rows as rows_of().
  std::vector<std::string> feed(Operator& op, const Batch& batch);

  tests::OperatorSurroundings surroundings_;
};

/// Keeps what is written.
class CapturedText final : public TextOutput {
 public:
  Status write(std::string_view piece) override {
    text += piece;
    return {};
  }
  std::string text;
};

}  // namespace eddyline::operators
