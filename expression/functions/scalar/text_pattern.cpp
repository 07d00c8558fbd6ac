// LIKE, SIMILAR TO and the REGEXP functions.
#include "expression/functions/kernel/like_pattern.hpp"
#include "expression/functions/kernel/regular_expression.hpp"
#include "expression/functions/kernel/row_kernel.hpp"
#include "expression/functions/kernel/signature.hpp"
#include "expression/functions/kernel/text_limit.hpp"
#include "expression/functions/kernel/text.hpp"

namespace eddyline::expression {
namespace {

using Text = std::string_view;

/// What was compiled last, for its pattern and escape: one for a literal.
template <class Compiled>
struct LastPattern {
  std::string pattern;
  std::string escape;
  std::optional<Result<Compiled>> compiled;

  template <class Compile>
  const Result<Compiled>& get(Text new_pattern, Text new_escape, Compile&& compile) {
    if (!compiled || pattern != new_pattern || escape != new_escape) {
      pattern = new_pattern;
      escape = new_escape;
      compiled.emplace(compile(new_pattern, new_escape));
    }
    return *compiled;
  }
};

struct LikeRow {
  LastPattern<LikePattern> last;
  void operator()(ResultCell cell, Text text, Text pattern) { (*this)(cell, text, pattern, {}); }
  void operator()(ResultCell cell, Text text, Text pattern, Text escape) {
    const Result<LikePattern>& like = last.get(pattern, escape, LikePattern::parse);
    if (!like.ok()) return cell.fail(like.status());
    cell.set(like->matches(text));
  }
};

struct SimilarRow {
  LastPattern<std::string> last;
  PatternCache cache;
  void operator()(ResultCell cell, Text text, Text pattern) { (*this)(cell, text, pattern, {}); }
  void operator()(ResultCell cell, Text text, Text pattern, Text escape) {
    const Result<std::string>& expression = last.get(pattern, escape, similar_to_expression);
    if (!expression.ok()) return cell.fail(expression.status());
    const RegularExpression& compiled = cache.get(*expression);
    if (compiled.fault() != PatternFault::kNone) {
      return cell.fail(validation_error("Invalid regular expression '" + std::string(pattern) + "'"));
    }
    cell.set(compiled.matches(text));
  }
};

template <class Row>
void add_match(FunctionRegistry& registry, std::string_view name, std::string help) {
  ScalarFunction function = make_function(
      std::string(name), std::move(help),
      {{{Family::kCharacter, Family::kCharacter}, always(DataType::boolean())},
       {{Family::kCharacter, Family::kCharacter, Family::kCharacter}, always(DataType::boolean())}},
      [](const CallSite& site) -> Result<std::unique_ptr<Kernel>> {
        if (site.operand_types.size() == 2) return row_kernel<Text, Text>(Row());
        return row_kernel<Text, Text, Text>(Row());
      });
  registry.add(std::move(function));
}

/// A function of text and pattern; use(cell, pattern, text, ...) sees only patterns that compile. Others make the row NULL, or what
/// `broken` sets.
template <class... More, class Use>
ScalarFunction::MakeKernel with_pattern(Use use) {
  return [use](const CallSite&) -> Result<std::unique_ptr<Kernel>> {
    return row_kernel<Text, Text, More...>(
        [use, cache = std::make_shared<PatternCache>()](ResultCell cell, Text text, Text pattern, More... more) mutable {
          const RegularExpression& compiled = cache->get(pattern);
          switch (compiled.fault()) {
            case PatternFault::kNone:
              return use(cell, compiled, text, more...);
            case PatternFault::kInvalid:
              return cell.set_null();
            case PatternFault::kUnsupported:
              return cell.fail(not_supported("look-around and back references in the regular expression '" +
                                             std::string(pattern) + "'"));
          }
        });
  };
}

FunctionTraits may_be_null() {
  FunctionTraits traits;
  traits.may_be_null = true;
  return traits;
}

void add_regexp(FunctionRegistry& registry) {
  registry.add(make_function(
      "REGEXP", "True if a part of the text matches the regular expression.",
      {{{Family::kCharacter, Family::kCharacter}, always(DataType::boolean())}},
      [](const CallSite&) -> Result<std::unique_ptr<Kernel>> {
        return row_kernel<Text, Text>([cache = std::make_shared<PatternCache>()](ResultCell cell, Text text, Text pattern) {
          if (pattern.empty()) return cell.set(false);
          const RegularExpression& compiled = cache->get(pattern);
          if (compiled.fault() == PatternFault::kUnsupported) {
            return cell.fail(not_supported("look-around and back references in the regular expression '" +
                                           std::string(pattern) + "'"));
          }
          cell.set(compiled.fault() == PatternFault::kNone && compiled.find(text).found);
        });
      }));
}

struct ReplaceMatches {
  std::string result;
  void operator()(ResultCell cell, const RegularExpression& pattern, Text text, Text replacement) {
    result.clear();
    size_t copied = 0;
    bool fits = true;
    for_each_match(pattern, text, [&](const RegularExpression::Match& match) {
      fits = fits && append_within_limit(result, text.substr(copied, match.start - copied)) &&
             append_within_limit(result, replacement);
      copied = match.end;
      return fits;
    });
    if (!fits || !append_within_limit(result, text.substr(copied))) {
      return cell.fail(made_text_too_long("REGEXP_REPLACE"));
    }
    cell.set(Text(result));
  }
};

void add_replace(FunctionRegistry& registry) {
  // NULL for a pattern that is none, though declared NOT NULL as in Flink; a sink refuses such a row.
  registry.add(
      make_function("REGEXP_REPLACE", "The text with every match replaced; the replacement is taken literally.",
                    {{{Family::kCharacter, Family::kCharacter, Family::kCharacter}, always(DataType::string())}},
                    with_pattern<Text>(ReplaceMatches())));
}

void extract(ResultCell& cell, const RegularExpression& pattern, Text text, int64_t group) {
  if (group < 0 || group > static_cast<int64_t>(pattern.group_count())) return cell.set_null();
  const RegularExpression::Match match = pattern.find(text, 0, static_cast<size_t>(group));
  if (!match.found) return cell.set_null();
  cell.set(text.substr(match.start, match.end - match.start));
}

void add_extract(FunctionRegistry& registry) {
  const auto whole = with_pattern<>(
      [](ResultCell cell, const RegularExpression& pattern, Text text) { extract(cell, pattern, text, 0); });
  const auto group = with_pattern<int64_t>([](ResultCell cell, const RegularExpression& pattern, Text text,
                                              int64_t number) { extract(cell, pattern, text, number); });
  registry.add(make_function("REGEXP_EXTRACT", "The first match, or one of its groups.",
                             {{{Family::kCharacter, Family::kCharacter}, always(DataType::string())},
                              {{Family::kCharacter, Family::kCharacter, Family::kInteger}, always(DataType::string())}},
                             [whole, group](const CallSite& site) {
                               return site.operand_types.size() == 2 ? whole(site) : group(site);
                             },
                             may_be_null()));
  registry.add(make_function("REGEXP_SUBSTR", "The first match.",
                             {{{Family::kCharacter, Family::kCharacter}, always(DataType::string())}}, whole,
                             may_be_null()));
}

void add_counts(FunctionRegistry& registry) {
  registry.add(make_function("REGEXP_COUNT", "How many matches there are.",
                             {{{Family::kCharacter, Family::kCharacter}, always(DataType::integer())}},
                             with_pattern<>([](ResultCell cell, const RegularExpression& pattern, Text text) {
                               int32_t count = 0;
                               for_each_match(pattern, text, [&](const RegularExpression::Match&) { return ++count > 0; });
                               cell.set(count);
                             }),
                             may_be_null()));
  registry.add(make_function("REGEXP_INSTR", "Where the first match begins, counted from 1; 0 if there is none.",
                             {{{Family::kCharacter, Family::kCharacter}, always(DataType::integer())}},
                             with_pattern<>([](ResultCell cell, const RegularExpression& pattern, Text text) {
                               const RegularExpression::Match match = pattern.find(text);
                               const size_t before = count_characters(text.substr(0, match.start));
                               cell.set(match.found ? static_cast<int32_t>(before) + 1 : 0);
                             }),
                             may_be_null()));
}

}  // namespace

void register_text_pattern(FunctionRegistry& registry);
void register_text_pattern(FunctionRegistry& registry) {
  add_match<LikeRow>(registry, operators::kLike, "True if the text matches the pattern of % and _.");
  add_match<SimilarRow>(registry, operators::kSimilarTo, "True if the text matches the SQL regular expression.");
  add_regexp(registry);
  add_replace(registry);
  add_extract(registry);
  add_counts(registry);
}

}  // namespace eddyline::expression
