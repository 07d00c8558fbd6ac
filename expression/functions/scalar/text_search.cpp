// What a text holds: CHAR_LENGTH, POSITION, LOCATE, INSTR, STARTSWITH, ENDSWITH, IS_ALPHA and its kin, ASCII, HASH_CODE.
#include "expression/functions/cast/number_parsing.hpp"
#include "expression/functions/kernel/character_case.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/text.hpp"

namespace eddyline::expression {
namespace {

using Text = std::string_view;

/// Characters before a byte offset, plus one; 0 for no offset.
int32_t position_of(Text text, size_t offset) {
  return offset == Text::npos ? 0 : static_cast<int32_t>(count_characters(text.substr(0, offset))) + 1;
}

/// Position of the first occurrence at or behind position `from`.
int32_t position_from(Text needle, Text text, int64_t from) {
  const size_t start = from <= 1 ? 0 : bytes_of_characters(text, static_cast<size_t>(from - 1));
  return position_of(text, text.find(needle, start));
}

void add_positions(FunctionRegistry& registry) {
  const auto make_kernel = [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
    if (site.operand_types.size() == 2) {
      return row_kernel<Text, Text>(
          [](ResultCell cell, Text needle, Text text) { cell.set(position_from(needle, text, 1)); });
    }
    return row_kernel<Text, Text, int64_t>(
        [](ResultCell cell, Text needle, Text text, int64_t from) { cell.set(position_from(needle, text, from)); });
  };
  for (const char* name : {"POSITION", "LOCATE"}) {
    registry.add(make_function(name, "Where a text first occurs in another, from 1; 0 if it does not.",
                               {{{Family::kCharacter, Family::kCharacter}, always(DataType::integer())},
                                {{Family::kCharacter, Family::kCharacter, Family::kInteger}, always(DataType::integer())}},
                               make_kernel));
  }
}

/// The n-th occurrence; a negative start searches backwards from the end.
void instr(ResultCell& cell, Text text, Text needle, int64_t start, int64_t nth) {
  if (nth <= 0) return cell.fail(data_error("nthAppearance must be positive!"));
  if (start == 0) return cell.set(int32_t{0});
  if (needle.empty()) return cell.set(int32_t{1});
  size_t found = Text::npos;
  if (start > 0) {
    size_t from = bytes_of_characters(text, static_cast<size_t>(start - 1));
    for (int64_t i = 0; i < nth; ++i, from = found + 1) {
      found = text.find(needle, from);
      if (found == Text::npos) return cell.set(int32_t{0});
    }
    return cell.set(position_of(text, found));
  }
  const int64_t last = static_cast<int64_t>(count_characters(text)) + start;
  if (last < 0) return cell.set(int32_t{0});
  size_t from = bytes_of_characters(text, static_cast<size_t>(last));
  for (int64_t i = 0; i < nth; ++i, from = found - 1) {
    if (i > 0 && found == 0) return cell.set(int32_t{0});
    found = text.rfind(needle, from);
    if (found == Text::npos) return cell.set(int32_t{0});
  }
  cell.set(position_of(text, found));
}

void add_instr(FunctionRegistry& registry) {
  const DataType integer = DataType::integer();
  registry.add(make_function(
      "INSTR", "Where a text occurs in another, from 1; with start and number of the occurrence.",
      {{{Family::kCharacter, Family::kCharacter}, always(integer)},
       {{Family::kCharacter, Family::kCharacter, Family::kInteger}, always(integer)},
       {{Family::kCharacter, Family::kCharacter, Family::kInteger, Family::kInteger}, always(integer)}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.size() == 2) {
          return row_kernel<Text, Text>([](ResultCell cell, Text text, Text needle) { instr(cell, text, needle, 1, 1); });
        }
        if (site.operand_types.size() == 3) {
          return row_kernel<Text, Text, int64_t>(
              [](ResultCell cell, Text text, Text needle, int64_t start) { instr(cell, text, needle, start, 1); });
        }
        return row_kernel<Text, Text, int64_t, int64_t>(
            [](ResultCell cell, Text text, Text needle, int64_t start, int64_t nth) {
              instr(cell, text, needle, start, nth);
            });
      }));
}

template <class Test>
void add_text_test(FunctionRegistry& registry, std::string name, std::string help, Test test) {
  registry.add(make_function(
      std::move(name), std::move(help), {{{Family::kBytes, Family::kBytes}, always(DataType::boolean())}},
      make_row_kernel<Text, Text>([test](ResultCell cell, Text text, Text part) { cell.set(test(text, part)); })));
}

/// True if every character is of the kind and there is one; NULL is FALSE.
template <class IsOfKind>
class CharacterTestKernel final : public Kernel {
 public:
  explicit CharacterTestKernel(IsOfKind is_of_kind) : is_of_kind_(is_of_kind) {}
  Status evaluate(EvaluationContext&, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn column(*arguments[0]);
    rows.for_each([&](size_t row) {
      out.values<uint8_t>()[row] = !column.is_null(row) && is_of_kind_(column.string(row)) ? 1 : 0;
    });
    return {};
  }

