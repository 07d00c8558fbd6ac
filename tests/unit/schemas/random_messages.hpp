#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/random.hpp"
#include "schemas/control_messages.hpp"
#include "tests/unit/schemas/message_fields.hpp"

namespace eddyline::schemas {

/// Fills messages with random contents, among them the ends of every range and texts that are empty, long or full of zeros.
class MessageFiller {
 public:
  explicit MessageFiller(uint64_t seed) : random_(seed) {}

  /// A message of the given kind: the index of its direction's variant.
  template <class Direction>
  Direction draw(size_t kind) {
    return draw_kind<Direction>(kind, std::make_index_sequence<std::variant_size_v<Direction>>());
  }

 private:
  template <class Direction, size_t... kKinds>
  Direction draw_kind(size_t kind, std::index_sequence<kKinds...>) {
    Direction direction;
    const auto make = [&]<size_t kKind>() {
      if (kind == kKind) fill(direction.template emplace<kKind>());
    };
    (make.template operator()<kKinds>(), ...);
    return direction;
  }

  template <class T>
    requires std::is_integral_v<T>
  void fill(T& number) {
    const std::array<T, 4> ends{std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), T(0), T(1)};
    number = random_.below(2) == 0 ? ends[random_.below(ends.size())] : static_cast<T>(random_.next());
  }
  void fill(std::string& text) {
    static constexpr std::array<std::string_view, 5> kPieces{"a", "\xC3\xA4", "\xF0\x9F\x8C\x8A", std::string_view("\0", 1), "\n"};
    text.clear();
    const uint64_t pieces = random_.below(8) == 0 ? random_.below(5000) : random_.below(6);
    for (uint64_t i = 0; i < pieces; ++i) text += kPieces[random_.below(kPieces.size())];
  }
  template <class Tag, class Rep>
  void fill(NamedType<Tag, Rep>& named) {
    Rep value{};
    fill(value);
    named = NamedType<Tag, Rep>(std::move(value));
  }
  void fill(std::chrono::milliseconds& duration) { duration = std::chrono::milliseconds(random_.next() >> 1); }
  void fill(JobId& id) { id = JobId::draw(random_); }
  void fill(SubtaskState& state) { state = static_cast<SubtaskState>(random_.below(9)); }
  void fill(JobState& state) { state = static_cast<JobState>(random_.below(11)); }
  void fill(Status& status) {
    static constexpr std::array kCodes{
#define ERROR_CODE(name, number, text) ErrorCode::name,
#include "common/base/error_codes.inc"
#undef ERROR_CODE
    };
    std::string message;
    fill(message);
    status = random_.below(3) == 0 ? Status() : Status(kCodes[random_.below(kCodes.size())], message);
    const SourcePosition position{static_cast<uint32_t>(1 + random_.below(9)), static_cast<uint32_t>(random_.next())};
    const uint64_t place = status.ok() ? 0 : random_.below(3);
    if (place == 1) status = status.at(position);
    if (place == 2) status = status.naming(position);
  }
  void fill(Configuration& settings) {
    const uint64_t count = random_.below(5);
    for (uint64_t i = 0; i < count; ++i) {
      std::string key;
      std::string value;
      fill(key);
      fill(value);
      settings.set(std::move(key), std::move(value));
    }
  }
  template <class T>
  void fill(std::optional<T>& optional) {
    if (random_.below(2) == 0) fill(optional.emplace());
  }
  template <class T>
  void fill(std::vector<T>& list) {
    list.resize(random_.below(5));
    for (T& entry : list) fill(entry);
  }
  template <class T>
    requires std::is_aggregate_v<T>
  void fill(T& part) {
    std::apply([&](auto&... field) { (fill(field), ...); }, fields(part));
    make_possible(part);
  }

  // What only together makes sense.
  template <class T>
  void make_possible(T&) {}
  void make_possible(DeployJob& message) {
    if (message.executors.empty()) message.executor_of_slot.clear();
    for (uint32_t& executor : message.executor_of_slot) executor %= static_cast<uint32_t>(message.executors.size());
  }
  void make_possible(ExecutorRefused& message) { require(message.reason); }
  void make_possible(Refused& message) { require(message.reason); }
  static void require(Status& reason) {
    if (reason.ok()) reason = io_error("");
  }

  Random random_;
};

/// Whether two messages, or two parts of messages, are the same in every field.
template <class T>
bool same(const T& left, const T& right);

inline bool same_status(const Status& left, const Status& right) {
  if (left.ok() || right.ok()) return left.ok() == right.ok();
  return left.code() == right.code() && left.message() == right.message() && left.position() == right.position() &&
         left.names_position() == right.names_position();
}

template <class T>
bool same_list(const std::vector<T>& left, const std::vector<T>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const T& one, const T& other) { return same(one, other); });
}

template <class T>
bool same(const T& left, const T& right) {
  if constexpr (std::is_same_v<T, Status>) {
    return same_status(left, right);
  } else if constexpr (std::is_same_v<T, Configuration>) {
    return left.entries() == right.entries();
  } else if constexpr (requires { left == right; } && !requires { left.data(); }) {
    return left == right;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return left == right;
  } else if constexpr (requires { left.data(); }) {
    return same_list(left, right);
  } else {
    const auto left_fields = fields(left);
    const auto right_fields = fields(right);
    return [&]<size_t... kFields>(std::index_sequence<kFields...>) {
      return (same(std::get<kFields>(left_fields), std::get<kFields>(right_fields)) && ...);
    }(std::make_index_sequence<std::tuple_size_v<decltype(left_fields)>>());
  }
}

template <class Direction>
bool same_message(const Direction& left, const Direction& right) {
  return left.index() == right.index() &&
         std::visit(
             [&](const auto& message) {
               return same(message, std::get<std::decay_t<decltype(message)>>(right));
             },
             left);
}

}  // namespace eddyline::schemas
