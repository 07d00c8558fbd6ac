// Texts of other characters: UPPER, LOWER, INITCAP, REVERSE, REPLACE, TRANSLATE, CHR.
#include <array>
#include <optional>

#include "expression/functions/kernel/character_case.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/text.hpp"
#include "expression/functions/kernel/text_limit.hpp"

namespace eddyline::expression {
namespace {

using Text = std::string_view;

struct UpperRow {
  std::string result;
  void operator()(ResultCell cell, Text text) {
    result.clear();
    append_upper(result, text);
    cell.set(Text(result));
  }
};

struct LowerRow {
  std::string result;
  void operator()(ResultCell cell, Text text) {
    result.clear();
    append_lower(result, text);
    cell.set(Text(result));
  }
};

/// Words are runs of ASCII letters and digits; other characters stay and part words.
struct InitcapRow {
  std::string result;
  void operator()(ResultCell cell, Text text) {
    result.clear();
    bool inside = false;
    for (const char c : text) {
      const bool lower = c >= 'a' && c <= 'z';
      const bool upper = c >= 'A' && c <= 'Z';
      if (!inside && lower) {
        result += static_cast<char>(c - 'a' + 'A');
      } else if (inside && upper) {
        result += static_cast<char>(c - 'A' + 'a');
      } else {
        result += c;
      }
      inside = lower || upper || (c >= '0' && c <= '9');
    }
    cell.set(Text(result));
  }
};

struct ReverseRow {
  std::string result;
  void operator()(ResultCell cell, Text text) {
    result.clear();
    while (!text.empty()) {
      size_t start = text.size() - 1;
      while (start > 0 && continues_character(text[start])) --start;
      result += text.substr(start);
      text.remove_suffix(text.size() - start);
    }
    cell.set(Text(result));
  }
};

/// Java's String.replace: an empty text occurs between all characters and at both ends.
struct ReplaceRow {
  std::string result;

  /// Whether the result would be too long; what that costs is paid only for texts near the limit.
  static bool is_too_long(Text text, Text wanted, Text replacement) {
    if (replacement.size() <= wanted.size()) return false;
    const size_t growth = replacement.size() - wanted.size();
    const size_t room = text.size() < kMadeTextBytesMax ? kMadeTextBytesMax - text.size() : 0;
    const size_t occurrences_max = room / growth;
    if (wanted.empty()) return count_characters(text) + 1 > occurrences_max;
    if (text.size() / wanted.size() <= occurrences_max) return false;
    size_t occurrences = 0;
    for (size_t at = text.find(wanted); at != Text::npos; at = text.find(wanted, at + wanted.size())) {
      if (++occurrences > occurrences_max) return true;
    }
    return false;
  }

  void operator()(ResultCell cell, Text text, Text wanted, Text replacement) {
    if (is_too_long(text, wanted, replacement)) return cell.fail(made_text_too_long("REPLACE"));
    result.clear();
    while (true) {
      const size_t at = wanted.empty() ? first_character_bytes(text) : text.find(wanted);
      if (wanted.empty()) {
        result += replacement;
        result += text.substr(0, at);
        if (text.empty()) break;
        text.remove_prefix(at);
        continue;
      }
      result += text.substr(0, at);
      if (at == Text::npos) break;
      result += replacement;
      text.remove_prefix(at + wanted.size());
    }
    cell.set(Text(result));
  }
};

/// What each character becomes: the first of two equal ones in `from` counts, one without counterpart is left out. Kept
/// while the arguments stay the same.
class Translation {
 public:
  void prepare(Text from, Text to) {
    if (prepared_ && from_ == from && to_ == to) return;
    from_ = from;
    to_ = to;
    prepared_ = true;
    ascii_.fill(std::nullopt);
    others_.clear();
    Text targets = to_;
    for (Text rest = from_; !rest.empty();) {
      const Text character = rest.substr(0, first_character_bytes(rest));
      const Text target = targets.substr(0, first_character_bytes(targets));
      if (!find(character)) add(character, target);
      rest.remove_prefix(character.size());
      targets.remove_prefix(target.size());
    }
  }

  /// Nothing for a character that stays.
  std::optional<Text> find(Text character) const {
    if (character.size() == 1 && !(character[0] & 0x80)) return ascii_[static_cast<size_t>(character[0])];
    for (const auto& [other, target] : others_) {
      if (other == character) return target;
    }
    return std::nullopt;
  }

