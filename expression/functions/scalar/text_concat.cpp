// Texts put together: ||, CONCAT, CONCAT_WS, REPEAT, LPAD, RPAD, OVERLAY.
#include <algorithm>

#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/text.hpp"
#include "expression/functions/kernel/text_limit.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

using Text = std::string_view;

int32_t length_sum(std::span<const DataType> types) {
  int64_t sum = 0;
  for (const DataType& type : types) sum += type.length();
  return static_cast<int32_t>(std::min<int64_t>(sum, kMaxLength));
}

DataType concatenation_type(std::span<const DataType> types) {
  const bool fixed = std::ranges::all_of(types, [](const DataType& type) {
    return type.is(TypeRoot::kChar) || type.is(TypeRoot::kBinary);
  });
  const int32_t length = length_sum(types);
  if (types[0].is_binary()) return fixed ? DataType::binary(length) : DataType::varbinary(length);
  return fixed ? DataType::char_(length) : DataType::varchar(length);
}

/// Appends all arguments, or all behind a separator that are not NULL.
class ConcatenationKernel final : public Kernel {
 public:
  ConcatenationKernel(std::string name, bool separated) : name_(std::move(name)), separated_(separated) {}

  Status evaluate(EvaluationContext& context, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    columns_.clear();
    for (const ColumnPtr& argument : arguments) columns_.emplace_back(*argument);
    rows.for_each([&](size_t row) {
      if (separated_ && columns_[0].is_null(row)) return out.set_null(row);
      text_.clear();
      if (separated_ ? join(row) : concatenate(row)) return out.set_string(row, text_);
      out.set_null(row);
      context.fail(row, made_text_too_long(name_));
    });
    return {};
  }

 private:
  bool concatenate(size_t row) {
    return std::ranges::all_of(columns_, [&](const DecodedColumn& column) {
      return append_within_limit(text_, column.string(row));
    });
  }

  bool join(size_t row) {
    bool first = true;
    for (size_t i = 1; i < columns_.size(); ++i) {
      if (columns_[i].is_null(row)) continue;
      if (!first && !append_within_limit(text_, columns_[0].string(row))) return false;
      first = false;
      if (!append_within_limit(text_, columns_[i].string(row))) return false;
    }
    return true;
  }

  std::string name_;
  bool separated_;
  std::vector<DecodedColumn> columns_;
  std::string text_;
};

ScalarFunction::MakeKernel concatenation(std::string name, bool separated) {
  return [name = std::move(name), separated](const CallSite&) -> Result<std::unique_ptr<Kernel>> {
    return std::make_unique<ConcatenationKernel>(name, separated);
  };
}

void add_operator(FunctionRegistry& registry) {
  ScalarFunction function = make_function("||", "Both texts, one behind the other.", {}, concatenation("||", false));
  function.resolve = [](std::span<const DataType> types, std::span<const Value* const>) -> Result<ResolvedCall> {
    if (types.size() != 2) return wrong_argument_count("||", "2");
    std::vector<DataType> operands(types.begin(), types.end());
    for (size_t i = 0; i < 2; ++i) {
      if (operands[i].is(TypeRoot::kNull)) operands[i] = types[1 - i].is_binary() ? DataType::bytes() : DataType::string();
    }
    const bool text = operands[0].is_character() && operands[1].is_character();
    if (!text && !(operands[0].is_binary() && operands[1].is_binary())) {
      return cannot_apply("||", FunctionSyntax::kBinary, types,
                          "'<STRING> || <STRING>'\n'<EQUIVALENT_TYPE> || <EQUIVALENT_TYPE>'");
    }
    const DataType type = concatenation_type(operands);
    return ResolvedCall{std::move(operands), type};
  };
  registry.add(std::move(function));
}

/// LPAD and RPAD: the text cut or filled to `length` characters.
template <bool kLeft>
struct PadRow {
  std::string filled;
  void operator()(ResultCell cell, Text text, int64_t length, Text pad) {
    if (length < 0 || pad.empty()) return cell.set_null();
    const auto wanted = static_cast<size_t>(length);
    const size_t present = count_characters(text);
    if (present >= wanted) return cell.set(text.substr(0, bytes_of_characters(text, wanted)));
    const size_t pad_characters = count_characters(pad);
    size_t missing = wanted - present;
    const size_t room = text.size() < kMadeTextBytesMax ? kMadeTextBytesMax - text.size() : 0;
    if (missing / pad_characters > room / pad.size()) return cell.fail(made_text_too_long(kLeft ? "LPAD" : "RPAD"));
    filled.assign(kLeft ? Text() : text);
    for (; missing >= pad_characters; missing -= pad_characters) filled += pad;
    filled += pad.substr(0, bytes_of_characters(pad, missing));
    if (kLeft) filled += text;
    cell.set(Text(filled));
  }
};

