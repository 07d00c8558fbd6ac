#include "state/saved_schema.hpp"

#include <gtest/gtest.h>

namespace eddyline::state {
namespace {

SnapshotSchema orders() {
  TimeOrderedRowsDescriptor descriptor;
  descriptor.name = "orders";
  descriptor.row = {{"k", DataType::decimal(10, 2)}, {"at", DataType::timestamp_ltz(3).not_null()}};
  descriptor.key_columns = {0};
  descriptor.deadlines = {{.name = "close"}, {.name = "wall", .base = DeadlineBase::kGiven}};
  return SnapshotSchema::of(descriptor);
}

TEST(SavedSchemaTest, IsReadAsItWasWritten) {
  ValueStateDescriptor value;
  value.name = "value";
  value.key = {{"k", DataType::char_(3)}};
  value.ttl = std::chrono::milliseconds(5);
  value.value = {{"v", DataType::bigint().not_null()}};
  MapStateDescriptor map;
  map.name = "map";
  map.map_key = {{"m", DataType::bytes()}};
  ListStateDescriptor list;
  list.name = "list";
  list.element = {{"e", DataType::date()}};
  for (const SnapshotSchema& schema : {SnapshotSchema::of(value), SnapshotSchema::of(map), SnapshotSchema::of(list), orders(),
                                       SnapshotSchema::of(TimerDescriptor{"timers", {{"k", DataType::boolean()}}})}) {
    EXPECT_EQ(from_saved(to_saved(schema)).value(), schema) << schema.state;
  }
}

TEST(SavedSchemaTest, NothingInItIsTrusted) {
  const auto refusal = [](auto change) {
    schemas::SavedState saved = to_saved(orders());
    change(saved);
    const Status status = from_saved(saved).status();
    EXPECT_EQ(status.code(), ErrorCode::kIoError);
    return status.message();
  };
  EXPECT_EQ(refusal([](auto& saved) { saved.kind = 5; }), "state 'orders': it is of an unknown kind");
  EXPECT_EQ(refusal([](auto& saved) { saved.row_keys = {2}; }), "state 'orders': a column of its key is out of range");
  EXPECT_EQ(refusal([](auto& saved) { saved.fields = {7}; }), "state 'orders': it has an unknown field");
  EXPECT_EQ(refusal([](auto& saved) { saved.fields = {1, 2}; }), "state 'orders': a field is missing");
  EXPECT_EQ(refusal([](auto& saved) { saved.deadlines.resize(9); }), "state 'orders': it has too many kinds of deadlines");
  EXPECT_EQ(refusal([](auto& saved) { saved.row[0].type = "ARRAY<INT>"; }), "state 'orders': no rows are kept with type ARRAY<INT>");
  EXPECT_NE(refusal([](auto& saved) { saved.row[0].type = "INTEGERS"; }).find("INTEGERS"), std::string::npos);
}

}  // namespace
}  // namespace eddyline::state