 private:
  IsOfKind is_of_kind_;
};

bool all_characters(Text text, bool (*is_of_kind)(uint32_t)) {
  if (text.empty()) return false;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (!is_of_kind(point.value)) return false;
    text.remove_prefix(point.bytes);
  }
  return true;
}

bool is_decimal_text(Text text) {
  const bool number = text.find_first_of("xXdDfFNI") == Text::npos;
  return number && parse_double_text(text).has_value();
}

template <class Test>
void add_character_test(FunctionRegistry& registry, std::string name, std::string help, Test test) {
  FunctionTraits traits;
  traits.null_handling = NullHandling::kKernel;
  registry.add(make_function(std::move(name), std::move(help), {{{Family::kCharacter}, always(DataType::boolean())}},
                             [test](const CallSite&) -> Result<std::unique_ptr<Kernel>> {
                               return std::make_unique<CharacterTestKernel<Test>>(test);
                             },
                             traits));
}

/// Java's String.hashCode, over UTF-16.
int32_t java_hash(Text text) {
  uint32_t hash = 0;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (point.value >= 0x10000) {
      hash = hash * 31 + (0xd800 + ((point.value - 0x10000) >> 10));
      hash = hash * 31 + (0xdc00 + ((point.value - 0x10000) & 0x3ff));
    } else {
      hash = hash * 31 + point.value;
    }
    text.remove_prefix(point.bytes);
  }
  return static_cast<int32_t>(hash);
}

}  // namespace

void register_text_search(FunctionRegistry& registry);
void register_text_search(FunctionRegistry& registry) {
  registry.add(make_function("CHAR_LENGTH", "How many characters the text has.",
                             {{{Family::kCharacter}, always(DataType::integer())}},
                             make_row_kernel<Text>([](ResultCell cell, Text text) {
                               cell.set(static_cast<int32_t>(count_characters(text)));
                             })));
  registry.add_alias("CHARACTER_LENGTH", "CHAR_LENGTH");
  add_positions(registry);
  add_instr(registry);
  add_text_test(registry, "STARTSWITH", "True if the first text begins with the second.",
                [](Text text, Text part) { return text.starts_with(part); });
  add_text_test(registry, "ENDSWITH", "True if the first text ends with the second.",
                [](Text text, Text part) { return text.ends_with(part); });
  add_character_test(registry, "IS_ALPHA", "True if all characters are letters.",
                     [](Text text) { return all_characters(text, is_letter); });
  add_character_test(registry, "IS_DIGIT", "True if all characters are digits.",
                     [](Text text) { return all_characters(text, is_decimal_digit); });
  add_character_test(registry, "IS_DECIMAL", "True if the text is a number.", is_decimal_text);
  registry.add(make_function("ASCII", "The first byte of the text, 0 for an empty one.",
                             {{{Family::kCharacter}, always(DataType::integer())}},
                             make_row_kernel<Text>([](ResultCell cell, Text text) {
                               cell.set(text.empty() ? 0 : static_cast<int32_t>(static_cast<signed char>(text[0])));
                             })));
  registry.add(make_function("HASH_CODE", "Java's hash code of the text.",
                             {{{Family::kCharacter}, always(DataType::integer())}},
                             make_row_kernel<Text>([](ResultCell cell, Text text) { cell.set(java_hash(text)); })));
}

}  // namespace eddyline::expression
