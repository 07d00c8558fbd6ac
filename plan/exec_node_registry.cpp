#include "plan/exec_node_registry.hpp"

#include <utility>

#include "common/base/check.hpp"

namespace eddyline::plan {

void ExecNodeRegistry::add(std::string_view type, Make make) {
  CHECK(by_type_.emplace(type, std::move(make)).second) << "exec node " << type << " is registered already";
}

std::shared_ptr<ExecNode> ExecNodeRegistry::make(std::string_view type) const {
  const auto found = by_type_.find(type);
  return found == by_type_.end() ? nullptr : found->second();
}

}  // namespace eddyline::plan
