// Parts of a text: SUBSTRING, LEFT, RIGHT, TRIM and its kin, SPLIT_INDEX, ELT.
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/text.hpp"
#include "expression/type_inference.hpp"

namespace eddyline::expression {
namespace {

using Text = std::string_view;

FunctionTraits may_be_null() {
  FunctionTraits traits;
  traits.may_be_null = true;
  return traits;
}

/// VARCHAR as long as the first argument.
DataType varying(std::span<const DataType> types) { return DataType::varchar(types[0].length()); }

/// Characters [first, first + count) of a text.
Text characters(Text text, size_t first, size_t count) {
  const size_t start = bytes_of_characters(text, first);
  return text.substr(start, bytes_of_characters(text.substr(start), count));
}

/// Source   BinaryStringDataUtil.substringSQL: a negative start counts from the end, 0 is 1.
struct SubstringRow {
  void operator()(ResultCell cell, Text text, int64_t from) { (*this)(cell, text, from, INT32_MAX); }
  void operator()(ResultCell cell, Text text, int64_t from, int64_t length) {
    if (length < 0) return cell.set_null();
    int64_t start = from > 0 ? from - 1 : 0;
    if (from < 0) {
      start = static_cast<int64_t>(count_characters(text)) + from;
      if (start < 0) return cell.set(Text());
    }
    cell.set(characters(text, static_cast<size_t>(start), static_cast<size_t>(length)));
  }
};

void add_substring(FunctionRegistry& registry, std::string name) {
  registry.add(make_function(
      std::move(name), "The part from a position on, of a length.",
      {{{Family::kCharacter, Family::kInteger}, varying},
       {{Family::kCharacter, Family::kInteger, Family::kInteger}, varying}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.size() == 2) return row_kernel<Text, int64_t>(SubstringRow());
        return row_kernel<Text, int64_t, int64_t>(SubstringRow());
      },
      may_be_null()));
}

void add_ends(FunctionRegistry& registry) {
  // LEFT and RIGHT give no NULL, but are declared nullable in Flink.
  registry.add(make_function("LEFT", "The first characters.", {{{Family::kCharacter, Family::kInteger}, varying}},
                             make_row_kernel<Text, int64_t>([](ResultCell cell, Text text, int64_t count) {
                               cell.set(count <= 0 ? Text() : characters(text, 0, static_cast<size_t>(count)));
                             }),
                             may_be_null()));
  registry.add(make_function("RIGHT", "The last characters.", {{{Family::kCharacter, Family::kInteger}, varying}},
                             make_row_kernel<Text, int64_t>([](ResultCell cell, Text text, int64_t count) {
                               const auto length = static_cast<int64_t>(count_characters(text));
                               if (count <= 0) return cell.set(Text());
                               const int64_t first = count >= length ? 0 : length - count;
                               cell.set(characters(text, static_cast<size_t>(first), static_cast<size_t>(count)));
                             }),
                             may_be_null()));
}

enum class Side : uint8_t { kBoth, kLeading, kTrailing };

bool contains_character(Text set, Text character) { return set.find(character) != Text::npos; }

/// The text without characters of the set at its ends.
Text trimmed(Text text, Text set, Side side) {
  while (side != Side::kTrailing && !text.empty()) {
    const size_t bytes = first_character_bytes(text);
    if (!contains_character(set, text.substr(0, bytes))) break;
    text.remove_prefix(bytes);
  }
  while (side != Side::kLeading && !text.empty()) {
    size_t start = text.size() - 1;
    while (start > 0 && continues_character(text[start])) --start;
    if (!contains_character(set, text.substr(start))) break;
    text.remove_suffix(text.size() - start);
  }
  return text;
}

Side side_of(const CallSite& site) {
  const std::string_view word = literal_text_of(site.literals[0], site.operand_types[0]);
  if (word == "LEADING") return Side::kLeading;
  return word == "TRAILING" ? Side::kTrailing : Side::kBoth;
}

/// TRIM(side, characters, text).
void add_trim(FunctionRegistry& registry) {
  ScalarFunction function = make_function(
      "TRIM", "The text without some characters at its ends.",
      {{{Family::kSymbol, Family::kCharacter, Family::kCharacter},
        [](std::span<const DataType> types) { return DataType::varchar(types[2].length()); }}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        return row_kernel<Text, Text, Text>([side = side_of(site)](ResultCell cell, Text, Text set, Text text) {
          cell.set(trimmed(text, set, side));
        });
      });
  function.print = [](const Expression&, std::span<const std::string> operands, bool infix) {
    return "TRIM(" + symbol_text(operands[0], infix) + ", " + operands[1] + ", " + operands[2] + ")";
  };
  registry.add(std::move(function));
}

void add_side_trim(FunctionRegistry& registry, std::string name, Side side, ResultType type, std::string help) {
  registry.add(make_function(
      std::move(name), std::move(help),
      {{{Family::kCharacter}, type}, {{Family::kCharacter, Family::kCharacter}, type}},
      [side](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.size() == 1) {
          return row_kernel<Text>([side](ResultCell cell, Text text) { cell.set(trimmed(text, " ", side)); });
        }
        return row_kernel<Text, Text>(
            [side](ResultCell cell, Text text, Text set) { cell.set(trimmed(text, set, side)); });
      }));
}