template <bool kLeft>
void add_pad(FunctionRegistry& registry, std::string name, std::string help) {
  // NULL for a negative length or an empty filling, though declared NOT NULL as in Flink; a sink refuses such a row.
  registry.add(make_function(std::move(name), std::move(help),
                             {{{Family::kCharacter, Family::kInteger, Family::kCharacter}, always(DataType::string())}},
                             make_row_kernel<Text, int64_t, Text>(PadRow<kLeft>())));
}

struct RepeatRow {
  std::string repeated;
  void operator()(ResultCell cell, Text text, int64_t times) {
    repeated.clear();
    if (times <= 0 || text.empty()) return cell.set(Text());
    if (static_cast<uint64_t>(times) > kMadeTextBytesMax / text.size()) return cell.fail(made_text_too_long("REPEAT"));
    for (int64_t i = 0; i < times; ++i) repeated += text;
    cell.set(Text(repeated));
  }
};

/// The text with `length` characters from position `from` on replaced.
struct OverlayRow {
  std::string result;
  void operator()(ResultCell cell, Text text, Text replacement, int64_t from) {
    (*this)(cell, text, replacement, from, static_cast<int64_t>(count_characters(replacement)));
  }
  void operator()(ResultCell cell, Text text, Text replacement, int64_t from, int64_t length) {
    if (replacement.size() > kMadeTextBytesMax || text.size() > kMadeTextBytesMax - replacement.size()) {
      return cell.fail(made_text_too_long("OVERLAY"));
    }
    const auto characters = static_cast<int64_t>(count_characters(text));
    if (from <= 0 || from > characters) return cell.set(text);
    result.assign(text.substr(0, bytes_of_characters(text, static_cast<size_t>(from - 1))));
    result += replacement;
    if (length > 0 && from + length <= characters) {
      result += text.substr(bytes_of_characters(text, static_cast<size_t>(from - 1 + length)));
    }
    cell.set(Text(result));
  }
};

void add_overlay(FunctionRegistry& registry) {
  const ResultType sum = [](std::span<const DataType> types) { return DataType::varchar(length_sum(types.first(2))); };
  registry.add(make_function(
      "OVERLAY", "The text with a part replaced.",
      {{{Family::kCharacter, Family::kCharacter, Family::kInteger}, sum},
       {{Family::kCharacter, Family::kCharacter, Family::kInteger, Family::kInteger}, sum}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.size() == 3) return row_kernel<Text, Text, int64_t>(OverlayRow());
        return row_kernel<Text, Text, int64_t, int64_t>(OverlayRow());
      }));
}

}  // namespace

void register_text_concat(FunctionRegistry& registry);
void register_text_concat(FunctionRegistry& registry) {
  add_operator(registry);
  registry.add(make_function("CONCAT", "All texts, one behind the other.",
                             {{{Family::kCharacter}, always(DataType::string()), true}}, concatenation("CONCAT", false)));
  ScalarFunction joined =
      make_function("CONCAT_WS", "All texts that are not NULL with the first between them.",
                    {{{Family::kCharacter}, always(DataType::string()), true}}, concatenation("CONCAT_WS", true));
  joined.null_handling = NullHandling::kKernel;
  joined.resolve = [inner = joined.resolve](std::span<const DataType> types,
                                            std::span<const Value* const> literals) -> Result<ResolvedCall> {
    ASSIGN_OR_RETURN(ResolvedCall resolved, inner(types, literals));
    resolved.type = resolved.type.with_nullable(std::ranges::any_of(types, &DataType::nullable));
    return resolved;
  };
  registry.add(std::move(joined));
  add_pad<true>(registry, "LPAD", "The text filled from the left, or cut, to a length.");
  add_pad<false>(registry, "RPAD", "The text filled from the right, or cut, to a length.");
  registry.add(make_function("REPEAT", "The text as often as asked.",
                             {{{Family::kCharacter, Family::kInteger}, always(DataType::string())}},
                             make_row_kernel<Text, int64_t>(RepeatRow())));
  add_overlay(registry);
}

}  // namespace eddyline::expression
