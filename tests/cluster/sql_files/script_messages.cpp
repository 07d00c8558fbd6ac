#include "tests/cluster/sql_files/script_messages.hpp"

#include <cstring>
#include <string_view>
#include <vector>

#include "common/base/check.hpp"
#include "common/columnar/batch_codec.hpp"

namespace eddyline::sql_tests {
namespace {

template <class Value>
void append(std::string& bytes, const Value& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}
void append_text(std::string& bytes, const std::string& text) {
  append(bytes, text.size());
  bytes += text;
}

/// Takes values off the front of what is left.
class Reader {
 public:
  explicit Reader(std::span<const uint8_t> bytes) : left_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {}

  template <class Value>
  Value value() {
    Value value{};
    const std::string_view bytes = take(sizeof(Value));
    if (good_) std::memcpy(&value, bytes.data(), sizeof(Value));
    return value;
  }
  std::string text() { return std::string(take(value<size_t>())); }
  /// Whether all was there and nothing more.
  bool good() const { return good_ && left_.empty(); }

 private:
  std::string_view take(size_t size) {
    good_ = good_ && size <= left_.size();
    if (!good_) return {};
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }

  std::string_view left_;
  bool good_ = true;
};

Frame frame_of(const std::string& bytes) {
  return Frame::copy_of({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

}  // namespace

NetworkSettings feed_settings() {
  NetworkSettings settings;
  settings.protocol = "script";
  return settings;
}

Frame encode(const FeedMessage& message) {
  std::string bytes;
  append(bytes, message.kind);
  append(bytes, message.number);
  append_text(bytes, message.table);
  append_text(bytes, message.types);
  append_text(bytes, message.rows);
  return frame_of(bytes);
}

Result<FeedMessage> decode_feed_message(std::span<const uint8_t> bytes) {
  Reader reader(bytes);
  FeedMessage message;
  message.kind = reader.value<FeedMessage::Kind>();
  message.number = reader.value<int64_t>();
  message.table = reader.text();
  message.types = reader.text();
  message.rows = reader.text();
  if (!reader.good()) return data_error("no message of a test's feed");
  return message;
}

FeedMessage feed_message(const std::string& table, const ScriptTables::Event& event, const RowType& columns) {
  FeedMessage message;
  message.table = table;
  if (const auto* rows = std::get_if<Batch>(&event)) {
    message.kind = FeedMessage::Kind::kRows;
    for (const PhysicalType type : physical_types(columns)) message.types += static_cast<char>(type);
    message.rows = encode_batch(*rows);
  } else if (const auto* watermark = std::get_if<EventTime>(&event)) {
    message.kind = FeedMessage::Kind::kWatermark;
    message.number = watermark->value();
  } else {
    message.kind = FeedMessage::Kind::kEnd;
  }
  return message;
}

Result<ScriptTables::Event> event_of(const FeedMessage& message) {
  if (message.kind == FeedMessage::Kind::kWatermark) return ScriptTables::Event(EventTime(message.number));
  if (message.kind == FeedMessage::Kind::kEnd) return ScriptTables::Event(ScriptTables::EndOfTable());
  CHECK(message.kind == FeedMessage::Kind::kRows) << "a message without an event";
  std::vector<PhysicalType> types;
  for (const char type : message.types) types.push_back(static_cast<PhysicalType>(type));
  ASSIGN_OR_RETURN(Batch rows, decode_batch(message.rows, types));
  return ScriptTables::Event(std::move(rows));
}

Frame encode(const ActivityAnswer& answer) {
  std::string bytes;
  append(bytes, answer);
  return frame_of(bytes);
}

Result<ActivityAnswer> decode_activity(std::span<const uint8_t> bytes) {
  Reader reader(bytes);
  const auto answer = reader.value<ActivityAnswer>();
  if (!reader.good()) return data_error("no answer of a task executor");
  return answer;
}

}  // namespace eddyline::sql_tests
