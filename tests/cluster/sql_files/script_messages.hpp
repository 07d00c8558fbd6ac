#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "common/base/status.hpp"
#include "common/net/network.hpp"
#include "tests/sql/harness/script_connector.hpp"

namespace eddyline::sql_tests {

/// Names the variable of the environment with the port at which the test feeds task executors.
inline constexpr const char* kFeedPortVariable = "EDDYLINE_SCRIPT_FEED_PORT";

/// Of connections between a test and its task executors, both of the same build and on the same machine.
NetworkSettings feed_settings();

/// What a test says to a task executor.
struct FeedMessage {
  enum class Kind : uint8_t {
    kClear,      ///< forget all that was fed
    kRows,       ///< `rows` of `types` for `table`
    kWatermark,  ///< `number` for `table`
    kEnd,        ///< of `table`
    kAsk,        ///< for an ActivityAnswer of round `number`
  };
  Kind kind = Kind::kClear;
  int64_t number = 0;
  std::string table;
  /// PhysicalType, a byte each.
  std::string types;
  /// Of common/columnar/batch_codec.
  std::string rows;
};
Frame encode(const FeedMessage& message);
/// Errors   kDataError.
Result<FeedMessage> decode_feed_message(std::span<const uint8_t> bytes);

/// `columns`: the table's.
FeedMessage feed_message(const std::string& table, const ScriptTables::Event& event, const RowType& columns);
/// Errors   kDataError; kIoError for rows that are none. CHECKs that the message carries an event.
Result<ScriptTables::Event> event_of(const FeedMessage& message);

/// What a task executor says of itself: taskexecutor::ExecutorActivity.
struct ActivityAnswer {
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();
  int64_t round = 0;
  uint64_t awake = 0;
  uint64_t wake_ups = 0;
  uint64_t failed = 0;
  /// Of the processing time, in milliseconds.
  int64_t next_wake_up = kNever;
  uint64_t messages_sent = 0;
  uint64_t messages_received = 0;
};
Frame encode(const ActivityAnswer& answer);
/// Errors   kDataError.
Result<ActivityAnswer> decode_activity(std::span<const uint8_t> bytes);

}  // namespace eddyline::sql_tests
