#pragma once

#include <memory>
#include <string>
#include <vector>

#include "operators/operator.hpp"
#include "tests/operators/script.hpp"

namespace eddyline::tests {

/// An operator made from the head of a script.
struct OperatorUnderTest {
  struct Input {
    std::string name;
    RowType row;
  };
  std::unique_ptr<operators::Operator> instance;
  std::vector<Input> inputs;
  RowType output;
};

/// By the script's setting "operator". A family is one file in a folder of its own, listed in operator_families.cpp.
Result<OperatorUnderTest> make_operator(const Script& script);

}  // namespace eddyline::tests
