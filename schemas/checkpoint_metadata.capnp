# What `_metadata` of a checkpoint or savepoint says, behind its magic and checksum. What each field means stands beside its struct
# in checkpoint_metadata.hpp. Written for later versions to read: fields are added, never changed.
@0xb0c8d3f1a2e4957d;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("eddyline::schemas::wire");

struct SavedFile {
  path @0 :Text;
  bytes @1 :UInt64;
  checksum @2 :UInt32;
}

struct SavedColumn {
  name @0 :Text;
  type @1 :Text;
}

struct SavedState {
  name @0 :Text;
  kind @1 :UInt8;
  key @2 :List(SavedColumn);
  mapKey @3 :List(SavedColumn);
  row @4 :List(SavedColumn);
  rowKeys @5 :List(UInt32);
  fields @6 :List(UInt8);
  deadlines @7 :List(Text);
}

struct SavedSubtask {
  subtask @0 :UInt32;
  finished @1 :Bool;
  operatorState @2 :Data;
  inlinedState @3 :Data;
  hasFile @4 :Bool;
  file @5 :SavedFile;
}

struct SavedOperator {
  uid @0 :Text;
  name @1 :Text;
  parallelism @2 :UInt32;
  maxParallelism @3 :UInt32;
  states @4 :List(SavedState);
  subtasks @5 :List(SavedSubtask);
}

struct CheckpointMetadata {
  jobIdHigh @0 :UInt64;
  jobIdLow @1 :UInt64;
  jobName @2 :Text;
  checkpoint @3 :Int64;
  timeMs @4 :Int64;
  savepoint @5 :Bool;
  operators @6 :List(SavedOperator);
}
