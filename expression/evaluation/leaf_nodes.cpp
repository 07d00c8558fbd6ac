#include "common/columnar/value.hpp"
#include "expression/evaluation/node.hpp"

namespace eddyline::expression {
namespace {

class InputNode final : public Node {
 public:
  explicit InputNode(size_t index) : index_(index) {}
  Result<ColumnPtr> evaluate(EvaluationContext&, const Batch& batch, SelectedRows) override {
    return batch.column(index_);
  }
  bool runs_on_any_row() const override { return true; }
  const Column* input(const Batch& batch) const override { return batch.column(index_).get(); }

 private:
  size_t index_;
};

class LiteralNode final : public Node {
 public:
  LiteralNode(const Value& value, const DataType& type) : constant_(value.to_constant(type, 1)) {}
  Result<ColumnPtr> evaluate(EvaluationContext&, const Batch& batch, SelectedRows) override {
    if (constant_->size() != batch.physical_rows()) {
      auto resized = Column::flat(constant_->type(), 1, constant_->values_buffer(), constant_->validity_buffer(),
                                  constant_->heap());
      constant_ = Column::constant(std::move(resized), batch.physical_rows());
    }
    return constant_;
  }
  bool runs_on_any_row() const override { return true; }
  const Column* literal() const override { return constant_.get(); }

 private:
  ColumnPtr constant_;
};

}  // namespace

NodePtr make_input_node(size_t index) {
  return std::make_unique<InputNode>(index);
}

NodePtr make_literal_node(const Value& value, const DataType& type) {
  return std::make_unique<LiteralNode>(value, type);
}

}  // namespace eddyline::expression
