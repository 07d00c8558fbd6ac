// GREATEST and LEAST.
#include "expression/functions/kernel/signature.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

template <bool kGreatest>
class ExtremeKernel final : public Kernel {
 public:
  explicit ExtremeKernel(PhysicalType type) : type_(type) {}

  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    columns_.clear();
    for (const ColumnPtr& argument : arguments) columns_.emplace_back(*argument);
    if (type_ == PhysicalType::kString) {
      rows.for_each([&](size_t row) { out.set_string(row, extreme<std::string_view>(row)); });
      return {};
    }
    visit_physical(type_, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (!std::is_same_v<T, StringView>) {
        rows.for_each([&](size_t row) { out.values<T>()[row] = extreme<T>(row); });
      }
    });
    return {};
  }

 private:
  template <class T>
  T value(size_t column, size_t row) const {
    if constexpr (std::is_same_v<T, std::string_view>) return columns_[column].string(row);
    else return columns_[column].value<T>(row);
  }
  template <class T>
  T extreme(size_t row) const {
    T best = value<T>(0, row);
    for (size_t i = 1; i < columns_.size(); ++i) {
      const T next = value<T>(i, row);
      if (kGreatest ? next > best : next < best) best = next;
    }
    return best;
  }

  PhysicalType type_;
  std::vector<DecodedColumn> columns_;
};

Result<ResolvedCall> resolve_extreme(const std::string& name, std::span<const DataType> types) {
  if (types.empty()) return wrong_argument_count(name, "at least 1");
  const std::optional<DataType> common = common_type(types);
  if (common && !common->is(TypeRoot::kNull) && !common->is_nested()) {
    return ResolvedCall{std::vector<DataType>(types.size(), *common), *common};
  }
  std::string cause;
  for (size_t i = 1; i < types.size() && cause.empty(); ++i) {
    if (common_type(types[0], types[i])) continue;
    cause = "All types in a comparison should support both 'EQUALS' and 'ORDER' comparison with each other. Can not compare " +
            types[0].to_short_string() + " with " + types[i].to_short_string();
  }
  return invalid_call(name, types, name + "(<COMPARABLE>...)", cause);
}

template <bool kGreatest>
void add_extreme(FunctionRegistry& registry, std::string name, std::string help) {
  ScalarFunction function;
  function.internal_name = "$" + name + "$1";
  function.resolve = [name](std::span<const DataType> types, std::span<const Value* const>) {
    return resolve_extreme(name, types);
  };
  function.name = std::move(name);
  function.make_kernel = [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
    return std::make_unique<ExtremeKernel<kGreatest>>(site.type.physical_type());
  };
  function.help = std::move(help);
  registry.add(std::move(function));
}

}  // namespace

void register_extremes(FunctionRegistry& registry);
void register_extremes(FunctionRegistry& registry) {
  add_extreme<true>(registry, "GREATEST", "The greatest argument, NULL if one is NULL.");
  add_extreme<false>(registry, "LEAST", "The least argument, NULL if one is NULL.");
}

}  // namespace eddyline::expression