 private:
  void add(Text character, Text target) {
    if (character.size() == 1 && !(character[0] & 0x80)) {
      ascii_[static_cast<size_t>(character[0])] = target;
    } else {
      others_.emplace_back(character, target);
    }
  }

  std::string from_;
  std::string to_;
  bool prepared_ = false;
  std::array<std::optional<Text>, 128> ascii_;  // into to_, as the others are into from_ and to_
  std::vector<std::pair<Text, Text>> others_;
};

class TranslateKernel final : public Kernel {
 public:
  Status evaluate(EvaluationContext& context, std::span<const ColumnPtr> arguments, SelectedRows rows,
                  MutableColumn& out) override {
    const DecodedColumn text(*arguments[0]);
    const DecodedColumn from(*arguments[1]);
    const DecodedColumn to(*arguments[2]);
    rows.for_each([&](size_t row) {
      if (text.is_null(row)) return out.set_null(row);
      if (from.is_null(row)) return out.set_string(row, text.string(row));
      translation_.prepare(from.string(row), to.is_null(row) ? Text() : to.string(row));
      if (translate(text.string(row))) return out.set_string(row, result_);
      out.set_null(row);
      context.fail(row, made_text_too_long("TRANSLATE"));
    });
    return {};
  }

 private:
  /// False if the text grows too long.
  bool translate(Text text) {
    result_.clear();
    while (!text.empty()) {
      const Text character = text.substr(0, first_character_bytes(text));
      if (!append_within_limit(result_, translation_.find(character).value_or(character))) return false;
      text.remove_prefix(character.size());
    }
    return true;
  }

  Translation translation_;
  std::string result_;
};

void add_translate(FunctionRegistry& registry) {
  FunctionTraits traits;
  traits.null_handling = NullHandling::kKernel;
  ScalarFunction function = make_function(
      "TRANSLATE", "The text with single characters replaced.",
      {{{Family::kCharacter, Family::kCharacter, Family::kCharacter}, always(DataType::string())}},
      [](const CallSite&) -> Result<std::unique_ptr<Kernel>> { return std::make_unique<TranslateKernel>(); }, traits);
  function.resolve = [inner = function.resolve](std::span<const DataType> types,
                                                std::span<const Value* const> literals) -> Result<ResolvedCall> {
    ASSIGN_OR_RETURN(ResolvedCall resolved, inner(types, literals));
    resolved.type = resolved.type.with_nullable(types[0].nullable());
    return resolved;
  };
  registry.add(std::move(function));
}

}  // namespace

void register_text_change(FunctionRegistry& registry);
void register_text_change(FunctionRegistry& registry) {
  registry.add(make_function("UPPER", "The text in upper case.", {{{Family::kCharacter}, same_as(0)}},
                             make_row_kernel<Text>(UpperRow())));
  registry.add(make_function("LOWER", "The text in lower case.", {{{Family::kCharacter}, same_as(0)}},
                             make_row_kernel<Text>(LowerRow())));
  registry.add(make_function("INITCAP", "The text with words in lower case but for their first letters.",
                             {{{Family::kCharacter}, same_as(0)}}, make_row_kernel<Text>(InitcapRow())));
  // They give no NULL, but are declared nullable.
  FunctionTraits nullable_as_in_flink;
  nullable_as_in_flink.may_be_null = true;
  registry.add(make_function("REVERSE", "The characters in reverse order.",
                             {{{Family::kCharacter}, always(DataType::string())}}, make_row_kernel<Text>(ReverseRow()),
                             nullable_as_in_flink));
  registry.add(make_function("REPLACE", "The text with every occurrence of another replaced.",
                             {{{Family::kCharacter, Family::kCharacter, Family::kCharacter}, always(DataType::string())}},
                             make_row_kernel<Text, Text, Text>(ReplaceRow())));
  add_translate(registry);
  registry.add(make_function("CHR", "The character with a number, of 256.",
                             {{{Family::kInteger}, always(DataType::string())}},
                             make_row_kernel<int64_t>([](ResultCell cell, int64_t code) {
                               std::string character;
                               if (code >= 0) append_code_point(character, static_cast<uint32_t>(code & 0xff));
                               cell.set(Text(character));
                             }),
                             nullable_as_in_flink));
}

}  // namespace eddyline::expression