/// The piece with a number, from 0, between separators; an empty separator leaves the text whole.
void split_index(ResultCell& cell, Text text, Text separator, int64_t index) {
  if (index < 0 || text.empty()) return cell.set_null();
  size_t start = 0;
  while (true) {
    const size_t end = separator.empty() ? Text::npos : text.find(separator, start);
    if (index == 0) return cell.set(text.substr(start, end == Text::npos ? end : end - start));
    if (end == Text::npos) return cell.set_null();
    start = end + separator.size();
    --index;
  }
}

void add_split_index(FunctionRegistry& registry) {
  registry.add(make_function(
      "SPLIT_INDEX", "The piece with a number, from 0, between separators.",
      {{{Family::kCharacter, Family::kCharacter, Family::kInteger}, always(DataType::string())},
       {{Family::kCharacter, Family::kInteger, Family::kInteger}, always(DataType::string())}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types[1].is_character()) {
          return row_kernel<Text, Text, int64_t>(
              [](ResultCell cell, Text text, Text separator, int64_t index) { split_index(cell, text, separator, index); });
        }
        return row_kernel<Text, int64_t, int64_t>([](ResultCell cell, Text text, int64_t code, int64_t index) {
          if (code < 0 || code > 255) return cell.set_null();
          std::string separator;
          append_code_point(separator, static_cast<uint32_t>(code));
          split_index(cell, text, separator, index);
        });
      },
      may_be_null()));
}

class EltKernel final : public Kernel {
 public:
  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    columns_.clear();
    for (const ColumnPtr& argument : arguments) columns_.emplace_back(*argument);
    rows.for_each([&](size_t row) {
      const bool known = !columns_[0].is_null(row);
      const int64_t index = known ? columns_[0].value<int64_t>(row) : 0;
      if (index < 1 || index >= static_cast<int64_t>(columns_.size())) return out.set_null(row);
      const DecodedColumn& chosen = columns_[static_cast<size_t>(index)];
      if (chosen.is_null(row)) return out.set_null(row);
      out.set_string(row, chosen.string(row));
    });
    return {};
  }

 private:
  std::vector<DecodedColumn> columns_;
};

void add_elt(FunctionRegistry& registry) {
  constexpr std::string_view kSignatures =
      "ELT(index <INTEGER_NUMERIC>, expr <CHARACTER_STRING>, exprs <CHARACTER_STRING>...)\n"
      "ELT(index <INTEGER_NUMERIC>, expr <BINARY_STRING>, exprs <BINARY_STRING>...)";
  FunctionTraits traits = may_be_null();
  traits.null_handling = NullHandling::kKernel;
  ScalarFunction function = make_function(
      "ELT", "The argument with a number, from 1.",
      {{{Family::kInteger, Family::kCharacter}, always(DataType::string()), true},
       {{Family::kInteger, Family::kBinary}, always(DataType::bytes()), true}},
      [](const CallSite&) -> Result<std::unique_ptr<Kernel>> { return std::make_unique<EltKernel>(); }, traits);
  function.resolve = [inner = function.resolve, kSignatures](
                         std::span<const DataType> types, std::span<const Value* const> literals) -> Result<ResolvedCall> {
    const bool literal = !literals.empty() && literals[0] != nullptr && !literals[0]->is_null() && types[0].is_integer();
    if (literal && literals[0]->as_integer() < 0) {
      return invalid_call("ELT", types, kSignatures, "Index must be an integer starting from '0', but was '" +
                                                         eddyline::to_string(literals[0]->as_integer()) + "'.");
    }
    ASSIGN_OR_RETURN(ResolvedCall resolved, inner(types, literals));
    const auto common = common_type(std::span<const DataType>(resolved.operand_types).subspan(1));
    if (common) resolved.type = common->with_nullable(true);
    return resolved;
  };
  registry.add(std::move(function));
}

}  // namespace

void register_text_part(FunctionRegistry& registry);
void register_text_part(FunctionRegistry& registry) {
  add_substring(registry, "SUBSTRING");
  add_substring(registry, "SUBSTR");
  add_ends(registry);
  add_trim(registry);
  add_side_trim(registry, "LTRIM", Side::kLeading, varying, "The text without blanks, or a set, at its start.");
  add_side_trim(registry, "RTRIM", Side::kTrailing, varying, "The text without blanks, or a set, at its end.");
  add_side_trim(registry, "BTRIM", Side::kBoth, always(DataType::string()),
                "The text without blanks, or a set, at both ends.");
  add_split_index(registry);
  add_elt(registry);
}

}  // namespace eddyline::expression
