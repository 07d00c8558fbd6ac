#include "tests/operators/operator_families.hpp"

#include <map>

#include "tests/operators/calc/calc_family.hpp"
#include "tests/operators/group_aggregate/group_aggregate_family.hpp"
#include "tests/operators/interval_join/interval_join_family.hpp"
#include "tests/operators/watermark_assigner/watermark_assigner_family.hpp"

namespace eddyline::tests {

Result<OperatorUnderTest> make_operator(const Script& script) {
  using Make = Result<OperatorUnderTest> (*)(const Script&);
  static const std::map<std::string, Make> kFamilies = {
      {"calc", make_calc_under_test},
      {"group_aggregate", make_group_aggregate_under_test},
      {"interval_join", make_interval_join_under_test},
      {"watermark_assigner", make_watermark_assigner_under_test},
  };
  const auto family = kFamilies.find(script.setting("operator"));
  if (family == kFamilies.end()) return validation_error("no operator family " + script.setting("operator"));
  return family->second(script);
}

}  // namespace eddyline::tests
