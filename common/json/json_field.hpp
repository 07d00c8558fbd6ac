#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.hpp"
#include "common/json/json_value.hpp"

namespace eddyline {

/// A value and its place in a document, for readers whose messages name the place: "nodes[3].condition". The document outlives it;
/// the text of the place is made only for a message.
///
/// Errors   all kDataError: "<place>: expected <what>, found <value>".
class JsonField {
 public:
  /// The document itself.
  explicit JsonField(const JsonValue& document) : value_(&document) {}

  const JsonValue& value() const { return *value_; }
  /// "nodes[3].condition"; empty for the document.
  std::string place() const;
  bool is_null() const { return value_->is_null(); }

  /// A member that must be there; null is a value.
  Result<JsonField> member(std::string_view name) const;
  /// Nothing for a member that is absent or null. Errors   not an object.
  Result<std::optional<JsonField>> optional_member(std::string_view name) const;
  Result<std::vector<JsonField>> elements() const;
  /// Every member, in order.
  Result<std::vector<std::pair<std::string, JsonField>>> members() const;

  Result<bool> as_boolean() const;
  Result<std::string> as_text() const;
  /// An integer of T's range.
  template <std::integral T>
  Result<T> as_integer() const {
    ASSIGN_OR_RETURN(const int64_t number, integer_within(limit<T>(std::numeric_limits<T>::min()), limit<T>(std::numeric_limits<T>::max())));
    return static_cast<T>(number);
  }

  /// "<place>: <why>".
  Status fail(std::string_view why) const;
  /// "<place>: expected <what>, found <value>".
  Status expected(std::string_view what) const;

 private:
  /// One step of the way from the document: a member's name or an element's index.
  struct Step {
    std::shared_ptr<const Step> before;
    std::string_view name;
    size_t index = 0;
  };

  JsonField(const JsonValue& value, Step step) : value_(&value), step_(std::make_shared<const Step>(std::move(step))) {}
  JsonField at(const JsonValue& value, std::string_view name) const { return JsonField(value, Step{step_, name}); }
  JsonField at(const JsonValue& value, size_t index) const { return JsonField(value, Step{step_, {}, index}); }
  template <class T>
  static constexpr int64_t limit(T value) {
    return std::cmp_greater(value, std::numeric_limits<int64_t>::max()) ? std::numeric_limits<int64_t>::max()
                                                                        : static_cast<int64_t>(value);
  }
  Result<int64_t> integer_within(int64_t least, int64_t most) const;

  const JsonValue* value_;
  /// Null for the document.
  std::shared_ptr<const Step> step_;
};

}  // namespace eddyline
